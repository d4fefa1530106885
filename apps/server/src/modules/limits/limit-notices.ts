import { type Context, platformTenant } from "../../platform/context.ts";
import { findPeopleNames, findTenantNames } from "../directory/index.ts";
import { defineNoticeKind, type Notice, notify } from "../notices/index.ts";
import type { Asker, LimitPart } from "./limit-store.ts";

/** A limit of the assistant is nearly used up. */
const limitNear = defineNoticeKind({
  name: "limits.near",
  label: "Limits of the assistant",
  group: "Assistant",
  defaultChoice: "bell",
  mayBeSwitchedOff: true,
  isFor: "everyone",
});

/** Someone asks for more than a limit allows. */
const limitAsked = defineNoticeKind({
  name: "limits.asked",
  label: "Requests to raise a limit",
  group: "Assistant",
  defaultChoice: "email",
  mayBeSwitchedOff: true,
  isFor: "platform",
  permission: "limits.manage",
});

export const limitNoticeKinds = [limitNear, limitAsked];

/** Tells those whose limit it is that it is nearly used up. */
export async function tellNear(context: Context, { limit, owner, period }: LimitPart, asker: Asker): Promise<void> {
  const span = limit.period === "day" ? "today" : "this month";
  const whose = { person: "your", role: "a role's", tenant: "your organisation's", platform: "the platform's" }[owner];
  await notify(context, {
    kind: limitNear,
    to: addressOwners(owner, asker),
    subject: `${limit.warnPercent}% of ${whose} ${limit.what} with the assistant for ${span} are used`,
    text: `Limit: ${limit.name}`,
    about: `limits/${limit.id}/${period.startsOn}`,
  });
}

/** A person is told of their own; managers of what their people share; those who run the platform of the rest. */
function addressOwners(owner: LimitPart["owner"], { tenantId, uid }: Asker): Notice["to"] {
  if (owner === "person") return { person: { uid, tenantId: tenantId === platformTenant ? null : tenantId } };
  if (owner === "platform" || tenantId === platformTenant) return { platformAdmins: true };
  return { tenant: tenantId, permission: "users.manage" };
}

/** Tells those who can raise a limit that someone asks for more. */
export async function tellAsked(
  context: Context,
  { limit }: Pick<LimitPart, "limit">,
  { asker, reason }: { asker: Asker; reason: string },
): Promise<void> {
  const { tenantId, uid } = asker;
  const person = (await findPeopleNames(context, [uid])).get(uid) ?? "Someone";
  const tenant = (await findTenantNames(context, [tenantId])).get(tenantId);
  await notify(context, {
    kind: limitAsked,
    to: { platformAdmins: true },
    subject: `${person}${tenant ? ` of ${tenant}` : ""} asks for more ${limit.what} with the assistant`,
    text: [`Limit: ${limit.name}`, ...(reason === "" ? [] : [`Reason: ${reason}`])].join("\n"),
    about: `limits/${limit.id}/asked`,
    link: `/admin/manage-${context.config.productSlug}?view=limits&row=${limit.id}`,
  });
}
