import { encode } from "../../../connectors/file/encode-for-tests.ts";
import { textRow, workbook } from "../../../connectors/file/workbook-for-tests.ts";
import { type CorpusFile, header, iso, table } from "./file-corpus-for-tests.ts";

function sheet(rows: readonly (readonly string[])[]): string {
  return rows.map((cells, index) => textRow(index + 1, [...cells])).join("");
}

/** A sheet with amounts that are shown in formats of their own. */
function pricedBook(lines: readonly [receipt: string, gross: number, format: string][]): Buffer {
  const codes = lines.map(
    ([, , code], n) => `<numFmt numFmtId="${164 + n}" formatCode="${code.replaceAll('"', "&quot;")}"/>`,
  );
  const styles = `<numFmts>${codes.join("")}</numFmts><cellXfs>${lines.map((_, n) => `<xf numFmtId="${164 + n}"/>`).join("")}</cellXfs>`;
  const rows = lines.map(([receipt, gross], n) => {
    const texts = [`${receipt}-1`, receipt, iso, "Seef", "1"].map(
      (text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`,
    );
    return `<row r="${n + 2}">${texts.join("")}<c s="${n}"><v>${gross}</v></c></row>`;
  });
  return workbook({ sheets: [`${sheet([header])}${rows.join("")}`], styles });
}

/** Files whose encoding or form makes them hard to read, each with what it must become. */
export const formFiles: readonly CorpusFile[] = [
  // Encodings
  { name: "a mark of UTF-8", content: `\ufeff${table([["b1", iso, "1.50"]])}`, stored: ["b1 2026-03-13 150"] },
  {
    name: "UTF-16",
    content: Buffer.from(`\ufeff${table([["b2", iso, "1.50"]])}`, "utf16le"),
    stored: ["b2 2026-03-13 150"],
  },
  {
    name: "Windows-1252",
    content: Buffer.from(table([["b3é", iso, "1.50"]]), "latin1"),
    stored: ["b3é 2026-03-13 150"],
  },
  { name: "Arabic text", content: table([["b4 فاتورة", iso, "1.50"]]), stored: ["b4 فاتورة 2026-03-13 150"] },
  { name: "Arabic digits", content: table([["b5", iso, "١٬٢٣٤٫٥"]]), stored: ["b5 2026-03-13 123450"] },
  {
    name: "Cyrillic of Windows-1251",
    content: encode(table([["i1 Чек Москва", iso, "1.50"]]), "windows-1251"),
    stored: ["i1 Чек Москва 2026-03-13 150"],
  },
  {
    name: "Greek of Windows-1253",
    content: encode(table([["i2 Απόδειξη Αθήνα", iso, "1.50"]]), "windows-1253"),
    stored: ["i2 Απόδειξη Αθήνα 2026-03-13 150"],
  },
  {
    name: "Japanese of Shift-JIS, in which a byte of a letter looks like a bar",
    content: encode(table([["i3 領収書ポイント", iso, "1.50"]]), "shift_jis"),
    stored: ["i3 領収書ポイント 2026-03-13 150"],
  },
  {
    name: "Arabic of Windows-1256",
    content: encode(table([["i4 فاتورة", iso, "1.50"]]), "windows-1256"),
    stored: ["i4 فاتورة 2026-03-13 150"],
  },
  // Workbooks
  {
    name: "a workbook",
    content: workbook({ sheets: [sheet([header, ["e5-1", "e5", iso, "Seef", "1", "1.50"]])] }),
    stored: ["e5 2026-03-13 150"],
  },
  {
    name: "a workbook whose first sheet is empty",
    content: workbook({ sheets: ["", sheet([header, ["e6-1", "e6", iso, "Seef", "1", "1.50"]])] }),
    stored: ["e6 2026-03-13 150"],
  },
  {
    name: "a workbook that begins with a page of notes and an empty table",
    content: workbook({
      sheets: [
        sheet([["Sales of March"], ["Made by the till."]]),
        sheet([header]),
        sheet([header, ["e9-1", "e9", iso, "Seef", "1", "1.50"]]),
      ],
    }),
    stored: ["e9 2026-03-13 150"],
  },
  {
    name: "a workbook with merged cells",
    content: workbook({
      sheets: [
        `${sheet([header, ["e7-1", "e7", iso, "Seef", "1", "1.50"]])}<row r="3"><c r="A3" t="inlineStr"><is><t>e8-1</t></is></c><c r="B3" t="inlineStr"><is><t>e8</t></is></c></row>`,
      ],
    }),
    stored: ["e7 2026-03-13 150"],
    rejected: [
      'row 3: Sold at is empty; the column is "date". Quantity is empty; the column is "qty". Gross is empty; the column is "gross".',
    ],
  },
  {
    name: "amounts that a workbook shows in currencies",
    content: pricedBook([
      ["h1", 1.5, '"$"#,##0.00'],
      ["h2", 2.5, "#,##0.00 [$€-407]"],
      ["h3", 3.5, "#,##0.00 [$USD]"],
      ["h4", 4.5, "[$-409]#,##0.00"],
      ["h5", 0.05, "0%"],
      ["h6", 6.5, "£#,##0.00"],
    ]),
    stored: ["h1 2026-03-13 150", "h3 2026-03-13 350", "h4 2026-03-13 450", "h5 2026-03-13 5"],
    rejected: [
      'row 3: "2.5 €" is not in USD. Map a column to the currency of each row.',
      'row 7: "6.5 £" is not in USD. Map a column to the currency of each row.',
    ],
  },
  // Texts of programs
  {
    name: "texts of a workbook that can be read in two ways",
    content: workbook({ sheets: [sheet([header, ["n1-1", "n1", iso, "Seef", "1", "1.234"]])] }),
    refused: 'Gross: choose the decimal sign of "gross".',
  },
  {
    name: "texts of objects that can be read in two ways",
    content: `${JSON.stringify({ id: "n2-1", receipt: "n2", date: iso, branch: "Seef", qty: 1, gross: "1.234" })}\n`,
    refused: 'Gross: choose the decimal sign of "gross".',
  },
  {
    name: "numbers of objects, which are as they are",
    content: `${JSON.stringify({ id: "n3-1", receipt: "n3", date: iso, branch: "Seef", qty: 1, gross: 1.23 })}\n`,
    stored: ["n3 2026-03-13 123"],
  },
  {
    name: "two digits of a year that has not come yet",
    content: table([
      ["n4", "13/03/68", "1.50"],
      ["n5", "14/03/11", "1.50"],
    ]),
    stored: ["n5 2011-03-14 150"],
    rejected: ['line 2: "13/03/68" may be of the last century. Choose which years two digits mean.'],
  },
  // Marks of returns
  ...marked([
    ["in German", "Retoure", { m1: "J", m2: "N" }, ["m1 2026-03-13 150 back", "m2 2026-03-13 150"]],
    ["in French", "Retour", { m3: "O", m4: "N" }, ["m3 2026-03-13 150 back", "m4 2026-03-13 150"]],
    ["in Spanish", "Devolución", { m5: "S", m6: "N" }, ["m5 2026-03-13 150 back", "m6 2026-03-13 150"]],
    ["for sales, too", "Return", { m7: "R", m8: "S" }, ["m7 2026-03-13 150 back", "m8 2026-03-13 150"]],
    ["as words", "Return", { m9: "Storno", ma: "" }, ["m9 2026-03-13 150 back", "ma 2026-03-13 150"]],
    ["as types", "Type", { md: "RET", me: "SALE" }, ["md 2026-03-13 150 back", "me 2026-03-13 150"]],
    ["as documents", "Belegart", { mf: "Gutschrift", mg: "Rechnung" }, ["mf 2026-03-13 150 back", "mg 2026-03-13 150"]],
    ["as states", "Status", { mh: "refunded", mi: "paid" }, ["mh 2026-03-13 150 back", "mi 2026-03-13 150"]],
    ["as kinds", "Transaction type", { mj: "Refund", mk: "Sale" }, ["mj 2026-03-13 150 back", "mk 2026-03-13 150"]],
    ["as days", "Returned", { ml: "2026-04-01", mm: "" }, ["ml 2026-03-13 150 back", "mm 2026-03-13 150"]],
  ]),
  {
    name: "types of returns that are below zero, which count once",
    content: markedTable("Vorgang", { mn: "Retoure", mo: "Verkauf" }).replace("1,1.50,Ret", "-1,-1.50,Ret"),
    stored: ["mn 2026-03-13 150 back", "mo 2026-03-13 150"],
  },
  {
    name: "states of which one is unknown",
    content: markedTable("Status", { mp: "refunded", mq: "paid", mr: "voided" }),
    stored: ["mp 2026-03-13 150 back", "mq 2026-03-13 150"],
    rejected: ['line 4: Is return "voided" is not known. Map it to one of: yes, no.'],
  },
  {
    name: "marks of returns that nobody knows",
    content: markedTable("Return", { mb: "K", mc: "no" }),
    stored: ["mc 2026-03-13 150"],
    rejected: ['line 2: Is return "K" is not known. Map it to one of: yes, no.'],
  },
];

type Marks = Readonly<Record<string, string>>;

/** Sales with a column of marks. */
function markedTable(column: string, marks: Marks): string {
  const lines = Object.entries(marks).map(([receipt, mark]) => `${receipt}-1,${receipt},${iso},Seef,1,1.50,${mark}`);
  return `${[...header, column].join(",")}\n${lines.join("\n")}\n`;
}

function marked(files: readonly [name: string, column: string, marks: Marks, stored: string[]][]): CorpusFile[] {
  return files.map(([name, column, marks, stored]) => ({
    name: `marks of returns ${name}`,
    content: markedTable(column, marks),
    stored,
  }));
}
