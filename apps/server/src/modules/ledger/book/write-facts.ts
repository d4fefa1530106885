import type { LedgerAccountType } from "@console/contracts";
import { startOfDay } from "@console/figures/time-zone";
import type { Context } from "../../../platform/context.ts";
import {
  bookSource,
  type cashSteps,
  findMembersByName,
  ingestFacts,
  keepAccountPurposes,
  loadMetricState,
  selectPostings,
} from "../../metrics/index.ts";
import { toAccountPurpose } from "../accounts/account-store.ts";
import type { BookLine, NumberedAddition } from "./book-entry.ts";

/** What figures call the types of accounts. */
export const figureTypes: Record<LedgerAccountType, string> = {
  receivable: "Receivable",
  cash: "Cash",
  asset: "Other",
  payable: "Payable",
  liability: "Other",
  equity: "Other",
  income: "Income",
  expense: "Expense",
};

/** Fields of a line that name someone or something that figures know. */
const parties = ["customer", "supplier", "driver", "branch", "cost_center"] as const;

/** What entries do in the flow of cash on delivery, by where they come from; a reversal comes from where its entry does. */
const stepsBySource: ReadonlyMap<string, (typeof cashSteps)[number]> = new Map([
  ["hand-in", "Hand-in"],
  ["deposit", "Deposit"],
  ["payout", "Payout"],
]);

type Attributes = NonNullable<BookLine["attributes"]>;

/** Writes the lines that count from now on as the postings that figures are read from. */
export async function writeFacts(context: Context, additions: readonly NumberedAddition[]): Promise<void> {
  const counting = additions.filter(({ lines }) => lines.length > 0);
  if (counting.length === 0) return;
  const accounts = await findAccounts(context, counting);
  const { timeZone } = (await loadMetricState(context)).settings;
  const reversed = await readReversed(context, counting);
  const nameParties = await readParties(context, counting);
  // What was no posting before is none when it is taken back.
  const isPosting = (reverses: number | undefined) => (line: BookLine) =>
    line.isOtherSide !== true && (reverses === undefined || reversed.has(`${reverses}-${line.line}`));
  const records = counting.flatMap(({ entry, lines, number, reverses }) =>
    lines.filter(isPosting(reverses)).map((line) => {
      const account = accounts.get(line.account_id);
      const isInBase = line.base_minor !== null;
      const attributes = line.attributes ?? reversed.get(`${reverses}-${line.line}`) ?? nameParties(line);
      return {
        ...attributes,
        source_key: `${number}-${line.line}`,
        entry_key: String(number),
        account: account && { key: account.member, name: account.name },
        account_type: account && figureTypes[account.type as LedgerAccountType],
        posted_at: new Date(startOfDay(entry.posting_day, timeZone)).toISOString(),
        currency: isInBase ? entry.base_currency : line.currency,
        amount_minor: isInBase ? line.base_minor : line.amount_minor,
        due_day: line.due_day,
        text: line.text ?? entry.text,
        order_reference: entry.reference,
        cash_step: stepsBySource.get(entry.source) ?? null,
      };
    }),
  );
  const { rejected } = await ingestFacts(context, { fact: "ledger_postings", source: bookSource, records });
  if (rejected.length > 0) throw new Error(`A line of the book is no posting: ${JSON.stringify(rejected[0])}`);
  await keepAccountPurposes(context, [...accounts.values()].map(toAccountPurpose));
}

/** What postings of reversed entries say: their opposites say the same, so that every figure is taken back. */
async function readReversed(
  context: Context,
  additions: readonly NumberedAddition[],
): Promise<Map<string, Attributes>> {
  const entries = additions.flatMap(({ reverses }) =>
    reverses === undefined ? [] : { source: bookSource, entryKey: String(reverses) },
  );
  const postings = await selectPostings(context, entries);
  return new Map(postings.map(({ sourceKey, attributes }) => [sourceKey, attributes]));
}

/** How lines name parties: as the members that are called so, whatever their sources know them by. */
async function readParties(
  context: Context,
  additions: readonly NumberedAddition[],
): Promise<(line: BookLine) => Attributes> {
  const lines = additions.flatMap((addition) => addition.lines);
  const known = new Map<string, Awaited<ReturnType<typeof findMembersByName>>>();
  for (const party of parties) {
    const names = lines.flatMap((line) => line[party] ?? []);
    known.set(party, await findMembersByName(context, party, names));
  }
  return (line) =>
    Object.fromEntries(
      parties.flatMap((party) => {
        const name = line[party];
        return name === null ? [] : [[party, known.get(party)?.get(name) ?? { key: name, name }]];
      }),
    );
}

async function findAccounts({ db, tenantId }: Context, additions: readonly NumberedAddition[]) {
  const ids = [...new Set(additions.flatMap(({ lines }) => lines.map((line) => line.account_id)))];
  const rows = await db
    .selectFrom("ledger_accounts")
    .select(["id", "member", "name", "type", "purpose"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
