import type { Confinement } from "../../../platform/context.ts";
import type { Dataset, RowFormat } from "../model/dataset.ts";
import type { Registry } from "../model/registry.ts";
import { fixedName } from "./compile-answer.ts";
import { joinMember } from "./member-names.ts";
import { unassigned } from "./plan.ts";
import type { Statement } from "./statement.ts";

/** A cell as it is answered. */
export type RowCell = string | number | boolean | null;

/** A row as the database gives it. */
export type ReadRow = Readonly<Record<string, RowCell | Date>>;

/** A column of rows, with the SQL of its value over the relation `f`. */
export type CompiledColumn = {
  id: string;
  label: string;
  format: RowFormat;
  kind: "dimension" | "value";
  sql: string;
  /** The members that it takes its names from. */
  join: string | null;
  /** It holds keys of members, whose names are looked up for the rows that are shown. */
  naming: Naming | null;
  isSummed: boolean;
};

/** How the member of a key is called: by its first word alone, and in a word of its own where there is none. */
export type Naming = { isShortened: boolean; missing: string | null };

const summedFormats: ReadonlySet<RowFormat> = new Set(["money", "quantity", "distance", "duration", "long_duration"]);
const numberFormats: ReadonlySet<RowFormat> = new Set([...summedFormats, "lateness"]);

type ColumnOptions = {
  confined?: Confinement | undefined;
  /** Whether the names of a dimension's members are joined, and not looked up afterwards. */
  isJoined?: (dimension: string) => boolean;
};

/** The columns of rows as SQL. */
export function compileColumns(
  { rows, dimensions }: Pick<Dataset, "rows" | "dimensions">,
  registry: Registry,
  statement: Statement,
  { confined, isJoined = () => true }: ColumnOptions = {},
): CompiledColumn[] {
  return rows.map((column, index): CompiledColumn => {
    if (!("dimension" in column)) {
      const { id, label, format, value, isSummed } = column;
      return {
        id,
        label,
        format,
        kind: "value",
        sql: value,
        join: null,
        naming: null,
        isSummed: summedFormats.has(format) && isSummed !== false,
      };
    }
    const { dimension: id } = column;
    const dimension = registry.dimensions.get(id);
    const key = dimensions[id] ?? "0";
    const described = {
      id,
      label: dimension?.label ?? id,
      format: "text",
      kind: "dimension",
      naming: null,
      isSummed: false,
    } as const;
    if (dimension?.members) return { ...described, sql: fixedName(dimension.members, key), join: null };
    // A row without a failure reason lacks nothing; one without a driver does.
    const missing = dimension?.isAssigned ? unassigned : null;
    const isShortened = confined?.shortened.has(id) ?? false;
    if (!isJoined(id)) return { ...described, sql: `f.${key}`, join: null, naming: { isShortened, missing } };
    const member = `m${index}`;
    const join = joinMember(member, id, `f.${key}`, statement);
    const name = missing ? `coalesce(${member}.name, '${missing}')` : `${member}.name`;
    return { ...described, sql: isShortened ? `split_part(${name}, ' ', 1)` : name, join };
  });
}

/** The joins that columns need. */
export function joinsFor(columns: readonly CompiledColumn[]): string {
  return columns.flatMap(({ join }) => join ?? []).join(" ");
}

/** SQL of columns under their ids, and of what amounts among them are in as `own_currency`. Instants are written by the database: a million of them are dear to read and write again. */
export function selectColumns(columns: readonly CompiledColumn[]): string[] {
  const selected = columns.map(({ id, sql, format }) => {
    if (format !== "instant") return `${sql} as "${id}"`;
    return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${id}"`;
  });
  return columns.some(({ format }) => format === "money") ? [...selected, "f.currency as own_currency"] : selected;
}

/** The cells of a row by their columns; under `currency` what its amounts are in, where that is another one than given. */
export function toCells(
  row: ReadRow,
  columns: readonly CompiledColumn[],
  currency: string | null = null,
): Record<string, RowCell> {
  const cells: Record<string, RowCell> = {};
  for (const column of columns) cells[column.id] = toCell(row[column.id] ?? null, column);
  const { own_currency: own } = row;
  if (typeof own === "string" && own !== currency) cells.currency = own;
  return cells;
}

function toCell(value: RowCell | Date, { format }: CompiledColumn): RowCell {
  if (value === null) return null;
  if (value instanceof Date) throw new Error("A time was read that is not in the format of instants.");
  if (format === "text") return String(value);
  // The database gives sums of whole numbers as texts, because they may be longer than a number.
  return numberFormats.has(format) ? Number(value) : value;
}
