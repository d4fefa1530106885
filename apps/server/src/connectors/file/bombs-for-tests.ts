import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writeZip, type ZipFile } from "../../platform/spreadsheets/zip-stream.ts";
import { workbookParts } from "./workbook-for-tests.ts";

/** A file that was made to harm whoever reads it. */
export type Bomb = {
  name: string;
  /** Whether its reading ends within seconds; the others belong to the full run. */
  isQuick?: boolean;
  write(path: string): Promise<void>;
  /** What is said about it as a whole, or about a row of it where the others can be read. */
  words: { file: string } | { row: string };
};

const megabyte = 1024 ** 2;

/** So much text that is different enough to be packed to no less than a hundredth. */
function* mixedText(bytes: number, around: (text: string) => string = (text) => text): Generator<string> {
  for (let written = 0; written < bytes; ) {
    let piece = "";
    while (piece.length < 256 * 1024) piece += around(randomBytes(12).toString("hex") + "x".repeat(1500));
    written += piece.length;
    yield piece;
  }
}

function* joined(...parts: (string | Iterable<string>)[]): Generator<string> {
  for (const part of parts) {
    if (typeof part === "string") yield part;
    else yield* part;
  }
}

const goodRow = '<row r="1"><c t="inlineStr"><is><t>id</t></is></c></row><row r="2"><c><v>1</v></c></row>';

function book(given: { sheets?: number; parts: Record<string, () => Iterable<string>> }) {
  const { sheets = 1, parts } = given;
  return async (path: string) => {
    const usual = workbookParts(Array.from({ length: sheets }, () => goodRow));
    async function* files(): AsyncGenerator<ZipFile> {
      for (const [name, text] of Object.entries(usual)) yield { name, parts: parts[name]?.() ?? [text] };
    }
    await pipeline(Readable.from(writeZip(files())), createWriteStream(path));
  };
}

function text(parts: () => Iterable<string>) {
  return (path: string) => pipeline(Readable.from(parts()), createWriteStream(path));
}

const sheet = "xl/worksheets/sheet1.xml";
const opened = "<worksheet><sheetData>";
const closed = "</sheetData></worksheet>";
const sheetNames = (count: number) =>
  Array.from({ length: count }, (_, place) => `xl/worksheets/sheet${place + 1}.xml`);
const repeatSheets = (count: number, parts: () => Iterable<string>) =>
  Object.fromEntries(sheetNames(count).map((name) => [name, parts]));

const tooManyTexts = "The workbook has too many different texts to be read. Save the sheet as CSV.";

/** The corpus: each is made when it is needed, and none of them is large here. */
export const bombs: readonly Bomb[] = [
  {
    name: "a workbook whose one text has 170 million characters in a hundred thousand runs",
    write: book({
      parts: {
        "xl/sharedStrings.xml": () =>
          joined(
            "<sst><si>",
            mixedText(170 * megabyte, (piece) => `<r><t>${piece}</t></r>`),
            "</si></sst>",
          ),
      },
    }),
    words: { file: tooManyTexts },
  },
  {
    name: "a workbook of 60 large sheets without a row",
    write: book({
      sheets: 60,
      parts: repeatSheets(60, () =>
        joined(
          opened,
          mixedText(2 * megabyte, (piece) => `<row s="${piece.slice(0, 24)}"/>${"<row><c/></row>".repeat(90)}`),
          closed,
        ),
      ),
    }),
    words: { file: "The workbook begins with more than 64 MB of empty rows. Delete its empty rows and sheets." },
  },
  {
    name: "an archive of 60 small parts that unpack to a gigabyte",
    write: book({
      sheets: 60,
      parts: repeatSheets(60, () =>
        joined(
          opened,
          Array.from({ length: 18 }, () => " ".repeat(megabyte)),
          closed,
        ),
      ),
    }),
    words: { file: 'The workbook would unpack to far more than it holds ("xl/worksheets/sheet2.xml").' },
  },
  {
    name: "a sheet that is nested a million times",
    isQuick: true,
    write: book({
      parts: {
        [sheet]: () =>
          joined(
            opened,
            mixedText(20 * megabyte, (piece) => `${"<a>".repeat(1000)}<a b="${piece}">`),
          ),
      },
    }),
    words: { file: "The workbook is nested too deeply." },
  },
  {
    name: "a sheet with a tag of 20 MB",
    isQuick: true,
    write: book({
      parts: { [sheet]: () => joined(opened, "<row><c a='", mixedText(20 * megabyte), "'/></row>", closed) },
    }),
    words: { file: "A cell of the workbook is longer than 4 MB." },
  },
  {
    name: "a workbook whose styles fill the memory",
    write: book({
      parts: {
        "xl/styles.xml": () => joined("<styleSheet>", styleBomb(150), "</styleSheet>"),
      },
    }),
    words: {
      file: "Reading was stopped: it needed more than 512 MB of memory. Read less at once, then try again.",
    },
  },
  {
    name: "a text whose first line has 100 MB",
    isQuick: true,
    write: text(() => joined("id,", mixedText(100 * megabyte))),
    words: { file: "Line 1, which should name the columns, is longer than 1 MB." },
  },
  {
    name: "a text with a quote that goes on for 100 MB",
    write: text(() => joined('id,note\n1,a\n2,"', mixedText(100 * megabyte))),
    words: { row: "This row is longer than 1 MB." },
  },
  {
    name: "a sheet with a cell of 100 MB in small pieces",
    write: book({
      parts: {
        [sheet]: () =>
          joined(
            `${opened}${goodRow}<row r="3"><c t="str">`,
            mixedText(100 * megabyte, (piece) => `<v>${piece}</v>`),
            `</c></row>${closed}`,
          ),
      },
    }),
    words: { row: '"id" is longer than 100,000 characters.' },
  },
  {
    name: "a sheet whose rows are a hundred times the longest text each",
    isQuick: true,
    write: book({
      parts: {
        "xl/sharedStrings.xml": () => [`<sst><si><t>${randomBytes(49_000).toString("hex")}</t></si></sst>`],
        [sheet]: () => joined(opened, goodRow, repeatedRows(500), closed),
      },
    }),
    words: { row: "This row is longer than 1 MB." },
  },
];

function* styleBomb(count: number): Generator<string> {
  for (let style = 0; style < count; style++) {
    yield* joined(`<numFmt numFmtId="${style}" formatCode="`, mixedText(3.5 * megabyte), '"/>');
  }
}

function* repeatedRows(count: number): Generator<string> {
  for (let row = 0; row < count; row++) {
    yield `<row r="${row + 3}" s="${randomBytes(60).toString("hex")}">${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`;
  }
}
