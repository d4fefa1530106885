import { sql } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import type { Account, Provider } from "../accounts/account-store.ts";
import { type AttemptSubject, attemptKey } from "./attempts.ts";

type Row = Account & { input_number: number; providers: Provider[]; knows_address: boolean };

/** What a sign-in must know of an address before the password is checked. */
export type SignInState = {
  account: Account | null;
  providers: Provider[];
  /** Someone has signed in to the account from this network address before. */
  knowsAddress: boolean;
  /** Failures and waits, by subject. */
  attempts: Map<string, Date | null>;
};

/** Whose sign-in it is, from where, and what failures are counted by. */
type SignInInput = { email: string; address: string; subjects: readonly AttemptSubject[] };

/** Reads it for many in two statements, since sign-ins come in floods. */
export async function readSignInStates({ db }: Context, inputs: readonly SignInInput[]): Promise<SignInState[]> {
  const accounts = await sql<Row>`
    select input.n::int as input_number, a.*,
      coalesce((select json_agg(p) from account_providers p where p.uid = a.uid), '[]') as providers,
      exists (select from account_sessions s where s.uid = a.uid and s.address = input.address) as knows_address
    from unnest(${inputs.map(({ email }) => email)}::text[], ${inputs.map(({ address }) => address)}::text[])
      with ordinality as input(email, address, n)
    join accounts a on a.email = input.email`.execute(db);
  const subjects = inputs.flatMap((input) => input.subjects.map(attemptKey));
  const waits =
    subjects.length > 0
      ? await db
          .selectFrom("sign_in_attempts")
          .select(["subject", "blocked_until"])
          .where("subject", "in", subjects)
          .execute()
      : [];
  const attempts = new Map(waits.map(({ subject, blocked_until }) => [subject, blocked_until]));
  const rows = new Map(accounts.rows.map((row) => [row.input_number, row]));
  return inputs.map((_, index) => {
    const row = rows.get(index + 1);
    return {
      account: row ?? null,
      providers: row?.providers ?? [],
      knowsAddress: row?.knows_address ?? false,
      attempts,
    };
  });
}
