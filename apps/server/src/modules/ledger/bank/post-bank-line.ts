import type { BankLine, postBankLine as contract, LedgerEntry, LedgerParty } from "@console/contracts";
import { formatShortDay } from "@console/figures/format";
import type { z } from "zod";
import { type Context, readFormats } from "../../../platform/context.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { requireAccount } from "../accounts/manage-accounts.ts";
import { lockBook } from "../book/book-lock.ts";
import { findEntry } from "../book/entry-store.ts";
import { postEntry } from "../book/post-entry.ts";
import { type BankLineRow, updateBankLine } from "./bank-line-store.ts";
import { readBankLine } from "./list-bank-lines.ts";
import { insertMatch, requireOpen } from "./match-bank-lines.ts";

/** What is posted on the other side of a line of the bank. */
export type CounterPosting = {
  counterAccount: string;
  party: { kind: LedgerParty; name: string } | null;
  text: string | null;
};

const longestText = 300;
const longestReference = 120;

/** Posts the entry that is missing for a line of the bank, and matches it. */
export async function postBankLine(
  context: Context,
  { bankLine: id, counterAccount, party, text }: z.output<(typeof contract)["input"]>,
): Promise<BankLine> {
  await lockBook(context);
  const row = await requireOpen(context, id);
  if (row.posted_state === "counts") {
    throw new AppError(
      "conflict",
      `Entry ${row.posted_number} was posted from this line: match it, or reverse it first.`,
    );
  }
  await postFromLine(context, row, { counterAccount, party, text: text ?? null }, "Posted from this line");
  return readBankLine(context, row.id);
}

/** Posts the entry of an open line; where it waits for somebody, the line waits with it. */
export async function postFromLine(
  context: Context,
  row: BankLineRow,
  { counterAccount, party, text }: CounterPosting,
  reason: string,
): Promise<LedgerEntry> {
  const counter = await requireAccount(context, counterAccount);
  if (counter.id === row.account_id)
    throw wrongField("counterAccount", "Choose an account other than that of the bank.");
  const none = { customer: null, supplier: null, driver: null, branch: null, costCenter: null };
  const line = { currency: row.currency, dueDay: null, text: null };
  const entry = await postEntry(
    context,
    {
      key: await chooseKey(context, row.id),
      text: (text ?? describeLine(context, row)).slice(0, longestText),
      valueDay: row.day,
      reference: row.reference?.slice(0, longestReference) ?? null,
      rates: {},
      isPending: false,
      lines: [
        { ...line, ...none, account: row.account_id, amountMinor: row.amount_minor },
        {
          ...line,
          ...none,
          ...(party && { [party.kind]: party.name }),
          account: counter.id,
          amountMinor: -row.amount_minor,
        },
      ],
    },
    { source: "bank", cause: { kind: "bank line", id: row.id } },
  );
  await updateBankLine(context, row.id, { posted_entry_id: entry.id, posted_line: 1, rule_problem: null });
  if (entry.state === "posted") {
    await insertMatch(context, row.id, [{ entry: entry.id, line: 1, amountMinor: row.amount_minor }], reason);
  }
  return entry;
}

function describeLine(context: Context, { text, counterparty, day }: BankLineRow): string {
  return text || counterparty || `Line of the bank of ${formatShortDay(day, null, readFormats(context))}`;
}

/** A key of its own for each entry of a line: an earlier one was voided or reversed. */
async function chooseKey(context: Context, bankLine: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const key = attempt === 1 ? `bank line ${bankLine}` : `bank line ${bankLine} (${attempt})`;
    if (!(await findEntry(context, { key }))) return key;
  }
}
