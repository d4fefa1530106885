import { addDefined, type DemoRecord } from "./demo-record.ts";
import { makeBills, makeInvoices, makeTakings, type OpenItem, paidOn, taxOn, writtenOn } from "./ledger-items.ts";
import { dayNumber, dayText, growth, hourMs, iso, type LocalDay, sunday, thursday } from "./local-day.ts";
import type { LedgerProfile } from "./profiles/profile.ts";
import { SeededRandom } from "./seeded-random.ts";

const stream = 8;

const accountTypes: Record<string, string> = {
  "Delivery income": "Income",
  "Service income": "Income",
  "Sales income": "Income",
  "COD fees": "Income",
  "Accounts receivable": "Receivable",
  "Accounts payable": "Payable",
  Bank: "Cash",
  "Cash in safe": "Cash",
  "Tax payable": "Other",
  "Owner's capital": "Other",
};

type Line = {
  account: string;
  minor: number;
  costCenter?: string | undefined;
  branch?: string | undefined;
  customer?: string | undefined;
  supplier?: string | undefined;
  dueDay?: number | undefined;
};

type Entry = { key: string; text: string; lines: Line[] };

/** The postings of a day; those of one entry always sum to zero. */
export function ledgerPostings(profile: LedgerProfile, day: LocalDay): DemoRecord[] {
  const records: DemoRecord[] = [];
  const random = new SeededRandom(day.seed, stream, day.number);
  for (const entry of makeEntries(profile, day)) {
    const postedMs = day.startMs + random.between(8.5, 16.5) * hourMs;
    if (postedMs > day.nowMs) continue;
    const key = `le-${day.text}-${entry.key}`;
    entry.lines.forEach((line, place) => {
      if (line.minor === 0) return;
      records.push(
        addDefined({
          source_key: `${key}-${place + 1}`,
          entry_key: key,
          account: line.account,
          // Every account that is not listed is an expense.
          account_type: accountTypes[line.account] ?? "Expense",
          cost_center: line.costCenter,
          branch: line.branch,
          customer: line.customer,
          supplier: line.supplier,
          posted_at: iso(postedMs),
          amount_minor: line.minor,
          due_day: line.dueDay === undefined ? undefined : dayText(line.dueDay),
          text: entry.text,
        }),
      );
    });
  }
  return records;
}

function makeEntries(profile: LedgerProfile, day: LocalDay): Entry[] {
  const entries: Entry[] = [];
  if (day.number === day.first) {
    const lines = [debit("Bank", profile.openingMinor), credit("Owner's capital", profile.openingMinor)];
    entries.push({ key: "opening", text: "Opening balance", lines });
  }
  const invoices = makeInvoices(profile);
  const bills = makeBills(profile);
  for (const item of writtenOn(invoices, day.seed, day.number)) entries.push(invoice(profile, item));
  for (const item of writtenOn(bills, day.seed, day.number)) entries.push(bill(item));
  for (const item of paidOn(invoices, day)) entries.push(receipt(item));
  for (const item of paidOn(bills, day)) entries.push(payment(item));
  entries.push(...takings(profile, day), ...taxes(profile, day), ...regular(profile, day));
  return entries;
}

const debit = (account: string, minor: number, rest: Partial<Line> = {}): Line => ({ account, minor, ...rest });
const credit = (account: string, minor: number, rest: Partial<Line> = {}): Line => ({
  account,
  minor: -minor,
  ...rest,
});

function invoice(profile: LedgerProfile, item: OpenItem): Entry {
  const customer = item.party;
  const tax = taxOn(item);
  return {
    key: item.key,
    text: `Invoice ${item.reference} to ${customer}`,
    lines: [
      debit("Accounts receivable", item.minor + tax, { customer, dueDay: item.dueDay }),
      credit(profile.incomeAccount, item.minor, { customer }),
      credit("Tax payable", tax),
    ],
  };
}

