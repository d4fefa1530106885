import { expect, test } from "vitest";
import { rowReader } from "./map-batch.ts";
import { mapRow } from "./map-row.ts";

const calendar = { timeZone: "Asia/Bahrain", currency: "BHD" };
const sales = {
  fact: "sale_lines",
  fields: {
    source_key: { from: "id" },
    receipt_key: { from: "receipt" },
    sold_at: { from: "date" },
    quantity_milli: { from: "qty", constant: "1" },
    gross_minor: { from: "gross" },
    branch: { from: "branch" },
    is_return: { from: "return" },
  },
};
const row = { id: "s1", receipt: "r1", date: "2026-03-01", qty: "2", gross: "10.235", branch: "Seef", return: "no" };

const map = (
  values: Record<string, string>,
  mapping: object = sales,
  source: "genesis" | "warehouse" | "tookan" = "genesis",
) => mapRow({ values }, rowReader(source, mapping as Record<string, unknown>, [{ values }], calendar));

test("a row becomes a record in the units of our tables", () => {
  expect(map(row)).toEqual({
    record: {
      source_key: "s1",
      receipt_key: "r1",
      sold_at: "2026-02-28T21:00:00.000Z",
      branch: "Seef",
      quantity_milli: 2000,
      gross_minor: 10_235,
      currency: "BHD",
      is_return: false,
    },
    problems: [],
    notes: [],
    unmapped: [],
    isLeftOut: false,
  });
});

test("amounts have the decimals of their line's currency, and a code that nobody knows rejects the line", () => {
  const mapping = { ...sales, fields: { ...sales.fields, currency: { from: "cur", values: { "€": "EUR" } } } };
  const read = (cur: string) => map({ ...row, cur }, mapping);
  const stored = (cur: string) => [read(cur).record.currency, read(cur).record.gross_minor];
  expect(["usd", "JPY", "KWD", "€", ""].map(stored)).toEqual([
    ["USD", 1024],
    ["JPY", 10],
    ["KWD", 10_235],
    ["EUR", 1024],
    ["BHD", 10_235],
  ]);
  expect(read("Dollars").problems).toEqual([
    { field: "currency", message: 'Currency "Dollars" is not known. Map it to a code such as USD.' },
  ]);
  expect(read("Dollars").unmapped).toEqual([{ field: "currency", value: "Dollars" }]);
});

test("an amount that is marked with another currency than its row's rejects the row", () => {
  const fields = { ...sales.fields, currency: { from: "cur" }, cost_minor: { from: "cost" } };
  const read = (cur: string, gross: string) => map({ ...row, cur, gross }, { ...sales, fields });
  const accepted = [
    ["", "BHD 2.505"],
    ["EUR", "12.50 €"],
    ["AUD", "$5"],
    ["CAD", "$5"],
    ["GBP", "£5"],
  ] as const;
  for (const [cur, gross] of accepted) expect(read(cur, gross).problems).toEqual([]);
  const rejected = [
    ["", "EUR 12.50", "BHD"],
    ["", "$5", "BHD"],
    ["USD", "12.50 €", "USD"],
    ["USD", "A$5", "USD"],
    ["EUR", "£5", "EUR"],
  ] as const;
  for (const [cur, gross, currency] of rejected) {
    const message = `"${gross}" is not in ${currency}. Map a column to the currency of each row.`;
    expect(read(cur, gross).problems).toEqual([{ field: "gross_minor", message }]);
  }
  const { problems, notes, record } = map({ ...row, cost: "£5" }, { ...sales, fields });
  expect([problems, record.cost_minor]).toEqual([[], undefined]);
  expect(notes[0]?.message).toContain('"£5" is not in BHD.');
});

test("the last digit of money is rounded as people do, above and below zero", () => {
  const gross = (text: string) =>
    mapRow({ values: { ...row, gross: text } }, rowReader("genesis", sales, [], { ...calendar, currency: "USD" }))
      .record.gross_minor;
  expect(["10.235", "-10.235", "1.005", "0.0000001", "1e2"].map(gross)).toEqual([1024, -1024, 101, 0, 10_000]);
});

test("an empty cell is left out, a constant takes its place, and one that every row needs is told", () => {
  const { record, problems } = map({ ...row, branch: "  ", qty: "", receipt: "" });
  expect(record).not.toHaveProperty("branch");
  expect(record.quantity_milli).toBe(1000);
  expect(problems).toEqual([{ field: "receipt_key", message: 'Receipt key is empty; the column is "receipt".' }]);
});

