import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Account, Provider } from "./account-store.ts";
import { attemptKey, type Subject } from "./attempts.ts";

type Row = Account & { providers: Provider[]; knows_address: boolean };

/** What a sign-in must know of an address before the password is looked at. */
export type SignInView = {
  account: Account | null;
  providers: Provider[];
  /** Somebody has signed in to the account from this network address before. */
  knowsAddress: boolean;
  /** Failures and waits, by subject. */
  attempts: Map<string, Date | null>;
};

/** Reads it in two statements, since sign-ins come in floods. */
export async function readForSignIn(
  { db }: Context,
  email: string,
  address: string,
  subjects: readonly Subject[],
): Promise<SignInView> {
  const found = await sql<Row>`
    select a.*,
      coalesce((select json_agg(p) from account_providers p where p.uid = a.uid), '[]') as providers,
      exists (select from account_sessions s where s.uid = a.uid and s.address = ${address}) as knows_address
    from accounts a where a.email = ${email}`.execute(db);
  const noted =
    subjects.length > 0
      ? await db
          .selectFrom("sign_in_attempts")
          .select(["subject", "blocked_until"])
          .where("subject", "in", subjects.map(attemptKey))
          .execute()
      : [];
  const row = found.rows[0];
  return {
    account: row ?? null,
    providers: row?.providers ?? [],
    knowsAddress: row?.knows_address ?? false,
    attempts: new Map(noted.map(({ subject, blocked_until }) => [subject, blocked_until])),
  };
}
