import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textRow, workbook } from "../file/workbook-for-tests.ts";
import { readingLimits } from "../reading/reading-limits.ts";
import { createReadingPool, type ReadingPool } from "../reading/reading-pool.ts";
import { watchReaders } from "../reading/watch-memory-for-tests.ts";
import type { DocumentBlock } from "./document-block.ts";
import { bytes, docxParagraph, makeDocx, makePdf, pdfPage } from "./documents-for-tests.ts";

let folder: string;
let pool: ReadingPool;
const readers = watchReaders();
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hostile-"));
  pool = createReadingPool();
});
afterAll(async () => {
  readers.stop();
  pool.close();
  await rm(folder, { recursive: true, force: true });
});

/** What reading a file ends with: its text, or why it is not read. */
async function read(
  name: string,
  content: string | Uint8Array,
): Promise<{ problem: string } | { blocks: DocumentBlock[] }> {
  const file = path.join(folder, "file");
  await writeFile(file, content);
  const blocks: DocumentBlock[] = [];
  try {
    const signal = new AbortController().signal;
    for await (const part of pool.read("document", { path: file, name }, signal)) blocks.push(...part.blocks);
  } catch (error) {
    return { problem: (error as Error).message };
  }
  return { blocks };
}

const encode = (text: string) => Buffer.from(text);
const old = Buffer.from("d0cf11e0a1b11ae1", "hex");

/** A PDF whose one page unpacks to far more than it holds. */
function pdfBomb(megabytes: number): Buffer {
  const content = deflateSync(Buffer.alloc(megabytes * 1024 ** 2, "0 0 m "));
  const objects = [
    encode("<</Type/Catalog/Pages 2 0 R>>"),
    encode("<</Type/Pages/Kids[3 0 R]/Count 1>>"),
    encode("<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>"),
    Buffer.concat([encode(`<</Filter/FlateDecode/Length ${content.length}>>stream\n`), content, encode("\nendstream")]),
  ];
  const parts = [encode("%PDF-1.4\n")];
  for (const [place, object] of objects.entries())
    parts.push(encode(`${place + 1} 0 obj\n`), object, encode("\nendobj\n"));
  parts.push(encode("trailer<</Root 1 0 R>>"));
  return Buffer.concat(parts);
}

/** Thousands of pages, all of them the same one. */
function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, place) => `${place + 4} 0 R`).join(" ");
  const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 3 0 R>>";
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    "<</Length 0>>stream\n\nendstream",
    ...Array.from({ length: count }, () => page),
  ];
  const text = objects.map((object, place) => `${place + 1} 0 obj\n${object}\nendobj\n`).join("");
  return encode(`%PDF-1.4\n${text}trailer<</Root 1 0 R>>`);
}

const bomb = (name: string) =>
  Buffer.from(zipSync({ [name]: new Uint8Array(30 * 1024 ** 2), "word/styles.xml": bytes("<x/>") }, { level: 9 }));
