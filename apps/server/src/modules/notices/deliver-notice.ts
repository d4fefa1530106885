import { type NoticeChoice, type Permission, permissionsForRole } from "@console/contracts";
import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { defineJob, enqueue, type Job } from "../../platform/jobs/define-job.ts";
import { adminAddresses } from "../../platform/mail/mail-settings.ts";
import { sendMail } from "../../platform/mail/send-mail.ts";
import type { NoticeKind, NoticeKinds } from "./notice-kind.ts";
import { noticeMail, summaryMail } from "./notice-mail.ts";
import type { NoticePeople, NoticePerson } from "./notice-people.ts";
import { keepNotices, noteMail, type StoredNotice, settleNotices, takeHeldNotices } from "./notice-store.ts";
import { deliverNotice, type NoticeInput, noticeInput } from "./notify.ts";
import { noPreferences, type StoredPreferences, selectPreferences } from "./preference-store.ts";
import { findNextDigest, findQuietEnd } from "./quiet-hours.ts";

/** Stands for the addresses of the settings, which are mailboxes and no people: what is mailed to them is counted too. */
const mailbox = "mailbox";
/** A cause that stays unread is mailed again after so long. */
const mailAgainMs = 86_400_000;

const heldInput = z.object({ uid: z.string() });
const mailHeld = { name: "notices.mail-held", attempts: 25 };

export type NoticeParts = { kinds: NoticeKinds; people: NoticePeople };

/** The jobs that bring notices to their readers. */
export function noticesJobs({ kinds, people }: NoticeParts): Job[] {
  return [
    defineJob({
      ...deliverNotice,
      input: noticeInput,
      run: (context, input) => deliver(context, input, { kinds, people }),
    }),
    defineJob({
      ...mailHeld,
      input: heldInput,
      run: (context, { uid }) => sendHeld(context, uid, people),
    }),
  ] as Job[];
}

/** Where a notice is heard of: the people, and the addresses beside them. */
type Readers = { people: NoticePerson[]; addresses: string[] };

async function deliver(context: Context, input: NoticeInput, { kinds, people }: NoticeParts): Promise<void> {
  const kind = kinds.get(input.kind);
  if (!kind) throw new Error(`There is no kind of notice called ${input.kind}.`);
  const settled = input.settles === null ? [] : await settleNotices(context, { kind: kind.name, about: input.settles });
  const readers = await findReaders(context, input, people);
  const preferences = await selectPreferences(
    context,
    readers.people.map(({ uid }) => uid),
  );
  const choices = new Map<string, NoticeChoice>();
  for (const { uid } of readers.people) {
    const choice = chooseWay(kind, preferences.get(uid) ?? noPreferences, readers.addresses.length > 0);
    if (choice !== "off") choices.set(uid, choice);
  }
  const told = [...choices.keys(), ...(readers.addresses.length > 0 ? [mailbox] : [])];
  const notices = new Map((await keepNotices(context, told, input)).map((notice) => [notice.uid, notice]));
  for (const person of readers.people) {
    const [notice, choice] = [notices.get(person.uid), choices.get(person.uid)];
    if (!notice || !choice) continue;
    // Whoever reads the mailbox of the settings gets one email, not two.
    if (person.email && readers.addresses.includes(person.email)) continue;
    const { quietHours } = preferences.get(person.uid) ?? noPreferences;
    await mailPerson(context, { input, kind, notice, person, choice, quietHours });
  }
  const toMailbox = notices.get(mailbox);
  if (toMailbox && isMailDue(context, kind, toMailbox))
    await mailNow(context, { input, kind, notice: toMailbox, to: readers.addresses });
  for (const uid of new Set([...settled, ...choices.keys()])) {
    if (uid !== mailbox) await publishEvent(context, { type: "notices.changed", data: {}, uid });
  }
}

