import { readdir } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textRow, workbook } from "../../../connectors/file/workbook-for-tests.ts";
import { type ImportFixture, openImportFixture, sales, toFile } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

/** The header and rows of a file of sales as a sheet. */
const createSheet = (lines: readonly string[]) =>
  toFile(lines)
    .trim()
    .split("\n")
    .map((line, place) => textRow(place + 1, line.split(",")))
    .join("");

const wide = Array.from({ length: 10_000 }, (_, place) => `c${place}`);
const good = workbook({ sheets: [createSheet(sales("w", 3))] });
const junk = Buffer.from(Array.from({ length: 50_000 }, (_, place) => (place * 7919 + (place >> 3) * 31) % 256));

/** Files that are refused as a whole, each with what is said about it. */
const refused: [string, string | Buffer, string][] = [
  ["an empty file with a mark", Buffer.from("\ufeff"), "The file is empty: no line of it holds anything."],
  ["a million empty lines", "\n".repeat(1_000_000), "The file is empty: no line of it holds anything."],
  ["a header only", toFile([]), "The file has a header in line 1, but no rows below it."],
  ["binary junk", junk, "This is not a table: the file holds binary data. Upload CSV, TSV, XLSX or NDJSON."],
  [
    "10,000 columns",
    `${wide.join(",")}\n${wide.map(() => "1").join(",")}\n`,
    "The file has 10,000 columns in its first row; up to 1,000 can be read. Check its delimiter, or leave columns out.",
  ],
  [
    "a truncated gzip",
    gzipSync(toFile(sales("x", 50))).subarray(0, 60),
    "The file is compressed with gzip. Decompress it, then upload its contents.",
  ],
  [
    "a truncated workbook",
    good.subarray(0, good.length - 200),
    "The workbook is damaged or incomplete. Save it again, then upload it.",
  ],
  [
    "a workbook that would fill the memory",
    workbook({
      sheets: [createSheet(sales("x", 2))],
      extra: { "xl/sharedStrings.xml": Buffer.alloc(64 * 1024 * 1024, 32) },
    }),
    'The workbook would unpack to far more than it holds ("xl/sharedStrings.xml").',
  ],
  [
    "a workbook with broken XML",
    workbook({ sheets: ["<row><c></row>"] }),
    "The workbook is damaged or incomplete. Save it again, then upload it.",
  ],
  ["an empty workbook", workbook({ sheets: ["", ""] }), "The workbook is empty: none of its sheets has a row."],
  [
    "an old workbook",
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    "The file is an old (.xls) or locked workbook. Save it as XLSX without a password.",
  ],
  [
    "a JSON array",
    JSON.stringify([{ id: 1 }], null, 2),
    "The file is one JSON array. Upload NDJSON instead: one object per line.",
  ],
  [
    "a JSON object over many lines",
    JSON.stringify({ sales: [{ id: 1 }] }, null, 2),
    "No line of the file is a JSON object. NDJSON has one object per line.",
  ],
  ["a web page", "<html><table></table></html>", "The file is a web page or XML, not a table. Save it as CSV or XLSX."],
  [
    "a quote in the header that is never closed",
    'id,"receipt,date\na,b,c\n',
    "Line 1, which should name the columns, has a quote that is not closed properly.",
  ],
];

test.each(refused)("%s is refused, and nothing of it is kept", async (_, content, message) => {
  const { status, body } = await fixture.send(content);
  expect([status, body.error?.message, body.error?.fields]).toEqual([400, message, { file: message }]);
  expect(await readdir(path.join(fixture.dataDir, "uploads"))).toEqual([]);
  expect(await readdir(path.join(fixture.dataDir, "imports")).catch(() => [])).toEqual([]);
});

const line = (key: string, date = "2026-03-01 10:00", gross = "10.50") => `${key},r1,${date},Seef,1,${gross}`;
const header = "id,receipt,date,branch,qty,gross";

