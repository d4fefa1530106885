import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { collectWhole, sampleBook, sampleHeader } from "./sample-book-for-tests.ts";
import { writeCsv } from "./write-csv.ts";
import { writeXlsx } from "./write-xlsx.ts";

test("A sheet holds numbers, days, instants and flags as what they are, and texts as texts", async () => {
  const { sheets } = await open(sampleBook());
  expect(sheets.Deliveries?.rows).toEqual([
    [
      "Driver",
      "Day",
      "Completed",
      "Late",
      "Deliveries",
      "On time",
      "Cost (AED)",
      "Quantity",
      "Delivery time (min)",
      "Distance (km)",
      "Spent (AED)",
    ],
    ["Ann", "2026-11-13", "2026-11-14 01:05:09", false, 1234, 0.934, 1234.56, 2.5, 1.5, 1.25, 0.3],
    ['=HYPERLINK("http://x.test")', "2026-11-14", null, true, 0, null, -0.05, 0, -0.5, 0, 12],
    ["Omar, \"عمر\" 🚚 <b> & 'x'", null, null, null, null, 1],
    ["Total", null, null, null, 1234, 0.95, 1234.51],
  ]);
});

test("A text stays one, also where it looks like a number", async () => {
  const driver = ["007", "1e5", "12"];
  const { sheets } = await open(sampleBook({ rows: driver.map((name) => ({ driver: name })) }));
  expect(sheets.Deliveries?.rows.slice(1, 4)).toEqual(driver.map((name) => [name]));
});

test("Cells carry the number formats of their columns, and totals are bold", async () => {
  const { sheets, styles } = await open(sampleBook());
  const looks = (row: number) => sheets.Deliveries?.styles[row]?.map((style) => styles[style]);
  expect(looks(1)).toEqual([
    "General",
    "d mmm yyyy",
    "d mmm yyyy hh:mm",
    "General",
    "#,##0",
    "0.0%",
    "#,##0.00",
    "General",
    "#,##0.0",
    "#,##0.0",
    "#,##0.00",
  ]);
  expect(looks(4)).toEqual(["bold General", "bold #,##0", "bold 0.0%", "bold #,##0.00"]);
  expect(new Set(looks(0))).toEqual(new Set(["bold General"]));
});

test.each([
  ["dmy", "dd\\/mm\\/yyyy"],
  ["mdy", "mm\\/dd\\/yyyy"],
  ["ymd", "yyyy-mm-dd"],
] as const)("days and times of a reader who wants %s look like %s", async (dateFormat, code) => {
  const book = sampleBook();
  const { sheets, styles } = await open({ ...book, header: { ...book.header, dateFormat } });
  expect(sheets.Deliveries?.styles[1]?.slice(1, 3).map((style) => styles[style])).toEqual([code, `${code} hh:mm`]);
});

test("The head stays in sight and can be filtered by, without the totals", async () => {
  const { xml } = await open(sampleBook());
  expect(xml("xl/worksheets/sheet2.xml")).toContain(
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
  );
  expect(xml("xl/worksheets/sheet2.xml")).toContain('<autoFilter ref="A1:K4"/>');
});

test("The first sheet says what the file is about", async () => {
  const { sheets } = await open(sampleBook());
  expect(sheets.About?.rows).toEqual([
    ["Report", "Deliveries, by day"],
    ["Tenant", "Acme Foods"],
    ["Filter: Driver", "Ann, Omar"],
    ["Period", "16 Oct – 14 Nov 2026"],
    ["Time zone", "Asia/Dubai"],
    ["Data as of", "14 Nov 2026, 09:20"],
    ["Generated", "15 Nov 2026, 00:30"],
    ["By", "Rana Haddad"],
    ["Open live", "https://console.test/reports/deliveries?period=last_30_days"],
    ["Note: Deliveries", "Without cancelled ones."],
  ]);
});

test("Each table has a sheet, whose name is allowed and its own", async () => {
  const { sheets } = await open(sampleBook({ tables: 3 }));
  expect(Object.keys(sheets)).toEqual(["About", "Deliveries", "Deliveries 2", "Costs by branch area and a name"]);
});

