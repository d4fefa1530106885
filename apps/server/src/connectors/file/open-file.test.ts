import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileRow } from "./file-row.ts";
import { openFile } from "./open-file.ts";
import { textRow, workbook } from "./workbook-for-tests.ts";

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "files-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(content: string | Buffer, name = "file.csv") {
  const file = path.join(folder, `${++files}`);
  await writeFile(file, content);
  return openFile(file, name);
}

async function read(content: string | Buffer, name?: string) {
  const opened = await open(content, name);
  const rows: FileRow[] = [];
  for await (const batch of opened.read(null)) rows.push(...batch.rows);
  return { ...opened, rows, values: rows.map(({ values }) => Object.values(values)) };
}

test("delimiters are found out, and quotes hold them and line ends", async () => {
  for (const delimiter of [",", ";", "\t", "|"]) {
    const lines = [
      ["id", "name", "note"],
      ["1", `"a${delimiter} b"`, '"two\nlines"'],
      ["2", '"say ""so"""', ""],
    ];
    const { form, columns, values, rows } = await read(lines.map((line) => line.join(delimiter)).join("\n"));
    expect(form.delimiter).toBe(delimiter);
    expect(columns).toEqual(["id", "name", "note"]);
    expect(values).toEqual([
      ["1", `a${delimiter} b`, "two\nlines"],
      ["2", 'say "so"', ""],
    ]);
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  }
});

test("a cell keeps its line breaks, wherever a piece of the file ends, and the lines after it are counted", async () => {
  const notes = ["one\ntwo", "one\r\ntwo", "one\rtwo", "\n", '"\n"', "a\n\nb", "a\n,b\n"];
  const quoted = notes.map((note) => `"${note.replaceAll('"', '""')}"`);
  const lines = Array.from({ length: 15_000 }, (_, n) => `${n},${quoted[n % notes.length]},end`);
  for (const end of ["\n", "\r\n"]) {
    const text = ["id,note,last", ...lines].join(end);
    const starts = [2];
    for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.split("\n").length);
    for (const content of [Buffer.from(text), Buffer.from(`\ufeff${text}`, "utf16le")]) {
      const { rows } = await read(content);
      expect(rows.map(({ values }) => Object.values(values))).toEqual(
        lines.map((_, n) => [String(n), notes[n % notes.length], "end"]),
      );
      expect(rows.map(({ line }) => line)).toEqual(starts.slice(0, -1));
      expect(rows.every(({ problem }) => problem === null)).toBe(true);
    }
  }
});

test("a delimiter that the file names itself is taken", async () => {
  expect((await read("sep=;\r\na;b\r\n1,5;x\r\n")).values).toEqual([["1,5", "x"]]);
});

test("line ends of all systems are read", async () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    expect((await read(["a,b", "1,x", "2,y", ""].join(end))).values).toEqual([
      ["1", "x"],
      ["2", "y"],
    ]);
  }
});

test("encodings are found out by their marks and by what is plausible", async () => {
  const text = "name,city\nمتجر السيف,المنامة\n";
  const swapped = Buffer.from(`\ufeff${text}`, "utf16le").swap16();
  const cases: [Buffer, string][] = [
    [Buffer.from(text), "utf-8"],
    [Buffer.from(`\ufeff${text}`), "utf-8"],
    [Buffer.from(`\ufeff${text}`, "utf16le"), "utf-16le"],
    [swapped, "utf-16be"],
  ];
  for (const [content, encoding] of cases) {
    const { form, columns, values } = await read(content);
    expect(form.encoding).toBe(encoding);
    expect(columns).toEqual(["name", "city"]);
    expect(values).toEqual([["متجر السيف", "المنامة"]]);
  }
  const western = await read(Buffer.from("name,price\nCaf\xe9 Ren\xe9,5 \x80\n", "latin1"));
  expect([western.form.encoding, western.values]).toEqual(["windows-1252", [["Café René", "5 €"]]]);
  const arabic = await read(
    Buffer.concat([Buffer.from("name,n\n"), Buffer.from([0xc7, 0xe1, 0xe3, 0xca]), Buffer.from(",1\n")]),
  );
  expect([arabic.form.encoding, arabic.values]).toEqual(["windows-1256", [["المت", "1"]]]);
  const bare = await read(Buffer.from("name,n\nabc,1\n", "utf16le"));
  expect([bare.form.encoding, bare.values]).toEqual(["utf-16le", [["abc", "1"]]]);
});

test("a letter beyond ASCII that comes late tells the encoding all the same", async () => {
  const lines = Array.from({ length: 60_000 }, (_, n) => `${n},plain`);
  const content = Buffer.from(["id,name", ...lines, ...lines.map(() => "9,Ren\xe9")].join("\n"), "latin1");
  const { form, rows } = await read(content);
  expect(form.encoding).toBe("windows-1252");
  expect(rows.at(-1)?.values.name).toBe("René");
});