const laughs = `<!DOCTYPE d [<!ENTITY a "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${"bcdefghij"[n]} "${`&${"abcdefghi"[n]};`.repeat(10)}">`).join("")}]>`;

type Case = [
  what: string,
  name: string,
  content: () => Promise<string | Uint8Array> | string | Uint8Array,
  words: RegExp,
];
const cases: Case[] = [
  [
    "a PDF with a password",
    "a.pdf",
    () => makePdf([pdfPage("x")], { userPassword: "secret" }),
    /^The file has a password/,
  ],
  ["a scan without text", "scan.pdf", () => scan(), /there is no text, only pictures.*\(OCR\)/],
  [
    "a PDF that was cut off",
    "cut.pdf",
    async () => (await makePdf([pdfPage("x")])).subarray(0, 200),
    /damaged|no text/,
  ],
  ["a PDF of 10,000 pages", "long.pdf", () => manyPages(10_000), /^The file has 10,000 pages; up to 2,000 are read/],
  ["a PDF page that unpacks to 120 MB", "bomb.pdf", () => pdfBomb(120), /memory|damaged|seconds|no text/],
  [
    "a Word file called PDF",
    "a.pdf",
    () => makeDocx(docxParagraph("x")),
    /^The name says a PDF, but the file is a Word document/,
  ],
  [
    "a PDF called DOCX",
    "a.docx",
    () => makePdf([pdfPage("x")]),
    /^The name says a Word document, but the file is a PDF/,
  ],
  ["a program called text", "a.txt", () => encode("MZ\u0000\u0001"), /^The file is a program/],
  ["a picture called PDF", "a.pdf", () => Buffer.from("89504e470d0a1a0a", "hex"), /^The file is a picture/],
  ["a locked Office file", "a.docx", () => old, /old Office file .* or has a password/],
  [
    "a Word file that unpacks to a thousandfold",
    "a.docx",
    () => bomb("word/document.xml"),
    /would unpack to far more than it holds/,
  ],
  ["a Word file nested without end", "a.docx", () => makeDocx("<w:a>".repeat(200_000)), /nested too deeply/],
  ["entities that grow without end", "a.docx", () => laughsDocx(), /damaged/],
  ["a Word file cut off", "a.docx", () => makeDocx(docxParagraph("x")).subarray(0, 300), /damaged/],
  [
    "a workbook of an archive",
    "a.xlsx",
    () => zipSync({ "x.txt": bytes("x") }),
    /^The file is an archive, not a document/,
  ],
  ["a page nested without end", "a.html", () => "<div>".repeat(500_000), /nested too deeply/],
  [
    "a page of nothing but scripts",
    "a.html",
    () => "<script>alert(1)</script><style>p{}</style>",
    /^The file holds no text/,
  ],
  [
    "marks made to be slow",
    "a.md",
    () => `${"[".repeat(200_000)}${"*_".repeat(200_000)}${"`".repeat(200_000)}`,
    /no text/,
  ],
  ["one line of ten million letters", "a.txt", () => "words ".repeat(1_700_000), /more than 10,000,000 characters/],
  ["a file of zeros", "a.txt", () => Buffer.alloc(100_000), /no text|binary/],
  ["an empty file", "a.pdf", () => "", /^The file is empty/],
  ["RTF", "a.docx", () => "{\\rtf1 x}", /^The file is RTF/],
  ["a format that is not read", "a.pptx", () => "x", /^This type of file is not read/],
  ["a compressed file", "a.txt", () => Buffer.from("1f8b0800", "hex"), /compressed with gzip/],
];

async function scan(): Promise<Buffer> {
  const create = { width: 400, height: 300, channels: 3 as const, background: "#ddd" };
  const picture = await sharp({ create }).png().toBuffer();
  return makePdf([(pdf) => void pdf.image(picture, 60, 60), (pdf) => void pdf.image(picture, 60, 60)]);
}

function laughsDocx(): Buffer {
  return Buffer.from(zipSync({ "word/document.xml": bytes(`${laughs}<d>&j;</d>`) }));
}

test.each(cases)(
  "%s ends in words",
  async (_, name, content, words) => {
    expect(await read(name, await content())).toMatchObject({ problem: expect.stringMatching(words) });
  },
  120_000,
);

test("macros, formulas and hidden sheets are data: text is read, nothing runs, and what nobody sees is marked", async () => {
  const macros = makeDocx(docxParagraph("What people read."), { "word/vbaProject.bin": new Uint8Array(1000) });
  expect(await read("macros.docm", macros)).toMatchObject({ blocks: [{ text: "What people read." }] });
  const sheet = textRow(1, ["Name", "Link"]) + textRow(2, ["x", '=HYPERLINK("http://evil.test")']);
  const file = Buffer.from(workbook({ sheets: [sheet], names: ["Data"] }));
  expect(await read("formulas.xlsx", file)).toMatchObject({
    blocks: [{ text: "Data" }, { text: 'Name | Link\nx | =HYPERLINK("http://evil.test")' }],
  });
});

test("memory stayed within the limit of a reading", () => {
  const mostMemory = readers.mostMegabytes();
  console.info(`Hostile documents: at most ${mostMemory} MB in a reading process`);
  // The process looks at itself twenty times a second, and may grow between two looks.
  expect(mostMemory).toBeLessThan(readingLimits.residentMegabytes * 2);
});
