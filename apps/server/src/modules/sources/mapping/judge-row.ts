import type { RawRow } from "../../../connectors/connector.ts";
import { checkFacts } from "../../metrics/index.ts";
import { type MappedRow, mapRow, type RowReader } from "./map-row.ts";

/** A row as it would be stored, with all that is wrong with it. */
export function judgeRow(
  row: Pick<RawRow, "values">,
  reader: RowReader,
): Pick<MappedRow, "record" | "problems" | "notes"> {
  const { record, problems, notes } = mapRow(row, reader);
  if (problems.length > 0) return { record, problems, notes };
  const rejected = checkFacts(reader.mapping.fact, [record]);
  return { record, problems: rejected.map(({ field, message }) => ({ field, message })), notes };
}
