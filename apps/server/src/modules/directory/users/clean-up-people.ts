import type { EntityRow } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { noteAct } from "../../../platform/entities/save-entity.ts";
import { defineJob, type LongWork } from "../../../platform/jobs/define-job.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import { type Notice, notify } from "../../notices/index.ts";
import type { AccountAdmin } from "../account-admin.ts";
import { accountInactive } from "../directory-notices.ts";
import { peopleSettings } from "../people-settings.ts";
import { usersEntity } from "./users-entity.ts";

const dayMs = 86_400_000;
/** How long someone who was removed can be brought back. */
const graceDays = 30;
const peopleAtOnce = 100;

/** Removes what other modules hold of someone who is gone for good. */
type ForgetPerson = (context: Context, person: { uid: string; tenantId: string | null }) => Promise<void>;

/** Nightly: reminds and locks those who do not sign in any more, and forgets those who were removed long ago. */
export function cleanUpPeopleJob(accountAdmin: AccountAdmin, forget: ForgetPerson = async () => {}) {
  return defineJob({
    // Queues of existing installations hold jobs of this name.
    name: "users.tidy",
    input: z.object({}),
    attempts: 3,
    schedule: "27 3 * * *",
    async runLong(work) {
      await untilNone(work, (context) => forgetRemoved(context, accountAdmin, forget));
      await untilNone(work, (context) => lockDormant(context, accountAdmin));
      await untilNone(work, remindDormant);
    },
  });
}

/** Each piece is a transaction of its own, so that nobody waits for all of them. */
async function untilNone({ inTenant, signal }: LongWork, piece: (context: Context) => Promise<number>): Promise<void> {
  while (!signal.aborted && (await inTenant(piece)) > 0);
}

type Person = { uid: string; email: string | null; name: string | null; tenantId: string | null };

async function selectPeople({ db }: Context, where: RawBuilder<unknown>): Promise<Person[]> {
  const { rows } = await sql<Person>`select r.uid, r.email, r.name, r.tenant_id as "tenantId"
    from users r where ${where}
    order by r.uid limit ${peopleAtOnce} for update skip locked`.execute(db);
  return rows;
}

/** In use, and not for these days; whoever has not taken up an invitation is none of them. */
function dormantSince(before: Date): RawBuilder<unknown> {
  return sql`r.status = 'active'
    and greatest(coalesce(r.last_login_at, r.created_at), r.awake_since) < ${before}`;
}

async function forgetRemoved(context: Context, accountAdmin: AccountAdmin, forget: ForgetPerson): Promise<number> {
  const before = new Date(context.now.getTime() - graceDays * dayMs);
  const people = await selectPeople(context, sql`r.removed_at < ${before}`);
  for (const person of people) {
    await context.db.deleteFrom("users").where("uid", "=", person.uid).execute();
    await accountAdmin.remove(context, person.uid);
    await forget(context, person);
    await note(context, accountAdmin, person, "forgotten", { reason: `Removed more than ${graceDays} days ago.` });
  }
  return people.length;
}

async function lockDormant(context: Context, accountAdmin: AccountAdmin): Promise<number> {
  const { locksAfterDays, warnsAfterDays } = await readSettings(context, peopleSettings);
  if (locksAfterDays === 0) return 0;
  const before = new Date(context.now.getTime() - locksAfterDays * dayMs);
  // Whoever is to be reminded has the time between the two to sign in.
  const isReminded = warnsAfterDays > 0 && warnsAfterDays < locksAfterDays;
  const remindedBefore = new Date(context.now.getTime() - (locksAfterDays - warnsAfterDays) * dayMs);
  const people = await selectPeople(
    context,
    sql`${dormantSince(before)} and r.role <> 'superadmin'
      ${isReminded ? sql`and r.dormant_told_at <= ${remindedBefore}` : sql``}`,
  );
  for (const person of people) {
    await accountAdmin.setLocked(context, person.uid, true);
    const days = `${locksAfterDays} ${locksAfterDays === 1 ? "day" : "days"}`;
    await note(context, accountAdmin, person, "lock", { reason: `No sign-in for ${days}.` });
  }
  return people.length;
}

async function remindDormant(context: Context): Promise<number> {
  const { warnsAfterDays, locksAfterDays } = await readSettings(context, peopleSettings);
  if (warnsAfterDays === 0) return 0;
  const before = new Date(context.now.getTime() - warnsAfterDays * dayMs);
  const people = await selectPeople(
    context,
    sql`${dormantSince(before)} and (r.dormant_told_at is null
      or r.dormant_told_at < greatest(coalesce(r.last_login_at, r.created_at), r.awake_since))`,
  );
  const daysLeft = locksAfterDays > warnsAfterDays ? locksAfterDays - warnsAfterDays : null;
  for (const person of people) {
    const { uid } = person;
    await context.db.updateTable("users").set({ dormant_told_at: context.now }).where("uid", "=", uid).execute();
    await notify(context, reminder(context, person, { days: warnsAfterDays, daysLeft }));
  }
  return people.length;
}

type Words = { days: number; daysLeft: number | null };

function reminder({ config }: Context, { uid, tenantId, name }: Person, { days, daysLeft }: Words): Notice {
  const product = config.productName;
  return {
    kind: accountInactive,
    to: { person: { uid, tenantId } },
    subject: "You have not signed in for a while",
    text: [
      name ? `Hello ${name},` : "Hello,",
      "",
      `You have not signed in to ${product} for ${days === 1 ? "one day" : `${days} days`}.`,
      ...(daysLeft === null
        ? []
        : [`If you do not sign in within ${daysLeft === 1 ? "one day" : `${daysLeft} days`}, your account is locked.`]),
      "",
      "If you no longer need the account, ignore this email.",
    ].join("\n"),
    action: { label: "Sign in", path: "/login" },
  };
}

async function note(
  context: Context,
  accountAdmin: AccountAdmin,
  person: Person,
  act: string,
  details: object,
): Promise<void> {
  const row: EntityRow = { id: person.uid, email: person.email, tenantId: person.tenantId };
  await noteAct(context, usersEntity(accountAdmin), row, act, { ...details });
}
