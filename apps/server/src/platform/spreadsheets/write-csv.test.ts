import { expect, test } from "vitest";
import type { ExportRow } from "./export-book.ts";
import { collectWhole, sampleBook, sampleHeader } from "./sample-book-for-tests.ts";
import { writeCsv } from "./write-csv.ts";

const readLines = async (book: ReturnType<typeof sampleBook>) =>
  (await collectWhole(writeCsv(book))).toString("utf8").split("\r\n");

test("A file says what it holds, then its rows in plain numbers with units in the heads", async () => {
  const lines = await readLines(sampleBook());
  expect(lines).toEqual([
    '\uFEFFReport,"Deliveries, by day"',
    "Tenant,Acme Foods",
    'Filter: Driver,"Ann, Omar"',
    "Period,16 Oct – 14 Nov 2026",
    "Time zone,Asia/Dubai",
    'Data as of,"14 Nov 2026, 09:20"',
    'Generated,"15 Nov 2026, 00:30"',
    "By,Rana Haddad",
    "Open live,https://console.test/reports/deliveries?period=last_30_days",
    "Note,Without cancelled ones.",
    "",
    "Driver,Day,Completed,Late,Deliveries,On time (%),Cost (AED),Quantity,Delivery time (min),Distance (km),Spent (AED)",
    "Ann,2026-11-13,2026-11-14T01:05:09+04:00,false,1234,93.4,1234.56,2.5,1.5,1.25,0.3",
    `"'=HYPERLINK(""http://x.test"")",2026-11-14,,true,0,,-0.05,0,-0.5,0,12`,
    '"Omar, ""عمر"" 🚚 <b> & \'x\'\u0001",,,,,100,,,,,',
    "Total,,,,1234,95,1234.51,,,,",
    "",
  ]);
});

test("Several tables stand under their titles, with an empty line between them", async () => {
  const lines = await readLines(sampleBook({ tables: 2 }));
  const heads = lines.flatMap((line, place) => (line.startsWith("Deliveries,") ? [place] : []));
  expect(heads.map((place) => lines.slice(place - 1, place + 1))).toEqual([
    ["", "Deliveries,Without cancelled ones."],
    ["", "Deliveries,Without cancelled ones."],
  ]);
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])("The text %j is never run as a formula", async (text) => {
  const [line] = (await readCells([{ text, number: null }])).slice(0, 1);
  expect(line?.replace(/^"/, "").startsWith(`'${text[0]}`)).toBe(true);
});

test("Numbers are never guarded, and have neither an exponent nor a comma", async () => {
  const numbers = [-5, 1e21, -2.5e22, 1e-7, 2e-9, 0.1 + 0.7, "123456789012.25", Number.NaN, -0];
  const lines = await readCells(numbers.map((number) => ({ text: "x", number })));
  expect(lines.map((line) => line.slice(2))).toEqual([
    "-5",
    "1000000000000000000000",
    "-25000000000000000000000",
    "0.0000001",
    "0.000000002",
    "0.8",
    "123456789012.25",
    "",
    "0",
  ]);
});

test("A time keeps its offset over the change to summer time, also where clocks differ by three quarters", async () => {
  const timesIn = async (timeZone: string, ...times: string[]) => {
    const rows = times.map((time) => ({ time }));
    const columns = [{ id: "time", label: "Time", format: "instant" as const }];
    const book = {
      header: { ...sampleHeader, timeZone },
      currency: "EUR",
      tables: [{ title: "T", columns, rows: [rows] }],
    };
    return (await readLines(book)).slice(-1 - times.length, -1);
  };
  expect(await timesIn("Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z")).toEqual([
    "2026-03-29T01:59:59+01:00",
    "2026-03-29T03:00:00+02:00",
  ]);
  expect(await timesIn("Asia/Kathmandu", "2026-03-29T00:00:00Z")).toEqual(["2026-03-29T05:45:00+05:45"]);
  expect(await timesIn("America/St_Johns", "2026-01-01T00:00:00Z", "soon")).toEqual([
    "2025-12-31T20:30:00-03:30",
    "soon",
  ]);
});

test("Rows are read only as fast as they are taken", async () => {
  let read = 0;
  let isClosed = false;
  const rows = (async function* (): AsyncGenerator<ExportRow[]> {
    try {
      for (;;) yield [{ driver: `Driver ${++read}` }];
    } finally {
      isClosed = true;
    }
  })();
  const [table] = sampleBook().tables;
  const parts = writeCsv({ ...sampleBook(), tables: table ? [{ ...table, rows }] : [] });
  for (let taken = 0; taken < 5; taken++) await parts.next();
  expect(read).toBe(3);
  await parts.return(undefined);
  expect(isClosed).toBe(true);
});

/** The lines of a table with a column of texts and one of numbers. */
async function readCells(rows: ExportRow[]): Promise<string[]> {
  const columns = [
    { id: "text", label: "Text", format: "text" as const },
    { id: "number", label: "Number", format: "number" as const },
  ];
  const book = { header: sampleHeader, currency: "AED", tables: [{ title: "T", columns, rows: [rows] }] };
  const lines = await readLines(book);
  return lines.slice(lines.indexOf("Text,Number") + 1, -1);
}
