import { sql } from "kysely";
import { type Config, publicAddress } from "../../../platform/config.ts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { type Mail, privateLink } from "../../../platform/mail/outbox-store.ts";
import { sendMail } from "../../../platform/mail/send-mail.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import type { AccountAdmin, InvitationLink } from "../account-admin.ts";
import { peopleSettings } from "../people-settings.ts";
import { findTenant } from "../tenant-store.ts";
import { findUser } from "../user-store.ts";

export type Invited = { email: string; role: string; tenantId: string | null; name?: string | null };

/** Makes a person's account and document and sends the invitation; gives the uid. */
export async function invitePerson(context: Context, accountAdmin: AccountAdmin, invited: Invited): Promise<string> {
  const { invitationDays, allowedDomains } = await readSettings(context, peopleSettings);
  const domain = invited.email.split("@")[1] ?? "";
  if (allowedDomains.length > 0 && !allowedDomains.some((one) => one.toLowerCase() === domain)) {
    const words = `Only addresses of ${allowedDomains.join(", ")} are allowed.`;
    throw new AppError("invalid_input", words, { fields: { email: words } });
  }
  await countInvitation(context);
  const { uid, link, isTaken } = await openAccount(context, accountAdmin, invited.email, invitationDays);
  const by = context.actor.kind === "user" ? context.actor.uid : null;
  await context.db
    .insertInto("users")
    .values({
      uid,
      email: invited.email,
      role: invited.role,
      tenant_id: invited.tenantId,
      name: invited.name ?? null,
      created_at: context.now,
      updated_at: context.now,
      invited_at: context.now,
      invited_by: by,
      invitation_ends_at: expiresAfter(context, invitationDays),
    })
    .execute();
  await sendInvitation(context, { ...invited, link, isTaken, days: invitationDays });
  return uid;
}

/**
 * The account of someone new. Whoever sees all people is told that an address is taken; anyone else learns only of
 * their own tenant's. An invitation to an address that belongs to another tenant looks like any other, and its owner
 * alone is told why it cannot be taken up.
 */
async function openAccount(context: Context, accountAdmin: AccountAdmin, email: string, days: number): Promise<Opened> {
  const holder = await accountAdmin.findHolder(context, email);
  const isTaken = holder !== null && (await findUser(context, holder)) !== null;
  const seesAll = context.permissions.has("tenants.manage");
  if ((isTaken && (seesAll || context.actor.kind !== "user")) || (await isHere(context, email))) {
    const words = "A user with this address already exists.";
    throw new AppError("conflict", words, { fields: { email: words } });
  }
  if (isTaken) return { uid: await accountAdmin.reserve(context), link: null, isTaken };
  return { ...(await accountAdmin.invite(context, { email, days })), isTaken };
}

type Opened = { uid: string; link: InvitationLink | null; isTaken: boolean };

async function isHere({ db, tenantId }: Context, email: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("uid")
    .where("tenant_id", "=", tenantId)
    .where("email", "=", email)
    .executeTakeFirst();
  return row !== undefined;
}

function expiresAfter({ now }: Context, days: number): Date {
  return new Date(now.getTime() + days * 86_400_000);
}

/** Counts an invitation of the day, and refuses those beyond what a tenant may send. */
async function countInvitation(context: Context): Promise<void> {
  const { db, tenantId, permissions, actor, now } = context;
  if (actor.kind !== "user" || permissions.has("tenants.manage")) return;
  const { invitationsPerDay } = await readSettings(context, peopleSettings, ["invitationsPerDay"]);
  const { rows } = await sql<{ sent: number }>`insert into invitation_counts as c (tenant_id, day, sent)
    values (${tenantId}, ${now.toISOString().slice(0, 10)}::date, 1)
    on conflict (tenant_id, day) do update set sent = c.sent + 1 returning sent`.execute(db);
  if ((rows[0]?.sent ?? 0) <= invitationsPerDay) return;
  const words = `Your organisation has sent all ${invitationsPerDay} invitations for today. Try again tomorrow.`;
  throw new AppError("limit_reached", words);
}

/** Sends an invitation anew; the link before it no longer works. */
export async function inviteAgain(
  context: Context,
  accountAdmin: AccountAdmin,
  invited: Invited & { uid: string },
): Promise<void> {
  await countInvitation(context);
  const { link, days, isTaken } = await renewLink(context, accountAdmin, invited, { isShown: false });
  await sendInvitation(context, { ...invited, link: isTaken ? null : link, isTaken, days });
}

/**
 * Makes a new link for someone who is invited; the one before it no longer works. Where an account has the address
 * already, only the mail to it holds a link that opens something.
 */
export async function renewLink(
  context: Context,
  accountAdmin: AccountAdmin,
  { uid, email }: { uid: string; email: string },
  { isShown }: { isShown: boolean },
): Promise<{ link: InvitationLink; days: number; isTaken: boolean }> {
  const { invitationDays: days } = await readSettings(context, peopleSettings);
  const holder = await accountAdmin.findHolder(context, email);
  const isElsewhere = holder !== null && holder !== uid;
  const isTaken = isElsewhere && (await findUser(context, holder)) !== null;
  // Whoever had the address has given it up meanwhile.
  if (holder === null) await accountAdmin.giveAddress(context, uid, email);
  const opensNothing = isTaken || (isElsewhere && isShown);
  const link = opensNothing
    ? accountAdmin.emptyLink(context, days)
    : (await accountAdmin.invite(context, { uid, email, days, isShown })).link;
  if (link === null) throw new AppError("conflict", "The invitation has already been accepted.");
  await context.db
    .updateTable("users")
    .set({ invited_at: context.now, invitation_ends_at: expiresAfter(context, days) })
    .where("uid", "=", uid)
    .execute();
  return { link, days, isTaken };
}

async function sendInvitation(
  context: Context,
  invited: Invited & { link: InvitationLink | null; isTaken: boolean; days: number },
): Promise<void> {
  const tenant = invited.tenantId ? await findTenant(context, invited.tenantId) : null;
  const by = context.actor.kind === "user" ? await findUser(context, context.actor.uid) : null;
  await sendMail(
    context,
    invitationMail(context, { ...invited, to: tenant?.name ?? null, by: by?.name ?? by?.email ?? null }),
  );
}

type Words = Invited & {
  link: InvitationLink | null;
  isTaken: boolean;
  days: number;
  to: string | null;
  by: string | null;
};

function invitationMail({ config }: Context, { email, link, isTaken, days, to, by }: Words): Mail {
  const product = config.productName;
  const where = to ? `${to} on ${product}` : product;
  return {
    to: [email],
    subject: `${product}: your invitation`,
    text: [
      // Nothing that the sender could fill with words of their own but the names, which hold no links.
      "Hello,",
      "",
      `You are invited to ${where}${by ? ` by ${by}` : ""}.`,
      "",
      ...wayIn(config, { link, isTaken, days }),
      "",
      "If you did not expect this, ignore this email.",
    ].join("\n"),
    ...(link && { link }),
  };
}

function wayIn(config: Config, { link, isTaken, days }: Pick<Words, "link" | "isTaken" | "days">): string[] {
  if (isTaken) {
    return [
      "Your address already has an account with another organisation, and an address can belong to one organisation only.",
      "The person who invited you was not told. To accept the invitation, ask them to use another address.",
    ];
  }
  if (link === null) return ["Sign in with your existing password:", `${publicAddress(config)}/login`];
  return [`Set your password here. The link works once, for ${days === 1 ? "one day" : `${days} days`}:`, privateLink];
}
