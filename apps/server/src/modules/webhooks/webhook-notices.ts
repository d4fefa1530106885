import type { Context } from "../../platform/context.ts";
import { defineNoticeKind, notify } from "../notices/index.ts";

const webhookDisabled = defineNoticeKind({
  name: "webhooks.disabled",
  label: "Webhooks that stopped",
  group: "Operations",
  defaultChoice: "email",
  mayBeSwitchedOff: true,
  isFor: "platform",
  permission: "health.manage",
});

export const webhookNoticeKinds = [webhookDisabled];

/** Tells those who run the platform that a webhook is called no more. */
export async function tellDisabled(
  context: Context,
  { id, name }: { id: string; name: string },
  error: string | null,
): Promise<void> {
  await notify(context, {
    kind: webhookDisabled,
    to: { platformAdmins: true },
    subject: `The webhook ${name} is disabled`,
    text: `It failed too many times in a row. ${error ?? ""}`.trim(),
    about: `webhooks/${id} disabled`,
    link: `/admin/webhooks?${new URLSearchParams({ row: id, tab: "deliveries" })}`,
  });
}