test("What does not fit on a sheet goes on on the next, and the totals close the last", async () => {
  const rows = Array.from({ length: 7 }, (_, place) => ({ driver: `Driver ${place}` }));
  const { sheets } = await open(sampleBook({ rows }), 3);
  expect(Object.keys(sheets)).toEqual(["About", "Deliveries", "Deliveries 2", "Deliveries 3"]);
  const drivers = ["Deliveries", "Deliveries 2", "Deliveries 3"].map((name) =>
    sheets[name]?.rows.slice(1).map(([driver]) => driver),
  );
  expect(drivers).toEqual([
    ["Driver 0", "Driver 1", "Driver 2"],
    ["Driver 3", "Driver 4", "Driver 5"],
    ["Driver 6", "Total"],
  ]);
  const { sheets: even } = await open(sampleBook({ rows: rows.slice(0, 6) }), 3);
  expect(Object.keys(even)).toEqual(["About", "Deliveries", "Deliveries 2"]);
});

test("A workbook holds the same rows as the CSV, over however many sheets", async () => {
  const rows = Array.from({ length: 250 }, (_, place) => ({
    driver: `Driver ${place}`,
    count: place,
    cost: place * 7,
  }));
  const { sheets } = await open(sampleBook({ rows }), 100);
  const parts = Object.entries(sheets).filter(([name]) => name !== "About");
  const written = parts.flatMap(([, sheet]) => sheet.rows.slice(1));
  const csv = (await collectWhole(writeCsv(sampleBook({ rows })))).toString("utf8").split("\r\n");
  const lines = csv.slice(csv.findIndex((line) => line.startsWith("Driver,Day")) + 1, -1);
  expect(parts).toHaveLength(3);
  expect(written.map((row) => [row[0], row[4], row[6]].join())).toEqual(
    lines.map((line) => [0, 4, 6].map((place) => line.split(",")[place]).join()),
  );
});

test("Any text can be read back, whatever it holds", async () => {
  const texts = ["_x0041_", " spaces ", "two\nlines", "\uD83D", "a\u0000\u001Fb", "]]>", "&amp;", "x".repeat(40_000)];
  const columns = [{ id: "text", label: "Text", format: "text" as const }];
  const rows = [texts.map((text) => ({ text }))];
  const { sheets } = await open({ header: sampleHeader, currency: "AED", tables: [{ title: "Texts", columns, rows }] });
  expect(sheets.Texts?.rows.slice(1).map(([text]) => text)).toEqual([
    "_x005F_x0041_",
    " spaces ",
    "two\nlines",
    "",
    "ab",
    "]]>",
    "&amp;",
    `${"x".repeat(32_766)}…`,
  ]);
});

test("A table without rows and columns is still a sheet", async () => {
  const { sheets } = await open({
    header: sampleHeader,
    currency: "JPY",
    tables: [{ title: "", columns: [], rows: [] }],
  });
  expect(sheets.Rows?.rows).toEqual([[]]);
});

test("A source that fails makes the file fail, and one that is no longer wanted is closed", async () => {
  let isClosed = false;
  const [table] = sampleBook().tables;
  const book = (isFailing: boolean) => ({
    ...sampleBook(),
    tables: [
      {
        title: "Rows",
        columns: table?.columns ?? [],
        rows: (async function* () {
          try {
            for (let count = 0; ; count++) {
              if (isFailing && count === 3) throw new Error("The database went away.");
              yield Array.from({ length: 1000 }, () => ({ driver: crypto.randomUUID() }));
            }
          } finally {
            isClosed = true;
          }
        })(),
      },
    ],
  });
  await expect(collectWhole(writeXlsx(book(true)))).rejects.toThrow("The database went away.");
  isClosed = false;
  for await (const part of writeXlsx(book(false))) if (part.length > 1000) break;
  await expect.poll(() => isClosed).toBe(true);
});

