import type { SelectQueryBuilder } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import type { DB } from "../../../../platform/db/schema.gen.ts";
import type { Operation } from "../../domain/identity.ts";
import { requireAdmin, requireRight } from "../../domain/service-accounts/guard-accounts.ts";
import { numberField, objectsField, textField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";
import { describeAccounts } from "./look-up-account.ts";

const longestPage = 1000;
const longestQuery = 500;

/** All accounts, page by page, in the order of their ids. */
export const listAccounts: Operation = async (_identity, call) => {
  requireRight(requireAdmin(call), "read");
  const limit = numberField(call.query, "maxResults") ?? 20;
  if (limit < 1 || limit > longestPage) {
    throw new WireError("INVALID_PAGE_SELECTION", { detail: `Ask for 1 to ${longestPage} accounts.` });
  }
  const after = textField(call.query, "nextPageToken") ?? "";
  const { users, next } = await call.transact(async (context) => {
    const rows = await context.db
      .selectFrom("accounts")
      .selectAll()
      .where("uid", ">", after)
      .orderBy("uid")
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    return { users: await describeAccounts(context, page), next: rows.length > limit ? page.at(-1)?.uid : undefined };
  });
  return {
    kind: "identitytoolkit#DownloadAccountResponse",
    ...(users.length > 0 && { users }),
    ...(next && { nextPageToken: next }),
  };
};

const sortColumns = {
  USER_ID: "uid",
  NAME: "display_name",
  CREATED_AT: "created_at",
  LAST_LOGIN_AT: "last_login_at",
  USER_EMAIL: "email",
} as const;

/** The accounts that fit, with their number; a part of them at a time. */
export const queryAccounts: Operation = async (_identity, call) => {
  requireRight(requireAdmin(call), "read");
  const limit = numberField(call.body, "limit") ?? longestQuery;
  if (limit > longestQuery) {
    throw new WireError("INVALID_ARGUMENT", { detail: `Ask for at most ${longestQuery} accounts.` });
  }
  const sortBy = textField(call.body, "sortBy") ?? "USER_ID";
  if (!Object.hasOwn(sortColumns, sortBy)) throw new WireError("INVALID_ARGUMENT", { detail: "Unknown sortBy." });
  const direction = textField(call.body, "order") === "DESC" ? "desc" : "asc";
  const expressions = objectsField(call.body, "expression");
  return call.transact(async (context) => {
    const matching = () => matchingAccounts(context, expressions);
    const { count } = await matching()
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    if (call.body.returnUserInfo === false) return { recordsCount: String(count) };
    const rows = await matching()
      .selectAll()
      .orderBy(sortColumns[sortBy as keyof typeof sortColumns], direction)
      .orderBy("uid")
      .limit(limit)
      .offset(numberField(call.body, "offset") ?? 0)
      .execute();
    return { recordsCount: String(count), userInfo: await describeAccounts(context, rows) };
  });
};

/** Those that one of the expressions names; all of them where there is none. */
function matchingAccounts(
  { db }: Context,
  expressions: readonly Record<string, unknown>[],
): SelectQueryBuilder<DB, "accounts", object> {
  const query = db.selectFrom("accounts");
  if (expressions.length === 0) return query;
  if (expressions.length > 100) throw new WireError("INVALID_ARGUMENT", { detail: "At most 100 expressions." });
  return query.where((where) =>
    where.or(
      expressions.map((expression) => {
        const uid = textField(expression, "userId");
        const email = textField(expression, "email")?.toLowerCase();
        const phoneNumber = textField(expression, "phoneNumber");
        return where.and([
          ...(uid !== undefined ? [where("uid", "=", uid)] : []),
          ...(email !== undefined ? [where("email", "=", email)] : []),
          ...(phoneNumber !== undefined ? [where("phone_number", "=", phoneNumber)] : []),
        ]);
      }),
    ),
  );
}
