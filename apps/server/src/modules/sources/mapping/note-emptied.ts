import type { ValueNote } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import { countFilledKeys, type FactTable } from "../../metrics/index.ts";
import { mostPlaces } from "./count-notes.ts";
import type { MappedSourceRow } from "./map-batch.ts";
import type { RowReader } from "./map-row.ts";

/** Notes cells that are empty now while a value is stored, which stays: someone may have emptied them on purpose. */
export async function noteEmptied(
  context: Context,
  { table, connection }: { table: FactTable; connection: string },
  reader: RowReader,
  mapped: readonly MappedSourceRow[],
): Promise<ValueNote[]> {
  // Where every line counts, a line with an emptied cell is another line.
  if (reader.mapping.duplicates === "each") return [];
  const rows = mapped.flatMap((row) => {
    const empty = row.problems.length === 0 ? listEmpty(row, reader) : [];
    const key = row.record.source_key;
    return empty.length > 0 && typeof key === "string" ? [{ key, empty, place: row.row.place }] : [];
  });
  const kept = await countFilledKeys(context, { table, source: connection }, { rows, most: mostPlaces });
  return kept.map(({ field, rows: count, first }) => {
    const label = reader.fields.find(({ name }) => name === field)?.label ?? field;
    const message =
      `${label} is empty in the file; the stored value was kept. ` +
      `To clear it, tick "An empty value removes what is stored" in the options of ${label}.`;
    const reason = `${label} is empty in the file; the stored value was kept.`;
    const places = first.map((index) => ({ place: rows[index]?.place ?? "", value: "", reason }));
    return { field, message, rows: count, place: places[0]?.place ?? "", places };
  });
}

/** The fields that a column fills and that a row leaves empty, besides those whose value could not be read. */
function listEmpty({ record, notes }: MappedSourceRow, { fields, mapping }: RowReader): string[] {
  return fields.flatMap(({ name }) => {
    const isEmpty = mapping.fields[name]?.from !== undefined && record[name] === undefined;
    return isEmpty && !notes.some(({ field }) => field === name) ? [name] : [];
  });
}
