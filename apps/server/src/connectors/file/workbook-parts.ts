import { posix } from "node:path";
import { SourceProblem } from "../connector.ts";
import { limits } from "./file-row.ts";
import { type NumberFormat, readNumberFormat } from "./number-format.ts";
import type { Archive } from "./open-archive.ts";
import { walkXml, type XmlEvents } from "./walk-xml.ts";

/** Texts that cells refer to are held in memory while a workbook is read. */
const mostTexts = 1_000_000;
const mostCharacters = 32 * 1024 * 1024;
const mostSheets = 1000;
/** Spreadsheets let people write names of 31 characters. */
const longestName = 255;
const mostStyles = 100_000;
/** Spreadsheets let people write formats of 255 characters. */
const longestFormat = 1000;

/** A worksheet: what people call it, and where it lies in the archive. */
export type Sheet = { name: string; path: string; isHidden: boolean };

/** What reading the cells of a workbook needs to know. */
export type WorkbookParts = { sheets: Sheet[]; texts: string[]; formats: NumberFormat[]; is1904: boolean };

/** Reads the parts of a workbook that its sheets refer to. */
export async function readParts(archive: Archive): Promise<WorkbookParts> {
  if (!archive.has("xl/workbook.xml")) {
    throw new SourceProblem("config", "The file is an archive, not a workbook. Unpack it, then upload its contents.");
  }
  const targets = new Map<string, string>();
  await read(archive, "xl/_rels/workbook.xml.rels", {
    open(name, { Id, Target }) {
      if (name === "Relationship" && Id && Target) targets.set(Id, Target);
      if (targets.size > mostSheets) throw tooMany("sheets and other parts");
    },
  });
  const sheets: Sheet[] = [];
  let is1904 = false;
  await read(archive, "xl/workbook.xml", {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = isTrue(attributes.date1904);
      const target = name === "sheet" ? targets.get(attributes["r:id"] ?? "") : undefined;
      if (!target) return;
      const path = posix.join("/xl", target.startsWith("/") ? posix.relative("/xl", target) : target).slice(1);
      const isHidden = (attributes.state ?? "visible") !== "visible";
      sheets.push({ name: (attributes.name ?? "").slice(0, longestName) || path, path, isHidden });
    },
  });
  return { sheets, is1904, formats: await readFormats(archive), texts: await readTexts(archive) };
}

function isTrue(text: string | undefined): boolean {
  return text === "1" || text === "true";
}

/** The format of each style of cells. */
async function readFormats(archive: Archive): Promise<NumberFormat[]> {
  const codes = new Map<string, string>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  await read(archive, "xl/styles.xml", {
    open(name, { numFmtId = "", formatCode = "" }) {
      if (name === "numFmt") codes.set(numFmtId, formatCode.slice(0, longestFormat));
      if (name === "cellXfs") isInCells = true;
      if (name === "xf" && isInCells) formats.push(readNumberFormat(Number(numFmtId), codes.get(numFmtId)));
      if (codes.size > mostStyles || formats.length > mostStyles) throw tooMany("styles");
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return formats;
}

async function readTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  let [text, characters, isText, phonetic] = ["", 0, false, 0];
  await read(archive, "xl/sharedStrings.xml", {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") phonetic++;
      isText = name === "t" && phonetic === 0;
    },
    text(piece) {
      if (!isText) return;
      // One text may come in millions of pieces: it is measured with each of them, and no more of it is kept than is read.
      characters += piece.length;
      if (characters > mostCharacters) throw tooMany("different texts");
      if (text.length <= limits.cell) text += piece;
    },
    close(name) {
      isText = false;
      if (name === "rPh") phonetic--;
      if (name !== "si") return;
      texts.push(text);
      if (texts.length > mostTexts) throw tooMany("different texts");
    },
  });
  return texts;
}

function tooMany(what: string): SourceProblem {
  return new SourceProblem("config", `The workbook has too many ${what} to be read. Save the sheet as CSV.`);
}

async function read(archive: Archive, name: string, events: XmlEvents): Promise<void> {
  const stream = await archive.open(name);
  if (!stream) return;
  for await (const _ of walkXml(stream, events));
}
