import { type SourceName, sourceMapping } from "@console/contracts";
import { type FactTable, loadTables } from "../../metrics/index.ts";
import type { Connection } from "../connections/connection-store.ts";
import { listFields } from "../mapping/target-tables.ts";

type Mapped = { source: SourceName; mapping: Connection["mapping"] };

/** The columns of a source that the days of its rows are read from, the first one that is filled. */
export function dayColumns({ mapping }: Pick<Mapped, "mapping">): string[] {
  const parsed = sourceMapping.safeParse(mapping);
  const { fields = {}, computed = [] } = parsed.success ? parsed.data : {};
  const columns = (findTable(mapping)?.dayFields ?? []).flatMap((field) => fields[field]?.from ?? []);
  // What is computed here cannot be asked for there.
  return computed.some(({ name }) => columns.includes(name)) ? [] : columns;
}

function findTable(mapping: Connection["mapping"]): FactTable | undefined {
  return loadTables.find(({ table }) => table === mapping.fact);
}

/** Why a connection cannot be asked for single days, with what would help; null where it can. */
export function daysRefusal(connection: Mapped & Pick<Connection, "kind" | "settings">): string | null {
  const { kind, settings, mapping } = connection;
  if (kind === "tookan") return null;
  if (kind === "file")
    return "Files are uploaded here. There is nothing to read. Upload a file with the rows of these days.";
  if (kind === "rest") {
    if (settings.fromParameter && settings.toParameter) return null;
    return "This list cannot be read by day. Set its parameters for the first and last day in the connection.";
  }
  if (dayColumns(connection).length > 0) return null;
  const table = findTable(mapping);
  if (!table) return "This query cannot be read by day. Choose the table in the mapping and map its day.";
  if (table.dayFields.length === 0) return "Rows of this table have no day. Read all again instead.";
  const labels = listFields(table).flatMap(({ name, label }) => (table.dayFields.includes(name) ? [label] : []));
  return `This query cannot be read by day. Map one of its columns to ${labels.join(" or ")}.`;
}
