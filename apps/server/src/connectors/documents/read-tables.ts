import { SourceProblem } from "../connector.ts";
import { openArchive } from "../file/open-archive.ts";
import { openFile } from "../file/open-file.ts";
import { sheetRows } from "../file/sheet-rows.ts";
import { readParts } from "../file/workbook-parts.ts";
import { createBlock, type DocumentBlock, documentLimits, joinCells } from "./document-block.ts";

type Piece = { blocks: DocumentBlock[]; share: number };

/** Reads delimited text as one table. */
export async function* readCsv(path: string, name: string): AsyncGenerator<Piece, void> {
  const { columns, read } = await openFile(path, name);
  const header = joinCells(columns);
  for await (const { rows, share } of read(null)) {
    const lines = rows.map(({ values }) => joinCells(columns.map((column) => values[column] ?? "")));
    yield { blocks: cutTable(header, lines, null), share };
  }
}

/** Reads every sheet of a workbook as a table under its name; formulas count by the values that were stored with them. */
export async function* readXlsx(path: string): AsyncGenerator<Piece, void> {
  const archive = await openArchive(path, { mostBytes: documentLimits.unpackedBytes });
  try {
    const parts = await readParts(archive);
    let hasRows = false;
    for (const [place, sheet] of parts.sheets.entries()) {
      const hidden = sheet.isHidden ? "Hidden sheet" : null;
      yield { blocks: [createBlock("heading", sheet.name, { level: 1 })], share: place / parts.sheets.length };
      let header: string | null = null;
      let isWritten = false;
      for await (const { rows, share } of sheetRows(archive, sheet.path, parts)) {
        const lines = rows.map(({ cells }) => joinCells(cells)).filter((line) => /[^\s|]/.test(line));
        header ??= lines.shift() ?? null;
        if (header === null || lines.length === 0) continue;
        isWritten = true;
        const blocks = cutTable(header, lines, hidden);
        yield { blocks, share: (place + share) / parts.sheets.length };
      }
      if (header === null) continue;
      hasRows = true;
      if (!isWritten) yield { blocks: [createBlock("table", header, { hidden })], share: place / parts.sheets.length };
    }
    if (!hasRows) throw new SourceProblem("config", "The workbook is empty: none of its sheets has a row.");
  } finally {
    archive.close();
  }
}

/** A long table is cut between rows; each piece begins with the names of its columns. */
function cutTable(header: string, lines: readonly string[], hidden: string | null): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let piece = header;
  for (const line of lines) {
    if (piece.length + line.length > documentLimits.block && piece !== header) {
      blocks.push(createBlock("table", piece, { hidden }));
      piece = header;
    }
    piece += `\n${line.slice(0, documentLimits.block)}`;
  }
  if (piece !== header) blocks.push(createBlock("table", piece, { hidden }));
  return blocks;
}