function receipt(item: OpenItem): Entry {
  const customer = item.party;
  const minor = item.minor + taxOn(item);
  return {
    key: `p${item.key}`,
    text: `${customer} pays invoice ${item.reference}`,
    lines: [debit("Bank", minor), credit("Accounts receivable", minor, { customer, dueDay: item.dueDay })],
  };
}

function bill(item: OpenItem): Entry {
  const supplier = item.party;
  return {
    key: item.key,
    text: `Bill ${item.reference} of ${supplier}`,
    lines: [
      debit(item.account, item.minor, { costCenter: item.costCenter, supplier }),
      credit("Accounts payable", item.minor, { supplier, dueDay: item.dueDay }),
    ],
  };
}

function payment(item: OpenItem): Entry {
  const supplier = item.party;
  return {
    key: `p${item.key}`,
    text: `Bill ${item.reference} of ${supplier} paid`,
    lines: [debit("Accounts payable", item.minor, { supplier, dueDay: item.dueDay }), credit("Bank", item.minor)],
  };
}

/** What branches took, and once a week the way of the cash from the safe to the bank. */
function takings(profile: LedgerProfile, day: LocalDay): Entry[] {
  const entries: Entry[] = [];
  const dayTakings = makeTakings(profile, day.seed, day.number);
  if (dayTakings !== undefined) {
    const { branch, cashMinor, cardMinor } = dayTakings;
    entries.push({
      key: "takings",
      text: `Takings of ${branch}`,
      lines: [
        debit("Cash in safe", cashMinor, { branch }),
        debit("Bank", cardMinor, { branch }),
        credit("Sales income", cashMinor + cardMinor, { branch }),
      ],
    });
  }
  if (day.weekday !== thursday) return entries;
  let cash = 0;
  for (let number = Math.max(day.first, day.number - 7); number < day.number; number += 1) {
    cash += makeTakings(profile, day.seed, number)?.cashMinor ?? 0;
  }
  const lines = [debit("Bank", cash), credit("Cash in safe", cash)];
  if (cash > 0) entries.push({ key: "deposit", text: "Cash of the week paid into the bank", lines });
  return entries;
}

/** The tax of a month is paid in the middle of the next. */
function taxes(profile: LedgerProfile, day: LocalDay): Entry[] {
  if (!day.text.endsWith("-15")) return [];
  const lastOfMonth = day.number - 15;
  const month = dayText(lastOfMonth).slice(0, 7);
  let tax = 0;
  for (let number = Math.max(day.first, dayNumber(`${month}-01`)); number <= lastOfMonth; number += 1) {
    for (const item of writtenOn(makeInvoices(profile), day.seed, number)) tax += taxOn(item);
  }
  const lines = [debit("Tax payable", tax), credit("Bank", tax)];
  return tax > 0 ? [{ key: "tax", text: `Tax of ${month} paid`, lines }] : [];
}

/** Rent, pay and fuel, and the fees for cash on delivery. */
function regular(profile: LedgerProfile, day: LocalDay): Entry[] {
  const random = new SeededRandom(day.seed, stream, day.number, 1);
  const entries: Entry[] = [];
  // Costs grow half as fast as income.
  const dearer = (1 + growth(day.number)) / 2;
  profile.regular.forEach(({ text, when, lines }, place) => {
    const isDue = "weekday" in when ? when.weekday === day.weekday : when.dayOfMonth === Number(day.text.slice(8));
    if (!isDue) return;
    const paid = lines.map(({ account, costCenter, minor }) =>
      debit(account, Math.round(minor * dearer * random.between(0.95, 1.05)), { costCenter }),
    );
    const sum = paid.reduce((total, { minor }) => total + minor, 0);
    entries.push({ key: `regular-${place + 1}`, text, lines: [...paid, credit("Bank", sum)] });
  });
  if (day.weekday === sunday && profile.feeMinor > 0) {
    const fee = Math.round(profile.feeMinor * random.between(0.8, 1.2));
    entries.push({
      key: "fees",
      text: "Fees for cash on delivery",
      lines: [debit("Bank", fee), credit("COD fees", fee)],
    });
  }
  return entries;
}