test("what cannot be read is told with its value, all of it at once", () => {
  const { problems } = map({ ...row, date: "soon", gross: "a lot" });
  expect(problems.map(({ message }) => message).sort()).toEqual([
    '"a lot" is not a number.',
    '"soon" is not a date and time.',
  ]);
});

test("a bad value of a field that rows need not have is left out with a note", () => {
  const mapping = { ...sales, fields: { ...sales.fields, discount_minor: { from: "discount" } } };
  const read = map({ ...row, discount: "some" }, mapping);
  expect(read).toMatchObject({
    problems: [],
    notes: [{ field: "discount_minor", message: 'Discount skipped: "some" is not a number.' }],
  });
  expect(read.record).not.toHaveProperty("discount_minor");
});

test("a mark of a return that cannot be read lets its row wait for a decision, and is no sale", () => {
  const bad = { ...row, return: "maybe" };
  const problem = { field: "is_return", message: 'Is return "maybe" is not known. Map it to one of: yes, no.' };
  expect(map(bad)).toMatchObject({ problems: [problem], unmapped: [{ field: "is_return", value: "maybe" }] });
  const decided = { from: "return", values: { maybe: "yes" } };
  expect(map(bad, { ...sales, fields: { ...sales.fields, is_return: decided } })).toMatchObject({
    problems: [],
    record: { is_return: true },
  });
  const mapping = { ...sales, fields: { ...sales.fields, is_return: { from: "return", isRequired: true } } };
  expect(map({ ...row, return: "" }, mapping).problems).toEqual([
    { field: "is_return", message: 'Is return is empty; the column is "return".' },
  ]);
});

test("words that mean empty are left out, also those of the mapping, and clear what is stored where that is wanted", () => {
  expect(map({ ...row, branch: "N/A" }).record).not.toHaveProperty("branch");
  expect(map({ ...row, branch: "None" }).record.branch).toBe("None");
  const words = { ...sales, fields: { ...sales.fields, branch: { from: "branch", emptyWords: ["Perpetual"] } } };
  expect(map({ ...row, branch: "perpetual " }, words).record).not.toHaveProperty("branch");
  const clearing = { ...sales, fields: { ...sales.fields, branch: { from: "branch", clears: true } } };
  expect(map({ ...row, branch: "" }, clearing).record.branch).toBeNull();
  expect(map({ ...row, gross: "-" }).problems).toEqual([
    { field: "gross_minor", message: 'Gross is empty; the column is "gross".' },
  ]);
});

test("a word for never in the column of an expiry sets the flag beside it, and a day takes it back", () => {
  const contracts = {
    fact: "documents",
    fields: {
      title: { from: "title" },
      status: { constant: "Signed" },
      created_at: { from: "signed" },
      expires_on: { from: "ends" },
    },
  };
  const read = (ends: string, fields: object = {}) => {
    const values = { title: "Lease", signed: "2026-03-01", ends, perpetual: "yes" };
    const mapping = { ...contracts, fields: { ...contracts.fields, ...fields } };
    const { record, notes } = mapRow({ values }, rowReader("docman", mapping, [{ values }], calendar));
    return { expires_on: record.expires_on, is_perpetual: record.is_perpetual, notes: notes.length };
  };
  expect(read(" Perpetual")).toEqual({ expires_on: null, is_perpetual: true, notes: 0 });
  expect(read("indefinite")).toEqual({ expires_on: null, is_perpetual: true, notes: 0 });
  expect(read("2030-01-31")).toEqual({ expires_on: "2030-01-31", is_perpetual: false, notes: 0 });
  expect(read("")).toEqual({ expires_on: undefined, is_perpetual: undefined, notes: 0 });
  expect(read("[]/[]/2025")).toEqual({ expires_on: undefined, is_perpetual: undefined, notes: 1 });
  expect(read("", { is_perpetual: { from: "perpetual" } })).toMatchObject({ is_perpetual: true });
  const both = { is_perpetual: { from: "ends" } };
  expect(read("Perpetual", both), "one column tells both").toEqual({
    expires_on: null,
    is_perpetual: true,
    notes: 0,
  });
  expect(read("2030-01-31", both)).toEqual({ expires_on: "2030-01-31", is_perpetual: false, notes: 0 });
  const flagAlone = { is_perpetual: { from: "ends" }, expires_on: {} };
  expect(read("Perpetual", flagAlone)).toMatchObject({ is_perpetual: true, notes: 0 });
  // A word that the mapping names as empty says nothing.
  const empty = { expires_on: { from: "ends", emptyWords: ["perpetual"] } };
  expect(read("perpetual", empty)).toEqual({ expires_on: undefined, is_perpetual: undefined, notes: 0 });
});

