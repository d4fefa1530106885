import type { Context } from "../../platform/context.ts";
import { defineNoticeKind, notify } from "../notices/index.ts";

/** The audit log does not hold what it held. */
const auditTampered = defineNoticeKind({
  name: "audit.tampered",
  label: "Changes to the audit log",
  group: "Security",
  defaultChoice: "email",
  mayBeSwitchedOff: false,
  isFor: "platform",
});

export const operationsNoticeKinds = [auditTampered];

const mostLines = 50;

/** Tells platform admins, and the addresses of the digest, what the nightly check has found. */
export async function tellAuditProblems(
  context: Context,
  problems: readonly string[],
  addresses: readonly string[],
): Promise<void> {
  await notify(context, {
    kind: auditTampered,
    to: { platformAdmins: true, addresses },
    subject: "The audit log was tampered with",
    about: "audit",
    link: "/admin/audit",
    text: [
      "The nightly check of the audit log found changes that the product does not allow:",
      "",
      ...problems.slice(0, mostLines),
      "",
      "Run npm run verify-audit on the server for all of it, and find out who has access to the database.",
    ].join("\n"),
  });
}
