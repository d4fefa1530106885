import { randomUUID } from "node:crypto";
import type { addCodAccounts as contract, LedgerAccount, RouteOutput } from "@console/contracts";
import { codAccountPlan, fitsPlan, ledgerPurposes } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import {
  type AccountRow,
  findAccountByName,
  insertAccount,
  isTaken,
  selectBalances,
  updateAccount,
} from "../accounts/account-store.ts";
import { presentAccount } from "../accounts/manage-accounts.ts";
import { promiseTaking } from "../arrivals/take-postings-job.ts";
import { lockBook } from "../book/book-lock.ts";
import { selectPurposeAccounts } from "./purpose-accounts.ts";

const mostTries = 50;
type PlannedAccount = (typeof codAccountPlan)[number];

/** Gives each purpose that has no account one: an account of its name that is there, or else a new one. */
export async function addCodAccounts(context: Context): Promise<RouteOutput<typeof contract>> {
  await lockBook(context);
  const taken = new Set((await selectPurposeAccounts(context)).map(({ purpose }) => purpose));
  const added: LedgerAccount[] = [];
  const used: LedgerAccount[] = [];
  for (const planned of codAccountPlan) {
    if (taken.has(planned.purpose)) continue;
    const own = await findOwnAccount(context, planned);
    if (own) used.push(await giveAccountPurpose(context, own, planned));
    else added.push(await addAccount(context, planned));
  }
  if (added.length + used.length > 0) await promiseTaking(context);
  return { added, used };
}

/** An account of the name that is used for nothing else, such as one that a source has brought. */
async function findOwnAccount(context: Context, planned: PlannedAccount): Promise<AccountRow | undefined> {
  const row = await findAccountByName(context, planned.name);
  return row && fitsPlan(planned, presentAccount(row)) ? row : undefined;
}

async function giveAccountPurpose(
  context: Context,
  own: AccountRow,
  { purpose }: PlannedAccount,
): Promise<LedgerAccount> {
  const row = await updateAccount(context, own.id, { purpose });
  const balances = await selectBalances(context, [own.id]);
  return { ...presentAccount(row ?? own), balances: balances.get(own.id) ?? [] };
}

async function addAccount(context: Context, { purpose, code, name }: PlannedAccount): Promise<LedgerAccount> {
  const own = await findFreeNames(context, { code, name });
  const row = await insertAccount(context, {
    id: randomUUID(),
    code: own.code,
    name: own.name,
    type: ledgerPurposes[purpose].type,
    purpose,
    currency: null,
    party_kind: null,
    party: null,
    is_by_hand: false,
  });
  if (!row) throw new AppError("conflict", `There is an account ${own.code} or ${own.name} already.`);
  return { ...presentAccount(row), balances: [] };
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