test("a text that is longer than what can be stored is shortened, and says so", () => {
  const { record, notes } = map({ ...row, branch: "x".repeat(300) });
  expect(record.branch).toBe("x".repeat(200));
  expect(notes).toEqual([{ field: "branch", message: "Branch was shortened to 200 characters." }]);
});

test("a key of several columns is theirs together, and one that is not whole is told", () => {
  const { source_key: _, ...fields } = sales.fields;
  const keyed = { ...sales, fields, keyColumns: ["receipt", "id"] };
  expect(map(row, keyed).record.source_key).toBe("r1|s1");
  expect(map({ ...row, receipt: "r|1" }, keyed).record.source_key).toBe("r\\|1|s1");
  expect(map({ ...row, id: "" }, keyed).problems).toEqual([
    { field: "source_key", message: 'The key is incomplete: "id" is empty.' },
  ]);
  const long = map({ ...row, id: "y".repeat(500) }, keyed).record.source_key;
  expect(String(long)).toMatch(/^key [\w-]{32}$/);
});

test("numbers are read with the sign of their column, and one that contradicts it is not reinterpreted", () => {
  const comma = { ...sales, fields: { ...sales.fields, gross_minor: { from: "gross", decimal: "comma" } } };
  expect(map({ ...row, gross: "0,500" }, comma).record.gross_minor).toBe(500);
  expect(map({ ...row, gross: "1.234" }, comma).record.gross_minor).toBe(1_234_000);
  expect(map({ ...row, gross: "12.50" }, comma).problems).toEqual([
    { field: "gross_minor", message: '"12.50" is not a number with a decimal comma.' },
  ]);
});

test("a choice is known by its letters alone, mapped by its value, and counted where nobody knows it", () => {
  const movement = (type: string, values?: Record<string, string>) =>
    map(
      { type },
      { fact: "stock_movements", fields: { movement_type: { from: "type", ...(values && { values }) } } },
      "warehouse",
    );
  expect(movement("receipt").record.movement_type).toBe("Receipt");
  expect(movement("WE", { WE: "Receipt" }).record.movement_type).toBe("Receipt");
  expect(movement("WE").unmapped).toEqual([{ field: "movement_type", value: "WE" }]);
  expect(movement("constructor", {}).unmapped).toEqual([{ field: "movement_type", value: "constructor" }]);
});

test("a row without a key is known by all that it says, in whatever order", () => {
  const { source_key: _, ...fields } = sales.fields;
  const readKey = (values: Record<string, string>) => map(values, { ...sales, fields }).record.source_key;
  const turned = Object.fromEntries(Object.entries(row).reverse());
  expect(readKey(turned)).toBe(readKey(row));
  expect(readKey({ ...row, qty: "3" })).not.toBe(readKey(row));
});

test("a column that is called like what every object has is a column like others", () => {
  const mapping = { ...sales, fields: { ...sales.fields, branch: { from: "toString" } } };
  expect(map(row, mapping).record).not.toHaveProperty("branch");
});

test("what the mapping says stands in for words that mean empty and, with a note, for dates left blank", () => {
  const withDate = {
    ...sales,
    fields: { ...sales.fields, sold_at: { from: "date", dates: "mdy", constant: "2020-01-01" } },
  };
  const read = (date: string, mapping: object = withDate) => map({ ...row, date }, mapping);
  expect(read("N/A")).toMatchObject({ record: { sold_at: "2019-12-31T21:00:00.000Z" }, problems: [], notes: [] });
  expect(read("[ ]/[]/2013")).toMatchObject({
    record: { sold_at: "2019-12-31T21:00:00.000Z" },
    problems: [],
    notes: [{ field: "sold_at", message: 'Sold at is 2020-01-01: "[ ]/[]/2013" leaves part of the date blank.' }],
  });
  // A date that is merely wrong is not blank, and without a value of the mapping nothing stands in for it.
  expect(read("13/13/2013").problems).toHaveLength(1);
  expect(read("[]/[]/2013", sales).problems).toHaveLength(1);
});

test("an optional number with decimals for whole ones is left out with a note, and the row stays", () => {
  const values = { id: "t1", status: "Delivered", created: "2026-03-01 10:00", rating: "4.5" };
  const mapping = {
    fact: "delivery_tasks",
    fields: {
      source_key: { from: "id" },
      status: { from: "status" },
      created_at: { from: "created" },
      rating: { from: "rating" },
    },
  };
  const { record, problems, notes } = map(values, mapping, "tookan");
  expect([problems, record.rating]).toEqual([[], undefined]);
  expect(notes).toEqual([{ field: "rating", message: 'Rating skipped: "4.5" is not a whole number.' }]);
});

