import { randomUUID } from "node:crypto";
import type {
  changeLedgerAccount as changeContract,
  createLedgerAccount as createContract,
  LedgerAccount,
  LedgerAccountType,
  LedgerParty,
  LedgerPurpose,
  listLedgerAccounts as listContract,
  RouteOutput,
} from "@console/contracts";
import { ledgerAccountTypes, ledgerPurposes } from "@console/contracts/ledger-words";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { foreignCursor, readCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { promiseTaking } from "../arrivals/take-postings-job.ts";
import { lockBook } from "../book/book-lock.ts";
import {
  type AccountRow,
  findAccounts,
  insertAccount,
  isTaken,
  isUsed,
  selectAccounts,
  selectBalances,
  updateAccount,
} from "./account-store.ts";
import { requireCurrency } from "./require-currency.ts";

const mostWords = 6;

/** The plan of accounts, a page at a time. */
export async function listAccounts(
  context: Context,
  { cursor, limit, q = "" }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
  const rows = await selectAccounts(context, { after: readPlace(cursor), words, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const balances = await selectBalances(
    context,
    shown.map(({ id }) => id),
  );
  return {
    items: shown.map((row) => ({ ...presentAccount(row), balances: balances.get(row.id) ?? [] })),
    next: rows.length > limit && last ? writeCursor([last.code]) : null,
  };
}

/** Adds an account to the plan. */
export async function createAccount(
  context: Context,
  { code, name, type, currency, party, purpose }: z.output<(typeof createContract)["input"]>,
): Promise<LedgerAccount> {
  requireCurrency(currency);
  requireTypeOfPurpose(type, purpose);
  await lockBook(context);
  await requireFree(context, { id: null, code, name });
  const row = await insertAccount(context, {
    id: randomUUID(),
    code,
    name,
    type,
    currency,
    purpose,
    is_by_hand: true,
    ...partyColumns(party),
  });
  if (!row) throw new AppError("conflict", `There is an account ${code} or ${name} already.`);
  await promiseTaking(context);
  return { ...presentAccount(row), balances: [] };
}

/** Changes an account; what it is for stays as it is once something counts on it. */
export async function changeAccount(
  context: Context,
  { account, party, isOpen, ...changes }: z.output<(typeof changeContract)["input"]>,
): Promise<LedgerAccount> {
  await lockBook(context);
  const row = await requireAccount(context, account);
  const { code = row.code, name = row.name, type = row.type, currency = row.currency } = changes;
  const { purpose = row.purpose as LedgerPurpose | null } = changes;
  requireCurrency(currency);
  requireTypeOfPurpose(type, purpose);
  await requireFree(context, { id: row.id, code, name });
  if ((type !== row.type || currency !== row.currency) && (await isUsed(context, row.id))) {
    throw new AppError("conflict", `Account ${row.code} has entries: its type and its currency stay as they are.`);
  }
  await requireKeptPurpose(context, row, purpose);
  const changed = await updateAccount(context, row.id, {
    code,
    name,
    type,
    currency,
    purpose,
    ...(party !== undefined && partyColumns(party)),
    ...(isOpen !== undefined && { is_open: isOpen }),
  });
  await promiseTaking(context);
  const balances = await selectBalances(context, [row.id]);
  return { ...presentAccount(changed ?? row), balances: balances.get(row.id) ?? [] };
}

/** An account by its id or its code. */
export async function requireAccount(context: Context, name: string): Promise<AccountRow> {
  const row = (await findAccounts(context, [name])).get(name);
  if (!row) throw new AppError("not_found", `There is no account ${name}.`);
  return row;
}

export function presentAccount(row: AccountRow): Omit<LedgerAccount, "balances"> {
  const { id, code, name, currency, party, party_kind: kind } = row;
  return {
    id,
    code,
    name,
    type: row.type as LedgerAccountType,
    currency,
    party: party === null ? null : { kind: kind as LedgerParty, name: party },
    purpose: row.purpose as LedgerPurpose | null,
    isOpen: row.is_open,
  };
}

function partyColumns(party: { kind: LedgerParty; name: string } | null) {
  return { party_kind: party?.kind ?? null, party: party?.name ?? null };
}

function requireTypeOfPurpose(type: string, purpose: LedgerPurpose | null): void {
  if (purpose === null || ledgerPurposes[purpose].type === type) return;
  const { label, type: own } = ledgerPurposes[purpose];
  throw wrongField("purpose", `An account for “${label}” is of the type “${ledgerAccountTypes[own]}”.`);
}

/** What is open with drivers and merchants is told by these: on an account of another use it would be seen no more. */
const purposesWithOpenItems: ReadonlySet<string> = new Set(["cod_with_driver", "cod_owed", "driver_wallet"]);

async function requireKeptPurpose(context: Context, row: AccountRow, purpose: LedgerPurpose | null): Promise<void> {
  const own = row.purpose as LedgerPurpose | null;
  if (own === null || own === purpose || !purposesWithOpenItems.has(own) || !(await isUsed(context, row.id))) return;
  const message = `Account ${row.code} has entries: it stays used for “${ledgerPurposes[own].label}”.`;
  throw new AppError("conflict", message, { fields: { purpose: message } });
}

async function requireFree(context: Context, account: { id: string | null; code: string; name: string }) {
  const taken = await isTaken(context, account);
  if (taken === null) return;
  const message = taken === "code" ? `The code ${account.code} is taken.` : `The name ${account.name} is taken.`;
  throw new AppError("conflict", message, { fields: { [taken]: message } });
}

function readPlace(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const [code] = readCursor(cursor, 1) ?? [];
  if (typeof code === "string") return code;
  throw foreignCursor();
}
