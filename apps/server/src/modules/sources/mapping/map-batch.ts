import { type SourceMapping, type SourceName, sourceMapping } from "@console/contracts";
import type { RawRow, SourceBatch, SourceInput } from "../../../connectors/connector.ts";
import { compileMapping } from "../computed/compile-mapping.ts";
import { countUnmapped } from "./count-unmapped.ts";
import { computeRow, type MappedRow, mapRow, type RowReader } from "./map-row.ts";
import { type DateStyle, findStyle } from "./read-date.ts";
import { suggestMapping } from "./suggest-mapping.ts";
import { listFields, requireTable } from "./target-tables.ts";

/** Rows that styles and columns are found out from. */
const sampleRows = 200;

/** What rows are read with: the given mapping, or the one that fits their columns best. */
export function rowReader(
  source: SourceName,
  input: Readonly<Record<string, unknown>>,
  samples: readonly Pick<RawRow, "values">[],
  { timeZone, currencyDigits }: Pick<SourceInput, "timeZone" | "currencyDigits">,
): RowReader {
  const columns = [...new Set(samples.flatMap(({ values }) => Object.keys(values)))];
  const mapping: SourceMapping = "fact" in input ? sourceMapping.parse(input) : suggestMapping(source, columns);
  const rows = samples.slice(0, sampleRows).map(({ values }) => values);
  const styles = new Map([...findStyles(columns, rows), ...Object.entries(mapping.columnDates ?? {})]);
  const computed = compileMapping(mapping);
  const computedRows = rows.map((values) => computeRow({ values }, { styles, timeZone, computed }).values);
  for (const [name, style] of findStyles(
    computed.map(({ name }) => name),
    computedRows,
  ))
    styles.set(name, style);
  const fields = listFields(requireTable(source, mapping.fact));
  return { mapping, fields, timeZone, currencyDigits, styles, computed };
}

function findStyles(columns: readonly string[], rows: readonly RawRow["values"][]): [string, DateStyle][] {
  return columns.map((column) => [column, findStyle(rows.flatMap((row) => row[column] ?? [])).style]);
}

/** A row of a source beside the record that it becomes. */
export type MappedSourceRow = MappedRow & { row: RawRow };

/** Raw rows with what each of them becomes. */
export function mapRows(rows: readonly RawRow[], reader: RowReader): MappedSourceRow[] {
  return rows.map((row) => ({ row, ...mapRow(row, reader) }));
}

type Piece = Pick<SourceBatch, "facts" | "unreadable" | "unmapped" | "read">;

/** Raw rows as a piece of a run: the good ones as records, the others with what is wrong with them. */
export function mapBatch(rows: readonly RawRow[], reader: RowReader): Piece {
  return toPiece(mapRows(rows, reader), reader.mapping);
}

/** Mapped rows as a piece of a run. */
export function toPiece(mapped: readonly MappedSourceRow[], { fact }: Pick<SourceMapping, "fact">): Piece {
  const good = mapped.filter(({ problems }) => problems.length === 0);
  return {
    facts: [
      {
        fact,
        records: good.map(({ record }) => record),
        rows: good.map(({ row: { place, values } }) => ({ place, row: values })),
      },
    ],
    unreadable: mapped
      .filter(({ problems }) => problems.length > 0)
      .map(({ row: { place, values }, problems }) => ({
        fact,
        place,
        field: problems.map(({ field }) => field).join(", "),
        reason: problems.map(({ message }) => message).join(" "),
        row: values,
      })),
    unmapped: countUnmapped(mapped.flatMap((one) => one.unmapped)),
    read: mapped.length,
  };
}