type Value = string | number | boolean | null;
type Sheet = { rows: Value[][]; styles: number[][] };

/** Reads a workbook back as a spreadsheet does: by its relations, types and styles. */
async function open(book: ReturnType<typeof sampleBook>, mostRows?: number) {
  const bytes = await collectWhole(writeXlsx(book, mostRows === undefined ? {} : { mostRows }));
  const files = unzipSync(bytes);
  const xml = (name: string) => {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(files[name]);
    requireWellFormed(text);
    return text;
  };
  for (const name of Object.keys(files)) xml(name);
  const styles = readStyles(xml("xl/styles.xml"));
  const targets = Object.fromEntries(
    all(xml("xl/_rels/workbook.xml.rels"), /<Relationship Id="(.*?)" .*?Target="(.*?)"\/>/g),
  );
  const names = all(xml("xl/workbook.xml"), /<sheet name="(.*?)" sheetId="\d+" r:id="(.*?)"\/>/g);
  const sheets: Record<string, Sheet> = {};
  for (const [name = "", id = ""] of names) {
    const path = `xl/${targets[id]}`;
    expect(xml("[Content_Types].xml")).toContain(`PartName="/${path}"`);
    sheets[plain(name)] = readSheet(xml(path), styles);
  }
  return { sheets, styles, xml };
}

function readSheet(text: string, styles: string[]): Sheet {
  const sheet: Sheet = { rows: [], styles: [] };
  for (const [number, cells = ""] of all(text, /<row r="(\d+)">(.*?)<\/row>/gs)) {
    expect(Number(number)).toBe(sheet.rows.length + 1);
    const row: Value[] = [];
    const rowStyles: number[] = [];
    for (const [letter = "", style, type, inside = ""] of all(
      cells,
      /<c r="([A-Z]+)\d+" s="(\d+)"(?: t="(\w+)")?>(.*?)<\/c>/gs,
    )) {
      while (row.length < letter.charCodeAt(0) - 65) row.push(null);
      row.push(readCell(type, inside, styles[Number(style)] ?? ""));
      rowStyles.push(Number(style));
    }
    sheet.rows.push(row);
    sheet.styles.push(rowStyles);
  }
  return sheet;
}

function readCell(type: string | undefined, inside: string, style: string): Value {
  const text = plain(inside.replace(/<[^>]*>/g, ""));
  if (type === "inlineStr") return text;
  if (type === "b") return text === "1";
  if (!style.includes("yyyy")) return Number(text);
  const wall = new Date(Math.round((Number(text) - 25_569) * 86_400) * 1000).toISOString();
  return style.includes("hh") ? wall.slice(0, 19).replace("T", " ") : wall.slice(0, 10);
}

function readStyles(text: string): string[] {
  const formats = Object.fromEntries(all(text, /<numFmt numFmtId="(\d+)" formatCode="(.*?)"\/>/g));
  const cells = text.slice(text.indexOf("<cellXfs"));
  return all(cells, /<xf numFmtId="(\d+)" fontId="(\d+)"/g).map(
    ([format = "", font]) => `${font === "1" ? "bold " : ""}${plain(formats[format] ?? "General")}`,
  );
}

function all(text: string, pattern: RegExp): (string | undefined)[][] {
  return [...text.matchAll(pattern)].map((match) => match.slice(1));
}

function plain(text: string): string {
  const letters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
  return text.replace(/&(\w+);/g, (_, name) => letters[name] ?? "?");
}

/** Every tag is closed in its order, and nothing stands where XML forbids it. */
function requireWellFormed(text: string): void {
  const open: string[] = [];
  const body = text.replace(/^<\?xml.*?\?>/, "");
  expect(body).not.toMatch(/(?![\t\n\r])[\p{Cc}\p{Cs}]/u);
  for (const [, tag = "", between = ""] of body.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (tag.startsWith("/")) expect(open.pop()).toBe(tag.slice(1));
    else if (!tag.endsWith("/")) open.push(tag.split(" ")[0] ?? "");
    expect(between).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
  }
  expect(open).toEqual([]);
}
