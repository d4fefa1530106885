import { isTextNumber } from "../../../connectors/cells/read-number.ts";
import type { RawRow } from "../../../connectors/connector.ts";
import type { RowReader } from "./map-row.ts";

type Reader = Pick<RowReader, "mapping" | "styles">;

/** The columns whose numbers are read with a decimal comma, by all fields that they fill. */
function listCommaColumns({ mapping: { fields }, styles }: Reader): Set<string> {
  const signs = Object.values(fields).flatMap(({ from, decimal }) => (from && decimal ? [{ from, decimal }] : []));
  const commas = new Set(signs.flatMap(({ from, decimal }) => (decimal === "comma" ? [from] : [])));
  const told = new Set(signs.map(({ from }) => from));
  for (const [name, { decimal }] of styles) if (decimal === "comma" && !told.has(name)) commas.add(name);
  for (const { from, decimal } of signs) if (decimal === "point") commas.delete(from);
  return commas;
}

/**
 * Rows whose numbers are written as the texts beside them. What is a number at its source has a decimal point there,
 * whatever sign was found or chosen for texts: read with a comma, 1.125 would be a thousand times more.
 */
export function writeNumbers<Row extends RawRow>(rows: readonly Row[], reader: Reader): readonly Row[] {
  const columns = listCommaColumns(reader);
  if (columns.size === 0) return rows;
  return rows.map((row) => {
    const { texts, values } = row;
    if (!texts) return row;
    const numbers = [...columns].filter((name) => !texts.includes(name) && isTextNumber(values[name] ?? ""));
    if (numbers.length === 0) return row;
    const written = numbers.map((name) => [name, (values[name] ?? "").replace(".", ",")] as const);
    return { ...row, values: { ...values, ...Object.fromEntries(written) } };
  });
}