/** Files that are taken in as far as they can be, each with how many rows are stored and what is said about the others. */
const mixed: [string, string | Buffer, number, string[]][] = [
  [
    "ragged rows",
    toFile([
      line("ra1"),
      "ra0,r0,2026-03-01,Sééf,1,1.00",
      "ra2,r2,2026-03-01",
      `${line("ra3")},extra`,
      `${line("ra4")},,`,
    ]),
    3,
    [
      'line 4: Quantity is empty; the column is "qty". Gross is empty; the column is "gross".',
      "line 5: This row has 7 cells, but there are 6 columns. Check its delimiters and quotes.",
    ],
  ],
  ["NUL bytes", toFile([...sales("nu", 5), line("nu\0six")]), 5, ['line 7: "id" contains a NUL byte.']],
  [
    "text of another encoding in between",
    Buffer.concat([
      Buffer.from(toFile(["ég1,r1,2026-03-01,Sééf,1,1.00"])),
      Buffer.alloc(500_000, "\n"),
      Buffer.from("wr\xe9,r2,2026-03-01,S,1,1.00\n", "latin1"),
      Buffer.alloc(900_000, "\n"),
    ]),
    1,
    ['line 500003: "id" holds characters that are not UTF-8. Save the file as UTF-8, or choose its encoding.'],
  ],
  [
    "huge cells",
    toFile([line("hu1"), line(`hu${"9".repeat(150_000)}`), line(`hu${"8".repeat(1_500_000)}`), line("hu2")]),
    2,
    ['line 3: "id" is longer than 100,000 characters.', "line 4: This row is longer than 1 MB."],
  ],
  [
    "a quote that is never closed",
    toFile([
      line("qu1"),
      '"qu2,r1,2026-03-01,Seef,1,1.00',
      line("qu3"),
      `"qu"4,r1,2026-03-01,Seef,1,1.00`,
      line("qu5"),
    ]),
    3,
    [
      "line 3: A quote is not closed properly. Close it, or double the quotes inside the cell.",
      "line 5: A quote is not closed properly. Close it, or double the quotes inside the cell.",
    ],
  ],
  [
    "mixed types and formulas",
    toFile([
      line("mi1"),
      line("mi2", "yesterday"),
      line("mi3", "2026-02-30"),
      line("mi4", "2026-03-01", "=1+1"),
      line("mi5", "2026-03-01", "N/A"),
    ]),
    1,
    [
      'line 3: "yesterday" is not a date and time.',
      'line 4: "2026-02-30" is not a date and time.',
      'line 5: "=1+1" is not a number.',
      'line 6: Gross is empty; the column is "gross".',
    ],
  ],
  [
    "days in many styles",
    toFile(
      [
        "2026-03-01T10:00:00Z",
        "13/03/2026",
        "14.03.2026 09:30",
        "15-Mar-2026",
        "Mar 16, 2026",
        "2026/03/17 5:00 pm",
        "32/03/2026",
      ].map((date, place) => line(`da${place}`, date.includes(",") ? `"${date}"` : date)),
    ),
    6,
    ['line 8: "32/03/2026" is not a date and time written as day/month/year.'],
  ],
  [
    "numbers of many styles",
    toFile(
      ["(1.50)", "1 234.50", '"1,234.50"', "1'234.50", "$12", "١٢٫٥", "1-2", "--"].map((gross, place) =>
        line(`nm${place}`, "2026-03-01", gross),
      ),
    ),
    6,
    ['line 8: "1-2" is not a number.', 'line 9: Gross is empty; the column is "gross".'],
  ],
  [
    "lines of NDJSON that are none",
    [
      JSON.stringify({ id: "nd1", receipt: "r", date: "2026-03-01", qty: 1, gross: 2 }),
      "{",
      "[]",
      '"text"',
      JSON.stringify({ id: "nd2", receipt: "\u0000", date: "2026-03-01", qty: 1, gross: 2 }),
    ].join("\n"),
    1,
    [
      "line 2: This line is not JSON.",
      "line 3: This line is not a JSON object.",
      "line 4: This line is not a JSON object.",
      'line 5: "receipt" contains a NUL byte.',
    ],
  ],
  [
    "a workbook with formulas and errors",
    workbook({
      sheets: [
        `${createSheet([line("fo1")])}<row r="3"><c t="inlineStr"><is><t>fo2</t></is></c><c t="str"><f>CMD()</f><v>r2</v></c><c t="inlineStr"><is><t>2026-03-01</t></is></c><c/><c><v>1</v></c><c><f>A1</f><v>5.5</v></c></row>` +
          '<row r="4"><c t="inlineStr"><is><t>fo3</t></is></c><c t="e"><v>#N/A</v></c></row><row r="5"><c t="inlineStr"><is><t>fo4</t></is></c><c><f>A1</f></c></row>',
      ],
    }),
    2,
    [
      'row 4: "receipt" holds the error #N/A.',
      'row 5: "receipt" has a formula without a stored value. Open the workbook in a spreadsheet program and save it.',
    ],
  ],
  [
    "UTF-16 with half a character",
    Buffer.from(`\ufeff${header}\r\nut1,r\ud800,2026-03-01,Seef,1,much\r\n${line("ut2")}\r\n`, "utf16le"),
    1,
    ['line 2: "much" is not a number.'],
  ],
  [
    "keys that are too long",
    toFile([line("ke1"), line(`ke${"7".repeat(300)}`)]),
    1,
    ["line 3: source_key: Every record needs the source's own key, a text of up to 200 characters."],
  ],
];

test.each(mixed)(
  "of %s the good rows are stored, the others say what is wrong, and again nothing changes",
  async (_, content, written, reasons) => {
    const run = await fixture.take(content);
    const rows = { written, rejected: reasons.length };
    expect([run.state, await fixture.listRejects(run)]).toEqual(["done", reasons]);
    expect(run).toMatchObject({ rows });
    expect(await fixture.take(content)).toMatchObject({ state: "done", rows: { written: 0, unchanged: written } });
  },
);
