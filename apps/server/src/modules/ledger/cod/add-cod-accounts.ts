import { randomUUID } from "node:crypto";
import type { addCodAccounts as contract, LedgerAccount, RouteOutput } from "@console/contracts";
import { codAccountPlan, ledgerPurposes } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { insertAccount, isTaken } from "../accounts/account-store.ts";
import { presentAccount } from "../accounts/manage-accounts.ts";
import { lockBook } from "../book/book-lock.ts";
import { selectPurposeAccounts } from "./purpose-accounts.ts";

const mostTries = 50;

/** Adds an account for each purpose that has none. */
export async function addCodAccounts(context: Context): Promise<RouteOutput<typeof contract>> {
  await lockBook(context);
  const taken = new Set((await selectPurposeAccounts(context)).map(({ purpose }) => purpose));
  const added: LedgerAccount[] = [];
  for (const { purpose, code, name } of codAccountPlan) {
    if (taken.has(purpose)) continue;
    const own = await findFreeNames(context, { code, name });
    const row = await insertAccount(context, {
      ...own,
      id: randomUUID(),
      type: ledgerPurposes[purpose].type,
      purpose,
      currency: null,
      party_kind: null,
      party: null,
      is_from_source: false,
    });
    if (!row) throw new AppError("conflict", `There is an account ${own.code} or ${own.name} already.`);
    added.push({ ...presentAccount(row), balances: [] });
  }
  return { added };
}

/** The code and the name, or the next ones that no account has. */
async function findFreeNames(context: Context, { code, name }: { code: string; name: string }) {
  const free = { code, name };
  for (let tries = 0; tries < mostTries; tries += 1) {
    const clash = await isTaken(context, { id: null, ...free });
    if (clash === null) return free;
    if (clash === "code") free.code = String(Number(free.code) + 1);
    else free.name = free.name === name ? `${name} (COD)` : `${name} (COD ${tries + 1})`;
  }
  throw new AppError("conflict", `There is no free code for the account ${name}. Add it by hand.`);
}
