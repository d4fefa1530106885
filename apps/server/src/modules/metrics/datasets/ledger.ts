import type { Dataset, Measure, RowColumn, RowDetail } from "../model/dataset.ts";
import { accountTypes, ageingBuckets, toCode } from "../model/dimensions.ts";
import { otherCurrency } from "../model/money.ts";
import { ownKeys } from "../model/own-fields.ts";

type AccountType = (typeof accountTypes)[number];

const is = (type: AccountType) => `account_type = ${toCode(accountTypes, type)}`;
const amount = (where: string, value = "amount_minor"): Measure => ({ kind: "sum", unit: "minor", where, value });

const dimensions = {
  account: "account_id",
  cost_center: "cost_center_id",
  branch: "branch_id",
  customer: "customer_id",
  supplier: "supplier_id",
};
const rows: RowColumn[] = [
  { id: "posting", label: "Posting", format: "text", value: "source_key", isSearched: true },
  { id: "entry_key", label: "Entry", format: "text", value: "entry_key", isSearched: true },
  { dimension: "account" },
  { dimension: "cost_center" },
  { dimension: "branch" },
  { dimension: "customer" },
  { dimension: "supplier" },
  { id: "text", label: "Text", format: "text", value: "text", isSearched: true },
  { id: "order_reference", label: "Order", format: "text", value: "order_reference", isSearched: true },
  { id: "posted_at", label: "Posted", format: "instant", value: "posted_at" },
  { id: "due_day", label: "Due", format: "day", value: "due_day" },
];

const amountRow: RowColumn = { id: "amount_minor", label: "Amount", format: "money", value: "amount_minor" };

/** The postings that count: what a source says of an entry that the book follows is told by the book. */
const counting = "(select * from ledger_postings where not is_mirror)";

/** What an opened posting tells. */
export const postingDetail: RowDetail = {
  moments: [{ label: "Posted", at: "posted_at" }],
  related: [
    {
      title: "Other postings of the entry",
      // An entry is booked on one day, and days have an index.
      relation: `(select f.* from ledger_postings f join one
        on f.tenant_id = one.tenant_id and f.day = one.day and f.entry_key = one.entry_key
        where (f.source, f.source_key) <> (one.source, one.source_key) and not f.is_mirror)`,
      dimensions,
      rows: [
        { id: "posting", label: "Posting", format: "text", value: "source_key" },
        { dimension: "account" },
        { dimension: "cost_center" },
        { dimension: "branch" },
        { id: "text", label: "Text", format: "text", value: "text" },
        amountRow,
      ],
      order: "f.source_key",
    },
  ],
};

const postings: Dataset = {
  id: "postings",
  domain: "ledger",
  fact: "ledger_postings",
  relation: counting,
  dimensions,
  measures: {
    profit: amount(`(${is("Income")} or ${is("Expense")})`, "-amount_minor"),
    income: amount(is("Income"), "-amount_minor"),
    expense: amount(is("Expense")),
    cash: amount(is("Cash")),
    postings: { kind: "sum", unit: "count" },
    income_postings: { kind: "sum", unit: "count", where: is("Income"), isInCurrency: true },
    expense_postings: { kind: "sum", unit: "count", where: is("Expense"), isInCurrency: true },
    cash_postings: { kind: "sum", unit: "count", where: is("Cash"), isInCurrency: true },
    other_currency: otherCurrency(),
  },
  rollups: [
    { number: 400, dimensions: [] },
    { number: 401, dimensions: ["branch"] },
    { number: 402, dimensions: ["cost_center"] },
    { number: 403, dimensions: ["account"] },
    { number: 404, dimensions: ["supplier"] },
    { number: 405, dimensions: ["customer"] },
  ],
  rows: [...rows, amountRow],
  detail: postingDetail,
};

/** From which day after the due day a posting is in a bucket, and from which no more. */
const spans: readonly { bucket: (typeof ageingBuckets)[number]; from?: number; until?: number }[] = [
  { bucket: "Not due", until: 1 },
  { bucket: "1-30", from: 1, until: 31 },
  { bucket: "31-60", from: 31, until: 61 },
  { bucket: "61-90", from: 61, until: 91 },
  { bucket: "90+", from: 91 },
];

/** Postings of one type, each entering and leaving the buckets, so that a sum up to any day is the balance at its end. */
function ageing(type: AccountType, sign: "" | "-"): string {
  const columns = [
    "tenant_id",
    "source",
    "source_key",
    "entry_key",
    ...Object.values(dimensions),
    ...ownKeys,
    "text",
    "order_reference",
    "posted_at",
    "due_day",
    "currency",
  ].join(", ");
  const leave = sign === "-" ? "" : "-";
  const steps = spans.flatMap(({ bucket, from, until }) => {
    const step = (late: number | undefined, change: "" | "-", where: string) =>
      `select ${columns}, ${late === undefined ? "day" : `late_${late}_day`} as day, ` +
      `${toCode(ageingBuckets, bucket)}::smallint as ageing, ${change}amount_minor as amount_minor ` +
      `from ledger_postings where ${is(type)} and not is_mirror and ${where}`;
    // A posting that is already later than the bucket's end is never in it.
    const isEver = until === undefined ? "due_day is not null" : `day < due_day + ${until}`;
    const enter = step(from, sign, from === undefined ? `(due_day is null or ${isEver})` : isEver);
    return until === undefined ? [enter] : [enter, step(until, leave, isEver)];
  });
  return `(${steps.join(" union all ")})`;
}

const balances = {
  // A posting stands in it once for each bucket that it enters or leaves.
  rowKey: ["day", "ageing"],
  dimensions: { ...dimensions, ageing_bucket: "ageing" },
  measures: {
    balance: { kind: "sum", unit: "minor", value: "amount_minor" },
    postings: { kind: "sum", unit: "count", isInCurrency: true },
    postings_with_due_day: { kind: "sum", unit: "count", where: "due_day is not null", isInCurrency: true },
    other_currency: otherCurrency(),
    overdue: amount(`ageing <> ${toCode(ageingBuckets, "Not due")}`),
  },
  rows: [
    ...rows,
    { id: "day", label: "Day", format: "day", value: "day" },
    { dimension: "ageing_bucket" },
    { id: "amount_minor", label: "Change", format: "money", value: "amount_minor" },
  ],
  detail: postingDetail,
} satisfies Partial<Dataset>;

const receivables: Dataset = {
  id: "receivables",
  domain: "ledger",
  fact: "ledger_postings",
  relation: ageing("Receivable", ""),
  ...balances,
  rollups: [
    { number: 420, dimensions: [] },
    { number: 421, dimensions: ["ageing_bucket"] },
    { number: 422, dimensions: ["branch"] },
    { number: 423, dimensions: ["cost_center"] },
    { number: 424, dimensions: ["account"] },
    { number: 425, dimensions: ["supplier"] },
    { number: 426, dimensions: ["customer"] },
  ],
};

const payables: Dataset = {
  id: "payables",
  domain: "ledger",
  fact: "ledger_postings",
  relation: ageing("Payable", "-"),
  ...balances,
  rollups: [
    { number: 430, dimensions: [] },
    { number: 431, dimensions: ["ageing_bucket"] },
    { number: 432, dimensions: ["branch"] },
    { number: 433, dimensions: ["cost_center"] },
    { number: 434, dimensions: ["account"] },
    { number: 435, dimensions: ["customer"] },
    { number: 436, dimensions: ["supplier"] },
  ],
};

export const ledgerDatasets: Dataset[] = [postings, receivables, payables];
