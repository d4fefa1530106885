import type { SourceMapping } from "@console/contracts";

/** What a file becomes: rows by receipt, day and amount, and what is said about others; or why it is refused. */
type Outcome = { stored: string[]; rejected?: string[]; duplicates?: number; notes?: string[] } | { refused: string };
export type CorpusFile = { name: string; content: string | Buffer; mapping?: Partial<SourceMapping> } & Outcome;

export const header = ["id", "receipt", "date", "branch", "qty", "gross"];
/** How the columns fill the fields of a sale, where a file says nothing else. */
export const fields: SourceMapping["fields"] = {
  source_key: { from: "id" },
  receipt_key: { from: "receipt" },
  sold_at: { from: "date" },
  branch: { from: "branch", newNames: "take" },
  quantity_milli: { from: "qty" },
  gross_minor: { from: "gross" },
};

type Line = [receipt: string, date: string, gross: string];

/** A table of sales; the place of a line is its id. */
export function table(
  lines: readonly Line[],
  { delimiter = ",", end = "\n", titles = [] as string[], names = header } = {},
) {
  const quoted = (text: string) =>
    text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  const rows = lines.map(([receipt, date, gross]) => [`${receipt}-1`, receipt, date, "Seef", "1", gross]);
  const all = [...titles, ...[names, ...rows].map((cells) => cells.map(quoted).join(delimiter))];
  return `${all.join(end)}${end}`;
}

export const iso = "2026-03-13";
const keyless = (more: Partial<SourceMapping> = {}): Partial<SourceMapping> => {
  const { source_key: _, ...others } = fields;
  return { fields: others, ...more };
};
const withField = (name: string, field: SourceMapping["fields"][string]): Partial<SourceMapping> => ({
  fields: { ...fields, [name]: { ...fields[name], ...field } },
});

