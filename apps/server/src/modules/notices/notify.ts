import { randomUUID } from "node:crypto";
import type { Permission } from "@console/contracts";
import { z } from "zod";
import { type Context, platformTenant } from "../../platform/context.ts";
import { enqueue } from "../../platform/jobs/define-job.ts";
import type { NoticeKind } from "./notice-kind.ts";

/** Whom a notice is for. */
export type NoticeAudience =
  /** One person, who belongs to a tenant or, with null, to the platform. Their email goes to `email` where it is given. */
  | { person: { uid: string; tenantId: string | null }; email?: string | null }
  /** Those people of a tenant who hold a permission. */
  | { tenant: string; permission: Permission }
  /** Those who run the platform, the addresses that the settings name for them, and any others that are given. */
  | { platformAdmins: true; addresses?: readonly string[] };

export type Notice = {
  kind: NoticeKind;
  to: NoticeAudience;
  /** One sentence without its full stop: the line behind the bell and the subject of the email. */
  subject: string;
  /** What more there is to say, in lines. */
  text?: string | null;
  /** The cause. While a notice about it is unread, the next one is counted to it. Left out, each is a cause of its own. */
  about?: string;
  /** An earlier cause that is over: what is unread about it counts as read. */
  settles?: string;
  /** The page of the console that it leads to. */
  link?: string | null;
  /** The button of the email, where it leads somewhere else than the notice itself. */
  action?: { label: string; path: string };
};

export const deliverNotice = { name: "notices.deliver", attempts: 25 };

export const noticeInput = z.object({
  kind: z.string(),
  to: z.union([
    z.object({ uid: z.string(), email: z.string().nullable() }),
    z.object({ permission: z.string() }),
    z.object({ addresses: z.array(z.string()) }),
  ]),
  subject: z.string(),
  text: z.string().nullable(),
  about: z.string(),
  settles: z.string().nullable(),
  link: z.string().nullable(),
  action: z.object({ label: z.string(), path: z.string() }).nullable(),
});
export type NoticeInput = z.output<typeof noticeInput>;

const longestSubject = 300;
const longestText = 5000;

/**
 * Tells people something: promised in the caller's transaction, so that a rollback tells nobody. What becomes of it is
 * decided by a job in the tenant of its readers, since the caller may stand behind another tenant's wall.
 */
export async function notify(context: Context, notice: Notice): Promise<void> {
  const { kind, to, subject, text = null, about = randomUUID(), settles = null, link = null, action = null } = notice;
  const { tenantId, readers } = address(to);
  await enqueue<typeof noticeInput>({ ...context, tenantId }, deliverNotice, {
    kind: kind.name,
    to: readers,
    subject: subject.slice(0, longestSubject),
    text: text?.slice(0, longestText) ?? null,
    about,
    settles,
    link,
    action,
  });
}

/** The tenant that a notice is kept in, and its readers there. */
function address(to: NoticeAudience): { tenantId: string; readers: NoticeInput["to"] } {
  if ("person" in to) {
    const { uid, tenantId } = to.person;
    return { tenantId: tenantId ?? platformTenant, readers: { uid, email: to.email ?? null } };
  }
  if ("tenant" in to) return { tenantId: to.tenant, readers: { permission: to.permission } };
  return { tenantId: platformTenant, readers: { addresses: [...(to.addresses ?? [])] } };
}
