import type { AccountQuery } from "../../domain/accounts/account-list-store.ts";
import { listAccountsAsAdmin, queryAccountsAsAdmin } from "../../domain/accounts/look-up-accounts.ts";
import { numberField, objectsField, textField } from "../call-fields.ts";
import { describeAccount } from "../describe-account.ts";
import { type Operation, requireAdmin } from "../wire-call.ts";
import { WireError } from "../wire-error.ts";

const maxPageSize = 1000;
const maxQuerySize = 500;
const maxExpressions = 100;

/** All accounts, page by page, in the order of their ids. */
export const listAccounts: Operation = async (_identity, call) => {
  const context = requireAdmin(call);
  const limit = numberField(call.query, "maxResults") ?? 20;
  if (limit < 1 || limit > maxPageSize) {
    throw new WireError("INVALID_PAGE_SELECTION", { detail: `Ask for 1 to ${maxPageSize} accounts.` });
  }
  const after = textField(call.query, "nextPageToken") ?? "";
  const { accounts, next } = await listAccountsAsAdmin(context, { after, limit });
  return {
    kind: "identitytoolkit#DownloadAccountResponse",
    ...(accounts.length > 0 && { users: accounts.map(describeAccount) }),
    ...(next && { nextPageToken: next }),
  };
};

const sortColumns: Readonly<Record<string, AccountQuery["sortBy"]>> = {
  USER_ID: "uid",
  NAME: "display_name",
  CREATED_AT: "created_at",
  LAST_LOGIN_AT: "last_login_at",
  USER_EMAIL: "email",
};

/** The accounts that match, with their number; a part of them at a time. */
export const queryAccounts: Operation = async (_identity, call) => {
  const context = requireAdmin(call);
  const { body } = call;
  const limit = numberField(body, "limit") ?? maxQuerySize;
  if (limit > maxQuerySize) {
    throw new WireError("INVALID_ARGUMENT", { detail: `Ask for at most ${maxQuerySize} accounts.` });
  }
  const { count, accounts } = await queryAccountsAsAdmin(context, {
    matches: readMatches(body),
    sortBy: readSortColumn(body),
    direction: textField(body, "order") === "DESC" ? "desc" : "asc",
    limit,
    offset: numberField(body, "offset") ?? 0,
    isCountOnly: body.returnUserInfo === false,
  });
  return { recordsCount: String(count), ...(accounts && { userInfo: accounts.map(describeAccount) }) };
};

function readSortColumn(body: Record<string, unknown>): AccountQuery["sortBy"] {
  const name = textField(body, "sortBy") ?? "USER_ID";
  const column = Object.hasOwn(sortColumns, name) ? sortColumns[name] : undefined;
  if (column === undefined) throw new WireError("INVALID_ARGUMENT", { detail: "Unknown sortBy." });
  return column;
}

function readMatches(body: Record<string, unknown>): AccountQuery["matches"] {
  const expressions = objectsField(body, "expression");
  if (expressions.length > maxExpressions) {
    throw new WireError("INVALID_ARGUMENT", { detail: `At most ${maxExpressions} expressions.` });
  }
  return expressions.map((expression) => ({
    uid: textField(expression, "userId"),
    email: textField(expression, "email")?.toLowerCase(),
    phoneNumber: textField(expression, "phoneNumber"),
  }));
}
