import { encode } from "../../../connectors/file/encode-for-tests.ts";
import { textRow, workbook } from "../../../connectors/file/workbook-for-tests.ts";
import { type CorpusFile, fields, header, iso, table } from "./file-corpus-for-tests.ts";

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
  {
    name: "amounts with words for a currency, of which one is another one",
    content: table(
      [
        ["n6", iso, "12,50 zł"],
        ["n7", iso, "US$ 2,50"],
        ["n8", "2026-03-13 24:00", "1.234,00 USD"],
      ],
      { delimiter: ";" },
    ),
    stored: ["n7 2026-03-13 250", "n8 2026-03-14 123400"],
    rejected: ['line 2: "12,50 zł" is not in USD. Map a column to the currency of each row.'],
  },
  {
    name: "discounts in percent, which are no money",
    content: `${header.join(",")},disc %\nn9-1,n9,${iso},Seef,1,100.00,10\n`,
    mapping: { fields: { ...fields, discount_minor: { from: "disc %" } } },
    stored: ["n9 2026-03-13 10000"],
    notes: [
      "Discount skipped: “disc %” is in percent by its name, and Discount is not. Add a computed column that makes it what the field takes.",
    ],
  },
  {
    name: "discounts below zero, as tills export them, also on what came back",
    content: `${header.join(",")},discounts\nna-1,na,${iso},Seef,1,$12.50,-$1.00\nnb-1,nb,${iso},Seef,-1,-$12.50,$1.00\n`,
    mapping: { fields: { ...fields, discount_minor: { from: "discounts" } } },
    stored: ["na 2026-03-13 1250", "nb 2026-03-13 1250 back"],
    notes: ["Discount was below zero and is stored as money off."],
  },
  {
    name: "yen, whose commas can only mark thousands",
    content: `${header.join(",")},cur\nnc-1,nc,${iso},Seef,1,"1,200",JPY\nnd-1,nd,${iso},Seef,1,"¥3,400",JPY\n`,
    mapping: { fields: { ...fields, currency: { from: "cur" } } },
    stored: ["nc 2026-03-13 1200", "nd 2026-03-13 3400"],
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
    ["in Chinese", "状态", { ms: "已退款", mt: "已完成" }, ["ms 2026-03-13 150 back", "mt 2026-03-13 150"]],
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
  // Rows that are none of their own, and marks of returns
  {
    name: "a row of totals that has a day",
    content: table([
      ["z1", iso, "1.50"],
      ["z2", iso, "2.50"],
      ["Total", iso, "4.00"],
    ]),
    stored: ["z1 2026-03-13 150", "z2 2026-03-13 250"],
    rejected: ['line 4: Receipt key "Total": the row sums up others, and would count twice.'],
  },
  {
    name: "an average at the end",
    content: table([
      ["za1", iso, "1.50"],
      ["Durchschnitt:", iso, "1.50"],
    ]),
    stored: ["za1 2026-03-13 150"],
    rejected: ['line 3: Receipt key "Durchschnitt:": the row is the average of others, and would count beside them.'],
  },
  {
    name: "the header again between kinds in single letters",
    content: `${header.join(",")},type\nza2-1,za2,${iso},Seef,1,5.00,S\n${header.join(",")},Type\nza3-1,za3,${iso},Seef,1,2.00,R\n`,
    mapping: { fields },
    refused:
      "“type” has “S” in 1 row, “R” in 1 row: one of them may mark returns. Choose whether its rows are returns or sales.",
  },
  {
    name: "a workbook with the header again",
    content: workbook({ sheets: [sheet([header, ["za4-1", "za4", iso, "Seef", "1", "1.50"], header])] }),
    stored: ["za4 2026-03-13 150"],
    rejected: ["row 3: The row repeats the header."],
  },
  {
    name: "a sum in German and the header again in the middle",
    content: `${table([["z3", iso, "1.50"]])}${header.join(",")}\nZwischensumme-1,Zwischensumme,${iso},Seef,1,1.50\n`,
    mapping: { fields },
    stored: ["z3 2026-03-13 150"],
    rejected: [
      "line 3: The row repeats the header.",
      'line 4: Receipt key "Zwischensumme": the row sums up others, and would count twice.',
    ],
  },
  {
    name: "Indian groups of digits, and negatives as accountants write them",
    content: table([
      ["z4", iso, "1,23,456.78"],
      ["z5", iso, "(12.00)"],
      ["z6", iso, "3.00-"],
    ]),
    stored: ["z4 2026-03-13 12345678", "z5 2026-03-13 1200 back", "z6 2026-03-13 300 back"],
  },
  {
    name: "a kind of lines in single letters",
    content: `${header.join(",")},type\nz7-1,z7,${iso},Seef,1,5.00,S\nz8-1,z8,${iso},Seef,1,2.00,R\n`,
    mapping: { fields },
    refused:
      "“type” has “S” in 1 row, “R” in 1 row: one of them may mark returns. Choose whether its rows are returns or sales.",
  },
  {
    name: "a kind of lines in single letters, of which one was chosen",
    content: `${header.join(",")},type\nz9-1,z9,${iso},Seef,1,5.00,S\nz91-1,z91,${iso},Seef,1,2.00,R\n`,
    mapping: { fields: { ...fields, is_return: { from: "type", values: { S: "no", R: "yes" } } } },
    stored: ["z9 2026-03-13 500", "z91 2026-03-13 200 back"],
  },
  {
    name: "a refund among the payments that is a sale",
    content: `${header.join(",")},payment\nz92-1,z92,${iso},Seef,1,5.00,Refund\n`,
    mapping: { fields, saleWords: { payment: ["Refund"] } },
    stored: ["z92 2026-03-13 500"],
  },
  {
    name: "a quantity that came back, which marks no return",
    content: markedTable("Returned qty", { za5: "0", za6: "1" }),
    stored: ["za5 2026-03-13 150", "za6 2026-03-13 150"],
  },
  // Lines that never became sales
  {
    name: "orders that were cancelled, of which nobody has said what they are",
    content: markedTable("Status", { u1: "completed", u2: "cancelled" }),
    refused: "“Status” says “cancelled” in 1 row. Choose whether they count as sales or are left out.",
  },
  {
    name: "orders that were cancelled in Polish, which are left out beside pending ones that count",
    content: markedTable("Status", { u3: "opłacone", u4: "anulowane", u5: "oczekujące" }),
    mapping: { fields, leftOutWords: { Status: ["anulowane"] }, saleWords: { Status: ["oczekujące"] } },
    stored: ["u3 2026-03-13 150", "u5 2026-03-13 150"],
    rejected: ["line 3: Left out: anulowane."],
  },
  {
    name: "a Storno that is left out instead of taken off",
    content: markedTable("Buchungsart", { u6: "Verkauf", u7: "Storno" }),
    mapping: { fields, leftOutWords: { Buchungsart: ["Storno"] } },
    stored: ["u6 2026-03-13 150"],
    rejected: ["line 3: Left out: Storno."],
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