/** Small files that are hard to read, each with what it must become. */
export const files: readonly CorpusFile[] = [
  // Separators and line ends
  { name: "commas", content: table([["a1", iso, "1.50"]]), stored: ["a1 2026-03-13 150"] },
  { name: "semicolons", content: table([["a2", iso, "1.50"]], { delimiter: ";" }), stored: ["a2 2026-03-13 150"] },
  { name: "tabs", content: table([["a3", iso, "1.50"]], { delimiter: "\t" }), stored: ["a3 2026-03-13 150"] },
  { name: "bars", content: table([["a4", iso, "1.50"]], { delimiter: "|" }), stored: ["a4 2026-03-13 150"] },
  { name: "CRLF", content: table([["a5", iso, "1.50"]], { end: "\r\n" }), stored: ["a5 2026-03-13 150"] },
  {
    name: "old Macintosh line ends",
    content: table([["a6", iso, "1.50"]], { end: "\r" }),
    stored: ["a6 2026-03-13 150"],
  },
  { name: "no line end at the end", content: table([["a7", iso, "1.50"]]).trimEnd(), stored: ["a7 2026-03-13 150"] },
  {
    name: "a line break inside a cell",
    content: `${header.join(",")}\na8-1,"a8",${iso},"See\nf",1,1.50\n`,
    mapping: { fields },
    stored: ["a8 2026-03-13 150"],
  },
  {
    name: "empty lines in between",
    content: table([["a9", iso, "1.50"]]).replaceAll("\n", "\n\n"),
    stored: ["a9 2026-03-13 150"],
  },
  // Decimal signs and thousands
  {
    name: "a decimal comma",
    content: table(
      [
        ["c1", iso, "12,50"],
        ["c2", iso, "0,500"],
        ["c3", iso, "1.234,5"],
      ],
      { delimiter: ";" },
    ),
    stored: ["c1 2026-03-13 1250", "c2 2026-03-13 50", "c3 2026-03-13 123450"],
  },
  {
    name: "thousands with commas",
    content: table([
      ["c4", iso, "1,234.50"],
      ["c5", iso, "1,234"],
    ]),
    stored: ["c4 2026-03-13 123450", "c5 2026-03-13 123400"],
  },
  {
    name: "thousands as in India",
    content: table([["c6", iso, "12,34,567.50"]]),
    stored: ["c6 2026-03-13 123456750"],
  },
  { name: "thousands as in Switzerland", content: table([["c7", iso, "1'234.50"]]), stored: ["c7 2026-03-13 123450"] },
  {
    name: "amounts that can be read in two ways",
    content: table([
      ["c8", iso, "1,234"],
      ["c9", iso, "5,678"],
    ]),
    refused: 'Gross: choose the decimal sign of "gross".',
  },
  {
    name: "amounts that can be read in two ways, once someone has chosen",
    content: table([
      ["ca", iso, "1,234"],
      ["cb", iso, "5,678"],
    ]),
    mapping: withField("gross_minor", { decimal: "comma" }),
    stored: ["ca 2026-03-13 123", "cb 2026-03-13 568"],
    notes: ["Gross was rounded to 2 decimals."],
  },
  {
    name: "one amount against the sign of all others",
    content: table([
      ...Array.from({ length: 30 }, (_, place): Line => [`cc${place}`, iso, "1.50"]),
      ["cd", iso, "2,50"],
    ]),
    stored: Array.from({ length: 30 }, (_, place) => `cc${place} 2026-03-13 150`).sort(),
    rejected: ['line 32: "2,50" is not a number with a decimal point.'],
  },
  {
    name: "currencies, units and brackets",
    content: table([
      ["ce", iso, "$1.50"],
      ["cf", iso, "USD 2.505"],
      ["cg", iso, "(3.50)"],
      ["ch", iso, "4.50-"],
      ["cu", iso, "EUR 12.50"],
      ["cv", iso, "BHD 2.505"],
    ]),
    stored: ["ce 2026-03-13 150", "cf 2026-03-13 251", "cg 2026-03-13 350 back", "ch 2026-03-13 450 back"],
    notes: ["Gross was rounded to 2 decimals."],
    rejected: [
      'line 6: "EUR 12.50" is not in USD. Map a column to the currency of each row.',
      'line 7: "BHD 2.505" is not in USD. Map a column to the currency of each row.',
    ],
  },
  {
    name: "amounts with signs and marks that would make them others",
    content: table([
      ["ea", iso, "$(12.50)"],
      ["eb", iso, "\u20137.50"],
      ["ec", iso, "1.2M"],
      ["ed", iso, "5%"],
      ["ee", iso, "kr 5.00"],
      ["ef", iso, "(9.50"],
      ["eg", iso, "8.50"],
    ]),
    stored: ["ea 2026-03-13 1250 back", "eb 2026-03-13 750 back", "eg 2026-03-13 850"],
    rejected: [
      'line 4: "1.2M" is not a number.',
      'line 5: "5%" is a percentage, not an amount.',
      'line 6: "kr 5.00" is not in USD. Map a column to the currency of each row.',
      'line 7: "(9.50" is not a number.',
    ],
  },
  {
    name: "amounts beyond what can be stored",
    content: table([
      ["ci", iso, "1e30"],
      ["cj", iso, "1.50"],
    ]),
    stored: ["cj 2026-03-13 150"],
    rejected: ["line 2: 1e30 is too large."],
  },
  { name: "negative returns", content: table([["ck", iso, "-7.25"]]), stored: ["ck 2026-03-13 725 back"] },
  {
    name: "negative corrections",
    content: table([["cl", iso, "-7.25"]]),
    mapping: { signs: "positive" },
    stored: ["cl 2026-03-13 -725"],
  },
  // Orders of days
  {
    name: "day/month",
    content: table([
      ["d1", "13/03/2026", "1.50"],
      ["d2", "04/05/2026", "1.50"],
    ]),
    stored: ["d1 2026-03-13 150", "d2 2026-05-04 150"],
  },
  {
    name: "month/day",
    content: table([
      ["d3", "03/13/2026", "1.50"],
      ["d4", "04/05/2026", "1.50"],
    ]),
    stored: ["d3 2026-03-13 150", "d4 2026-04-05 150"],
  },
  {
    name: "days that can be read in two ways",
    content: table([["d5", "04/05/2026", "1.50"]]),
    refused: 'Sold at: choose whether the day or the month comes first in "date".',
  },
  {
    name: "days that can be read in two ways, once someone has chosen",
    content: table([["d6", "04/05/2026", "1.50"]]),
    mapping: withField("sold_at", { dates: "mdy" }),
    stored: ["d6 2026-04-05 150"],
  },
  {
    name: "one day against the order of all others",
    content: table([
      ...Array.from({ length: 30 }, (_, place): Line => [`da${place}`, "03/13/2026", "1.50"]),
      ["db", "13/03/2026", "1.50"],
    ]),
    stored: Array.from({ length: 30 }, (_, place) => `da${place} 2026-03-13 150`).sort(),
    rejected: ['line 32: "13/03/2026" is not a date and time written as month/day/year.'],
  },
  {
    name: "years of two digits",
    content: table([
      ["dc", "13/03/26", "1.50"],
      ["dd", "13/03/99", "1.50"],
    ]),
    stored: ["dc 2026-03-13 150", "dd 1999-03-13 150"],
  },
  {
    name: "years of two digits in another century",
    content: table([["de", "13/03/45", "1.50"]]),
    mapping: withField("sold_at", { firstYear: 1930 }),
    stored: ["de 1945-03-13 150"],
  },
  {
    name: "months in words",
    content: table([
      ["df", "13 March 2026", "1.50"],
      ["dg", "Mar 14, 2026", "1.50"],
      ["dh", "15-Mar-26", "1.50"],
    ]),
    stored: ["df 2026-03-13 150", "dg 2026-03-14 150", "dh 2026-03-15 150"],
  },
  {
    name: "months in French and German words, and a word that only begins like a month",
    content: table([
      ["dm", "5 mai 2019", "1.50"],
      ["dn", "12 août 2020", "1.50"],
      ["do", "5. März 2019", "1.50"],
      ["dp", "5 Marketing 1996", "1.50"],
    ]),
    stored: ["dm 2019-05-05 150", "dn 2020-08-12 150", "do 2019-03-05 150"],
    rejected: ['line 5: "5 Marketing 1996" is not a date and time.'],
  },
  {
    name: "days of a spreadsheet as numbers",
    content: table([["di", "46094", "1.50"]]),
    stored: ["di 2026-03-13 150"],
  },
  { name: "seconds since 1970", content: table([["dj", "1773360000", "1.50"]]), stored: ["dj 2026-03-13 150"] },
  {
    name: "a day that no calendar has",
    content: table([
      ["dk", "2026-02-30", "1.50"],
      ["dl", iso, "1.50"],
    ]),
    stored: ["dl 2026-03-13 150"],
    rejected: ['line 2: "2026-02-30" is not a date and time.'],
  },
  // Titles and headers
  {
    name: "a title above the header",
    content: table(
      [
        ["e1", iso, "1.50"],
        ["e2", iso, "2.50"],
      ],
      { titles: ["Sales of March", ""] },
    ),
    stored: ["e1 2026-03-13 150", "e2 2026-03-13 250"],
  },
  {
    name: "headers in capitals with spaces",
    content: table([["e3", iso, "1.50"]], {
      names: [" ID ", "RECEIPT NUMBER", "Sale Date", "Branch Name", "QTY", "Gross"],
    }),
    mapping: {},
    stored: ["e3 2026-03-13 150"],
  },
  {
    name: "two columns of one name, of which the second has a name of its own",
    content: `${header.join(",")},gross\ne4-1,e4,${iso},Seef,1,1.50,9.99\n`,
    mapping: withField("gross_minor", { from: "gross (2)" }),
    stored: ["e4 2026-03-13 999"],
  },
  // Keys and duplicates
  {
    name: "a key twice, the later one counts",
    content: `${header.join(",")}\nf1,f1,${iso},Seef,1,1.50\nf1,f1,${iso},Seef,1,2.50\n`,
    mapping: { fields },
    stored: ["f1 2026-03-13 250"],
    duplicates: 1,
  },
  {
    name: "a key twice, the first one counts",
    content: `${header.join(",")}\nf2,f2,${iso},Seef,1,1.50\nf2,f2,${iso},Seef,1,2.50\n`,
    mapping: { fields, duplicates: "first" },
    stored: ["f2 2026-03-13 150"],
    duplicates: 1,
  },
  {
    name: "equal lines that all count",
    content: `${header.join(",")}\nf3,f3,${iso},Seef,1,1.50\nf3,f3,${iso},Seef,1,1.50\n`,
    mapping: keyless({ duplicates: "each" }),
    stored: ["f3 2026-03-13 150", "f3 2026-03-13 150"],
  },
  {
    name: "equal lines of which one counts",
    content: `${header.join(",")}\nf4,f4,${iso},Seef,1,1.50\nf4,f4,${iso},Seef,1,1.50\n`,
    mapping: keyless(),
    stored: ["f4 2026-03-13 150"],
    duplicates: 1,
  },
  {
    name: "a key of two columns that is not whole",
    content: `${header.join(",")}\nf5,f5,${iso},Seef,1,1.50\n,f6,${iso},Seef,1,1.50\n`,
    mapping: keyless({ keyColumns: ["receipt", "id"] }),
    stored: ["f5 2026-03-13 150"],
    rejected: ['line 3: The key is incomplete: "id" is empty.'],
  },
  // Empty values and values that are none
  {
    name: "words that mean empty",
    content: `${header.join(",")}\ng1-1,g1,${iso},N/A,1,1.50\ng2-1,g2,${iso},NULL,1,1.50\n`,
    stored: ["g1 2026-03-13 150", "g2 2026-03-13 150"],
  },
  {
    name: "a bad value of a field that rows need not have",
    content: `${header.join(",")},rebate\ng3-1,g3,${iso},Seef,1,1.50,some\n`,
    mapping: { fields: { ...fields, discount_minor: { from: "rebate" } } },
    stored: ["g3 2026-03-13 150"],
    notes: ['Discount skipped: "some" is not a number.'],
  },
  {
    name: "the same value where someone needs it",
    content: `${header.join(",")},rebate\ng4-1,g4,${iso},Seef,1,1.50,some\ng5-1,g5,${iso},Seef,1,1.50,0.10\n`,
    mapping: { fields: { ...fields, discount_minor: { from: "rebate", isRequired: true } } },
    stored: ["g5 2026-03-13 150"],
    rejected: ['line 2: "some" is not a number.'],
  },
  {
    name: "a name of many thousand characters",
    content: `${header.join(",")}\ng6-1,g6,${iso},${"x".repeat(5000)},1,1.50\n`,
    stored: ["g6 2026-03-13 150"],
    notes: ["Branch was shortened to 200 characters."],
  },
  {
    name: "a formula as a text",
    content: `${header.join(",")}\ng7-1,=cmd(),${iso},Seef,1,1.50\n`,
    stored: ["=cmd() 2026-03-13 150"],
  },
  {
    name: "columns called like what every object has",
    content: `${header.join(",")},__proto__,constructor\ng8-1,g8,${iso},Seef,1,1.50,x,y\n`,
    stored: ["g8 2026-03-13 150"],
  },
];