async function findReaders(context: Context, { to }: NoticeInput, people: NoticePeople): Promise<Readers> {
  if ("uid" in to) {
    const person = await people.findPerson(context, to.uid);
    if (person) return { people: [{ ...person, email: to.email ?? person.email }], addresses: [] };
    // An account of nobody on the list of users has no bell; what concerns its safety is mailed all the same.
    return { people: [], addresses: to.email === null ? [] : [to.email] };
  }
  const all = await people.listPeople(context);
  if ("addresses" in to) {
    return { people: all, addresses: [...new Set([...to.addresses, ...(await adminAddresses(context))])] };
  }
  const permission = to.permission as Permission;
  return { people: all.filter(({ role }) => permissionsForRole(role).has(permission)), addresses: [] };
}

/** What becomes of a notice of this kind for someone. Where a mailbox gets it, people need not by default. */
export function chooseWay(kind: NoticeKind, { choices }: StoredPreferences, hasMailbox: boolean): NoticeChoice {
  if (!kind.mayBeSwitchedOff) return "email";
  const choice = choices[kind.name];
  if (choice !== undefined) return choice;
  return hasMailbox && kind.defaultChoice === "email" ? "bell" : kind.defaultChoice;
}

type Delivery = { input: NoticeInput; kind: NoticeKind; notice: StoredNotice };

async function mailPerson(
  context: Context,
  {
    person,
    choice,
    quietHours,
    ...delivery
  }: Delivery & { person: NoticePerson; choice: NoticeChoice; quietHours: StoredPreferences["quietHours"] },
): Promise<void> {
  const { kind, notice } = delivery;
  if (person.email === null || choice === "bell" || !isMailDue(context, kind, notice)) return;
  const mailAt = findMailTime(context, { kind, choice, quietHours, timeZone: person.timeZone });
  if (mailAt === null) return mailNow(context, { ...delivery, to: [person.email] });
  await noteMail(context, notice.id, { mailAt });
  const key = `${mailHeld.name}:${context.tenantId}:${person.uid}:${mailAt.toISOString()}`;
  await enqueue<typeof heldInput>(context, mailHeld, { uid: person.uid }, { key, runAt: mailAt });
}

/** When the email leaves; null for at once. */
function findMailTime(
  { now }: Context,
  {
    kind,
    choice,
    quietHours,
    timeZone,
  }: { kind: NoticeKind; choice: NoticeChoice; quietHours: StoredPreferences["quietHours"]; timeZone: string },
): Date | null {
  if (!kind.mayBeSwitchedOff) return null;
  return choice === "digest" ? findNextDigest(now, quietHours, timeZone) : findQuietEnd(now, quietHours, timeZone);
}

/** A cause is mailed when it is new, and once a day while it stays unread; what concerns security each time. */
function isMailDue({ now }: Context, kind: NoticeKind, { mail_at, mailed_at }: StoredNotice): boolean {
  if (!kind.mayBeSwitchedOff) return true;
  if (mail_at !== null) return false;
  return mailed_at === null || now.getTime() - mailed_at.getTime() >= mailAgainMs;
}

async function mailNow(context: Context, { input, kind, notice, to }: Delivery & { to: string[] }): Promise<void> {
  const reader = { to, tenantId: context.tenantId, mayBeSwitchedOff: kind.mayBeSwitchedOff };
  await sendMail(context, noticeMail(context.config, { ...input, times: notice.times }, reader, input.action));
  await noteMail(context, notice.id, { mailedAt: context.now });
}

/** Mails what was held for a person; what they have read meanwhile is left out. */
async function sendHeld(context: Context, uid: string, people: NoticePeople): Promise<void> {
  const notices = await takeHeldNotices(context, uid);
  const [first] = notices;
  const email = (await people.findPerson(context, uid))?.email;
  if (!first || !email) return;
  const words = notices.map(({ subject, body: text, link, times }) => ({ subject, text, link, times }));
  const reader = { to: [email], tenantId: context.tenantId };
  const [only] = words.length === 1 ? words : [];
  const mail = only
    ? noticeMail(context.config, only, { ...reader, mayBeSwitchedOff: true }, null)
    : summaryMail(context.config, words, reader);
  await sendMail(context, mail);
}
