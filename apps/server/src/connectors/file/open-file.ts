import { stat } from "node:fs/promises";
import { SourceProblem } from "../connector.ts";
import { detectEncoding } from "./detect-encoding.ts";
import type { OpenChoice, OpenedFile } from "./file-row.ts";
import { openNdjson } from "./read-ndjson.ts";
import { openTable } from "./read-table.ts";
import { openWorkbook } from "./read-workbook.ts";
import { shapeRows } from "./shape-rows.ts";
import { withOpenFile } from "./with-open-file.ts";

const headBytes = 256 * 1024;
const otherPieces = 6;
const pieceBytes = 64 * 1024;

/** Finds out what a file is, by what it holds and by its name, and how its rows are read where nobody has chosen. */
export async function openFile(path: string, name: string, choice: OpenChoice = {}): Promise<OpenedFile> {
  return shapeRows(await openPlain(path, name, choice), choice);
}

async function openPlain(path: string, name: string, choice: OpenChoice): Promise<OpenedFile> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new SourceProblem("config", "The file is no longer here. Upload it again.");
  const bytes = found.size;
  if (bytes === 0) throw new SourceProblem("config", "The file is empty.");
  const pieces = await readPieces(path, bytes);
  const head = pieces[0] ?? Buffer.alloc(0);
  refuseOthers(head);
  if (head.toString("latin1", 0, 4) === "PK\u0003\u0004") return openWorkbook(path, choice);
  const encoding = detectEncoding(pieces, choice.encoding);
  const text = head.subarray(encoding.markBytes).toString(encoding.encoding === "utf-16le" ? "utf16le" : "latin1");
  if (/^\s*\{/.test(text)) return openNdjson(path, bytes, encoding);
  if (/^\s*\[\s*[[{\]]/.test(text) || (/^\s*\[/.test(text) && /\.(nd)?json$|\.jsonl$/i.test(name))) {
    throw new SourceProblem("config", "The file is one JSON array. Upload NDJSON instead: one object per line.");
  }
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text)) {
    throw new SourceProblem("config", "The file is a web page or XML, not a table. Save it as CSV or XLSX.");
  }
  return openTable(path, { name, bytes }, encoding);
}

/** What other files begin with, and what to do with them. */
const others: readonly [string, string][] = [
  ["\u001f\u008b", "The file is compressed with gzip. Decompress it, then upload its contents."],
  ["PK\u0005\u0006", "The file is an empty archive."],
  ["\u00d0\u00cf\u0011\u00e0", "The file is an old (.xls) or locked workbook. Save it as XLSX without a password."],
  ["%PDF", "The file is a PDF, not a table. Upload CSV, TSV, XLSX or NDJSON."],
  ["7z\u00bc\u00af", "The file is a 7z archive. Unpack it, then upload its contents."],
  ["Rar!", "The file is a RAR archive. Unpack it, then upload its contents."],
  ["\u0028\u00b5\u002f\u00fd", "The file is compressed with zstd. Decompress it, then upload its contents."],
];

function refuseOthers(head: Buffer): void {
  const start = head.toString("latin1", 0, 8);
  const known = others.find(([mark]) => start.startsWith(mark));
  if (known) throw new SourceProblem("config", known[1]);
}

/** The beginning of a file and some pieces from further on: the first letter beyond ASCII may come late. */
async function readPieces(path: string, bytes: number): Promise<Buffer[]> {
  return withOpenFile(path, async (handle) => {
    const pieces: Buffer[] = [];
    for (let piece = 0; piece <= otherPieces; piece++) {
      const at = piece === 0 ? 0 : Math.floor((bytes * piece) / (otherPieces + 1));
      if (piece > 0 && at < headBytes) continue;
      const buffer = Buffer.alloc(piece === 0 ? headBytes : pieceBytes);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
      pieces.push(buffer.subarray(0, bytesRead));
    }
    return pieces;
  });
}
