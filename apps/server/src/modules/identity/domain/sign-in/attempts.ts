import { sql } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import { IdentityError } from "../identity-error.ts";

const minuteMs = 60_000;
const windowMs = 15 * minuteMs;
const longestBlockMs = 15 * minuteMs;
const shortestBlockMs = 30_000;

/** How many failures within a quarter of an hour pass before waiting begins. */
const allowedFailures = {
  pair: 5,
  account: 50,
  address: 40,
  mail: 5,
  mailAddress: 40,
  passcode: 5,
  passcodeAddress: 20,
};

export type AttemptSubject = { kind: keyof typeof allowedFailures; name: string };

/** Who is guessing what: the two together, and each alone. */
export function signInSubjects(email: string, address: string): AttemptSubject[] {
  return [
    { kind: "pair", name: `${email}|${address}` },
    { kind: "account", name: email },
    { kind: "address", name: address },
  ];
}

/** The name under which the attempts of a subject are kept. */
export const attemptKey = ({ kind, name }: AttemptSubject) => `${kind}:${name}`;

/** Refuses while one of the subjects has to wait. */
export async function requireNoWait(context: Context, subjects: readonly AttemptSubject[]): Promise<void> {
  refuseWait(await readWaits(context, subjects), context.now);
}

/** How many milliseconds the one of the subjects has to wait that must wait longest. */
export async function findWait(context: Context, subjects: readonly AttemptSubject[]): Promise<number> {
  return longestWait(await readWaits(context, subjects), context.now);
}

async function readWaits({ db }: Context, subjects: readonly AttemptSubject[]): Promise<(Date | null)[]> {
  const rows = await db
    .selectFrom("sign_in_attempts")
    .select("blocked_until")
    .where("subject", "in", subjects.map(attemptKey))
    .execute();
  return rows.map((row) => row.blocked_until);
}

function longestWait(waits: readonly (Date | null)[], now: Date): number {
  return Math.max(0, ...waits.map((until) => (until ? until.getTime() - now.getTime() : 0)));
}

/** The same for waits that have been read already. */
export function refuseWait(waits: readonly (Date | null)[], now: Date): void {
  const longest = longestWait(waits, now);
  if (longest <= 0) return;
  throw new IdentityError("too-many-attempts", {
    detail:
      "Access to this account has been temporarily disabled due to many failed login attempts. " +
      "You can immediately restore it by resetting your password or you can try again later.",
    retryAfterSeconds: Math.ceil(longest / 1000),
  });
}

/** Counts a failure of each subject; from the allowed number on, each makes the wait twice as long. */
export async function recordFailure({ db, now }: Context, subjects: readonly AttemptSubject[]): Promise<void> {
  const windowStart = new Date(now.getTime() - windowMs);
  for (const subject of subjects) {
    const limit = allowedFailures[subject.kind];
    const { rows } = await sql<{ failures: number }>`
      insert into sign_in_attempts (subject, failures, first_failed_at) values (${attemptKey(subject)}, 1, ${now})
      on conflict (subject) do update set
        failures = case when sign_in_attempts.first_failed_at < ${windowStart}
          and coalesce(sign_in_attempts.blocked_until, ${windowStart}) <= ${now} then 1 else sign_in_attempts.failures + 1 end,
        first_failed_at = case when sign_in_attempts.first_failed_at < ${windowStart}
          and coalesce(sign_in_attempts.blocked_until, ${windowStart}) <= ${now} then ${now} else sign_in_attempts.first_failed_at end
      returning failures`.execute(db);
    const over = (rows[0]?.failures ?? 0) - limit;
    if (over < 0) continue;
    const waitMs = Math.min(longestBlockMs, shortestBlockMs * 2 ** Math.min(over, 10));
    await db
      .updateTable("sign_in_attempts")
      .set({ blocked_until: new Date(now.getTime() + waitMs) })
      .where("subject", "=", attemptKey(subject))
      .execute();
  }
}

/** Forgets the failures of these subjects, after the right password or a reset. */
export async function forgetFailures({ db }: Context, subjects: readonly AttemptSubject[]): Promise<void> {
  await db.deleteFrom("sign_in_attempts").where("subject", "in", subjects.map(attemptKey)).execute();
}
