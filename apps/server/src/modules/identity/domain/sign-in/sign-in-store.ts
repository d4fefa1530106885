import { sql } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import type { Account, Provider } from "../accounts/account-store.ts";
import { attemptKey, type Subject } from "./attempts.ts";

type Row = Account & { asked: number; providers: Provider[]; knows_address: boolean };

/** What a sign-in must know of an address before the password is looked at. */
export type SignInView = {
  account: Account | null;
  providers: Provider[];
  /** Somebody has signed in to the account from this network address before. */
  knowsAddress: boolean;
  /** Failures and waits, by subject. */
  attempts: Map<string, Date | null>;
};

/** Whose sign-in it is, from where, and what failures are counted by. */
type Asked = { email: string; address: string; subjects: readonly Subject[] };

/** Reads it for many in two statements, since sign-ins come in floods. */
export async function readForSignIn({ db }: Context, asks: readonly Asked[]): Promise<SignInView[]> {
  const found = await sql<Row>`
    select asked.n::int as asked, a.*,
      coalesce((select json_agg(p) from account_providers p where p.uid = a.uid), '[]') as providers,
      exists (select from account_sessions s where s.uid = a.uid and s.address = asked.address) as knows_address
    from unnest(${asks.map(({ email }) => email)}::text[], ${asks.map(({ address }) => address)}::text[])
      with ordinality as asked(email, address, n)
    join accounts a on a.email = asked.email`.execute(db);
  const subjects = asks.flatMap((ask) => ask.subjects.map(attemptKey));
  const noted =
    subjects.length > 0
      ? await db
          .selectFrom("sign_in_attempts")
          .select(["subject", "blocked_until"])
          .where("subject", "in", subjects)
          .execute()
      : [];
  const attempts = new Map(noted.map(({ subject, blocked_until }) => [subject, blocked_until]));
  const rows = new Map(found.rows.map((row) => [row.asked, row]));
  return asks.map((_, at) => {
    const row = rows.get(at + 1);
    return {
      account: row ?? null,
      providers: row?.providers ?? [],
      knowsAddress: row?.knows_address ?? false,
      attempts,
    };
  });
}
