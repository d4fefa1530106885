import { batchLimits, type FileBatch, type FilePlace, type FileRow } from "./file-row.ts";

/** A row, where the next one begins, and which share of the file has been read by then; without a row only the place moves. */
export type PlacedRow = { row: FileRow; next: FilePlace; share: number };

/** Rows in pieces that are neither many nor large. */
export async function* batchRows(groups: AsyncIterable<readonly PlacedRow[]>): AsyncGenerator<FileBatch, void> {
  let rows: FileRow[] = [];
  let size = 0;
  let last: PlacedRow | null = null;
  for await (const group of groups) {
    for (const placed of group) {
      rows.push(placed.row);
      last = placed;
      for (const value of Object.values(placed.row.values)) size += value.length;
      if (rows.length < batchLimits.rows && size < batchLimits.characters) continue;
      yield { rows, next: placed.next, share: placed.share };
      [rows, size] = [[], 0];
    }
  }
  if (rows.length > 0 && last) yield { rows, next: last.next, share: 1 };
}