test("a line that is marked as no return and below zero is noted where the rule makes a return of it", () => {
  const below = { ...row, gross: "-10", qty: "-1" };
  const note = "The line is marked as no return and is below zero. In this mapping it is taken as a return.";
  expect(map(below, { ...sales, signs: "negative" })).toMatchObject({
    record: { is_return: true, gross_minor: 10_000 },
    notes: [{ field: "is_return", message: note }],
  });
  expect(map({ ...below, return: "" }, { ...sales, signs: "negative" }).notes).toEqual([]);
  expect(map({ ...below, return: "yes" }, { ...sales, signs: "negative" }).notes).toEqual([]);
  expect(map(below, { ...sales, signs: "positive" }).notes).toEqual([]);
});

test("a cell with several dates is rejected with the way to take one of them", () => {
  const mapping = { ...sales, fields: { ...sales.fields, sold_at: { from: "date", dates: "mdy" } } };
  expect(map({ ...row, date: "09/01/2006; 8/31/2007" }, mapping).problems).toEqual([
    {
      field: "sold_at",
      message:
        '"09/01/2006; 8/31/2007" holds several dates. To take one of them, add the computed column split([date], ";", 1) and map it here.',
    },
  ]);
});

test("a row that sums up others is rejected, and a name that only looks so is taken once the mapping says it", () => {
  const sums = ["Total", "GRAND TOTAL:", "Sub-total", "Summe", "Итого"];
  expect(sums.map((receipt) => map({ ...row, receipt }).problems.map(({ field }) => field))).toEqual(
    sums.map(() => ["receipt_key"]),
  );
  const branch = { from: "branch", values: { Total: "Total" } };
  const named = { ...sales, fields: { ...sales.fields, branch } };
  expect(map({ ...row, branch: "Total" })).toMatchObject({
    problems: [
      {
        field: "branch",
        message: 'Branch "Total": the row sums up others, and would count twice. If it is a name, accept it as one.',
      },
    ],
    unmapped: [{ field: "branch", value: "Total" }],
  });
  expect(map({ ...row, branch: "Total" }, named)).toMatchObject({ problems: [], record: { branch: "Total" } });
  expect(map({ ...row, branch: "Total Energies" }).problems).toEqual([]);
});

test("a row with a word that is left out is rejected with that word alone, and keeps its key", () => {
  const mapping = { ...sales, leftOutWords: { status: ["cancelled"] } };
  expect(map({ ...row, status: " cancelled ", gross: "?" }, mapping)).toMatchObject({
    record: { source_key: "s1" },
    problems: [{ field: "is_return", message: "Left out: cancelled." }],
    notes: [],
    unmapped: [],
  });
  expect(map({ ...row, status: "paid" }, mapping).problems).toEqual([]);
});

test("a row with a day of its cancellation is left out, and one without a day is not", () => {
  const mapping = { ...sales, leftOutWords: { "Cancelled on": ["*"] } };
  expect(map({ ...row, "Cancelled on": "14.03.2026" }, mapping)).toMatchObject({
    problems: [{ field: "is_return", message: "Left out: Cancelled on 14.03.2026." }],
    isLeftOut: true,
  });
  for (const empty of ["", "0000-00-00", "-"]) {
    expect(map({ ...row, "Cancelled on": empty }, mapping).problems, empty).toEqual([]);
  }
});

test("a mark that nobody knows is a sale where someone has said so of its word", () => {
  const mapping = { ...sales, saleWords: { return: ["void"] } };
  expect(map({ ...row, return: "void" }, mapping)).toMatchObject({ problems: [], record: { is_return: false } });
  expect(map({ ...row, return: "refund" }, mapping).record.is_return).toBe(true);
});

test("a discount below zero is money off, also on a line that is returned, and one that a correction takes back stays", () => {
  const read = (values: Record<string, string>, more: object = {}) => {
    const mapping = { ...sales, fields: { ...sales.fields, discount_minor: { from: "off" } }, ...more };
    const { record, notes } = map({ ...row, return: "", ...values }, mapping);
    return [record.gross_minor, record.discount_minor, record.is_return ?? false, notes.length];
  };
  expect(read({ gross: "10.00", off: "-1.00" })).toEqual([10_000, 1000, false, 1]);
  expect(read({ gross: "10.00", off: "1.00" })).toEqual([10_000, 1000, false, 0]);
  expect(read({ gross: "-10.00", off: "1.00" }, { signs: "negative" })).toEqual([10_000, 1000, true, 0]);
  expect(read({ gross: "-10.00", off: "-1.00" }, { signs: "positive" })).toEqual([-10_000, -1000, false, 0]);
});