test("reading goes on at the place that a piece named, in each form", async () => {
  const lines = Array.from({ length: 12_000 }, (_, n) => `${n},"n${n}, é"`);
  const text = ["id,name", ...lines].join("\r\n");
  const json = Array.from({ length: 12_000 }, (_, n) => JSON.stringify({ id: n, name: `n${n}` })).join("\n");
  const sheet = [["id", "name"], ...lines.map((line) => [line.split(",")[0] ?? "", "n"])];
  const book = workbook({ sheets: [sheet.map((cells, place) => textRow(place + 1, cells)).join("")] });
  for (const content of [Buffer.from(text), Buffer.from(`\ufeff${text}`, "utf16le"), Buffer.from(json), book]) {
    const opened = await open(content);
    const seen: string[] = [];
    let from = null;
    for (let isOver = false; !isOver; ) {
      isOver = true;
      for await (const { rows, next } of opened.read(from)) {
        seen.push(...rows.map(({ values }) => values.id ?? ""));
        from = next;
        isOver = false;
        break;
      }
    }
    expect(seen).toEqual(lines.map((_, n) => String(n)));
    expect((await read(content)).rows.map(({ values }) => values.id)).toEqual(seen);
  }
});

test("a table without a header has numbered columns, and names that come twice are told apart", async () => {
  const bare = await read("1,2026-03-01,x\n2,2026-03-02,y\n");
  expect([bare.columns, bare.rows.length]).toEqual([["Column 1", "Column 2", "Column 3"], 2]);
  expect((await read("id,id,,__proto__\n1,2,3,4\n")).columns).toEqual(["id", "id (2)", "Column 3", "Column 4"]);
});

test("objects of NDJSON become rows, nested values by their pointers, and lines that are none say so", async () => {
  const { form, columns, rows } = await read(
    '{"id":1,"till":{"n":4},"tags":["a"]}\n\n[1]\n{"id":2,\n{"id":3,"name":null}\n',
    "x.ndjson",
  );
  expect(form).toEqual({ kind: "ndjson", encoding: "utf-8", delimiter: null, worksheet: null });
  expect(columns).toEqual(["id", "/till/n", "/tags/0"]);
  expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
    [1, null],
    [3, "This line is not a JSON object."],
    [4, "This line is not JSON."],
    [5, null],
  ]);
});

test("cells of a workbook are read as they are shown: texts, numbers, days, times, formulas and flags", async () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="165" formatCode="0.00 &quot;days&quot;"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
  const sheet =
    `${textRow(1, ["id", "day", "at", "sum", "flag", "part"])}<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>46082</v></c>` +
    '<c r="C3" s="2"><v>46082.75</v></c><c r="D3" s="3"><f>A1+B1</f><v>0.30000000000000004</v></c><c r="E3" t="b"><v>1</v></c>' +
    '<c r="F3" t="str"><f>A1&amp;B1</f><v>x &amp; y</v></c></row>';
  const { form, rows } = await read(workbook({ sheets: ["", sheet], texts: ["no", "k1"], styles }), "x.xlsx");
  expect(form.kind).toBe("xlsx");
  expect(rows).toEqual([
    {
      place: "row 3",
      line: 3,
      values: { id: "k1", day: "2026-03-01", at: "2026-03-01T18:00:00", sum: "0.3", flag: "true", part: "x & y" },
      problem: null,
      texts: [],
    },
  ]);
  const old = workbook({
    sheets: [`${textRow(1, ["id", "day"])}<row r="2"><c><v>1</v></c><c s="1"><v>44620</v></c></row>`],
    styles,
    properties: 'date1904="1"',
  });
  expect((await read(old)).values).toEqual([["1", "2026-03-01"]]);
});

test("a cell with an error or with a formula that was never worked out is told", async () => {
  const sheet = `${textRow(1, ["id", "sum"])}<row r="2"><c><v>1</v></c><c t="e"><v>#REF!</v></c></row><row r="3"><c><v>2</v></c><c><f>A1</f></c></row>`;
  expect((await read(workbook({ sheets: [sheet] }))).rows.map(({ problem }) => problem)).toEqual([
    '"sum" holds the error #REF!.',
    '"sum" has a formula without a stored value. Open the workbook in a spreadsheet program and save it.',
  ]);
});

test("a number shown in a currency says so, and a percentage stays the fraction that it is", async () => {
  const codes = ["#,##0.00 [$€-407]", "0%", '0.00 "kg"'];
  const styles =
    `<numFmts>${codes.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code.replaceAll('"', "&quot;")}"/>`).join("")}</numFmts>` +
    '<cellXfs><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="44"/></cellXfs>';
  const cells = ["12.5", "0.05", "2", "3"].map((value, style) => `<c s="${style}"><v>${value}</v></c>`).join("");
  const sheet = `${textRow(1, ["price", "rate", "weight", "sum"])}<row r="2">${cells}</row>`;
  expect((await read(workbook({ sheets: [sheet], styles }))).values).toEqual([["12.5 €", "0.05", "2", "3"]]);
});
