import type { SelectQueryBuilder } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import type { DB } from "../../../../platform/db/schema.gen.ts";
import type { Account } from "./account-store.ts";

/** The fields that an account must have; undefined stands for any value. */
export type AccountMatch = {
  uid: string | undefined;
  email: string | undefined;
  phoneNumber: string | undefined;
};

export type AccountQuery = {
  /** Accounts that fit one of these; all accounts where there is none. */
  matches: readonly AccountMatch[];
  sortBy: "uid" | "display_name" | "created_at" | "last_login_at" | "email";
  direction: "asc" | "desc";
  limit: number;
  offset: number;
};

/** Accounts in the order of their ids, from behind one of them. */
export async function findAccountsAfter({ db }: Context, uid: string, limit: number): Promise<Account[]> {
  return db.selectFrom("accounts").selectAll().where("uid", ">", uid).orderBy("uid").limit(limit).execute();
}

export async function countMatchingAccounts(context: Context, matches: readonly AccountMatch[]): Promise<number> {
  const { count } = await selectMatching(context, matches)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findMatchingAccounts(
  context: Context,
  { matches, sortBy, direction, limit, offset }: AccountQuery,
): Promise<Account[]> {
  return selectMatching(context, matches)
    .selectAll()
    .orderBy(sortBy, direction)
    .orderBy("uid")
    .limit(limit)
    .offset(offset)
    .execute();
}

function selectMatching({ db }: Context, matches: readonly AccountMatch[]): SelectQueryBuilder<DB, "accounts", object> {
  const query = db.selectFrom("accounts");
  if (matches.length === 0) return query;
  return query.where((where) =>
    where.or(
      matches.map(({ uid, email, phoneNumber }) =>
        where.and([
          ...(uid !== undefined ? [where("uid", "=", uid)] : []),
          ...(email !== undefined ? [where("email", "=", email)] : []),
          ...(phoneNumber !== undefined ? [where("phone_number", "=", phoneNumber)] : []),
        ]),
      ),
    ),
  );
}
