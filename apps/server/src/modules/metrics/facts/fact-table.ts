/** What a column takes. A member is named by its text, or by `{ key, name }` when the source has an id for it. */
export type ColumnType =
  | { member: string }
  | { fixed: readonly string[] }
  | "instant"
  | "day"
  | "integer"
  | "decimal"
  | "flag"
  | "currency"
  | "text"
  | "json";

/**
 * `ifEmpty` is what a record that says null means; a whole number beyond `most`, or a text that is longer, does not fit
 * into its column; `endless` is the flag that takes the place of a day where there is none by intent; an instant that is
 * given as a day alone is the end of it where `isDayEnd` says so; a month that stands for a day is its first one, and
 * `monthEnd` takes its last.
 */
export type Column = {
  type: ColumnType;
  isRequired?: true;
  ifEmpty?: number | boolean;
  most?: number;
  endless?: string;
  monthEnd?: string;
  isDayEnd?: true;
  /** Only the product itself writes it: no mapping offers it. */
  isInternal?: true;
};

/** Whether a column names a member of a dimension. */
export function isMember(column: Column): column is Column & { type: { member: string } } {
  return typeof column.type === "object" && "member" in column.type;
}

/** A table that ingestion writes to. A record's fields are its columns; a member's column ends in `_id`, its field does not. */
export type FactTable = {
  table: string;
  columns: Readonly<Record<string, Column>>;
  /** SQL of each day on which a row counts somewhere. */
  days: readonly string[];
  /** The fields that the column `day` is made of: the first of them that is filled. */
  dayFields: readonly string[];
  /** What a day is worth, where rows have one amount above others. */
  amountField?: string;
  /** The table whose figures follow from these rows, too; its turn is taken with the own one. */
  completes?: string;
  /** The fields that rows are known by, where the source's own key does not count. */
  keyFields?: readonly string[];
  /** What is wrong with a record whose fields are right one by one; null where nothing is. */
  judge?: (record: Readonly<Record<string, unknown>>) => { field: string; message: string } | null;
};

/** The column that says what the amounts of a row are in, where a table has any. */
export const currencyColumn = "currency";

/** Whether a column holds an amount of money, in the minor units of its row's currency. */
export function isMoney(name: string): boolean {
  return name.endsWith("_minor");
}

/** A column that names a member of a dimension. */
export function member(dimension: string): Column {
  return { type: { member: dimension } };
}

/** A column that holds the number of a text in a fixed list, from 1 on. */
export function fixed(members: readonly string[]): Column {
  return { type: { fixed: members } };
}

/** The same column, but no record may leave it out. */
export function required(column: Column | ColumnType): Column {
  const described = typeof column === "object" && "type" in column ? column : { type: column };
  return { ...described, isRequired: true };
}

/** Whole numbers in a column of two bytes. */
export const small = { type: "integer", most: 32_767 } as const satisfies Column;

/** Columns of one plain type that may be unknown. */
export function columns<Name extends string>(type: ColumnType, ...names: Name[]): Record<Name, Column> {
  return alike({ type }, names);
}

/** What holds only where the source says so. */
export function flags<Name extends string>(...names: Name[]): Record<Name, Column> {
  return alike({ type: "flag", ifEmpty: false }, names);
}

function alike<Name extends string>(column: Column, names: readonly Name[]): Record<Name, Column> {
  return Object.fromEntries(names.map((name) => [name, column])) as Record<Name, Column>;
}
