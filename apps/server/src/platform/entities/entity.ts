import type { EntityRow, EntityValue, Permission } from "@console/contracts";
import type { RawBuilder } from "kysely";
import type { PeopleRelation } from "../audit/entry-store.ts";
import type { Context } from "../context.ts";
import type { DB } from "../db/schema.gen.ts";

/** What a field of an entity is, in the words of `entityFieldTypes`. */
export type FieldType =
  | ("text" | "lines" | "email" | "choice" | "choices" | "flag" | "count")
  | ("instant" | "day" | "attributes" | "picture" | "changes");

type Initial = string | number | boolean;

/** One field of an entity. */
export type FieldSpec = {
  label: string;
  type: FieldType;
  /** Its column, or what it is computed from; the name in snake case when left out. */
  column?: string | RawBuilder<unknown>;
  /** Puts what the column holds into words; rows cannot be ordered or found by those. */
  present?: (stored: unknown) => EntityValue;
  /** What may be chosen, with what it is called. */
  choices?: Readonly<Record<string, string>>;
  /** In a list: what may be chosen are rows of another entity, by their ids, known by one of its fields. */
  choicesFrom?: { entity: string; by: string };
  help?: string;
  /** The heading that it stands under where one row is shown. */
  group?: string;
  isRequired?: true;
  /** `once`: only when the row is made; `never`: it is found out by the product. */
  edit?: "always" | "once" | "never";
  /** `file`: only in files that are exported and imported. */
  shown?: "list" | "column" | "detail" | "file";
  /** The rows that it makes sense for; in others it is neither asked for nor needed. */
  when?: { field: string; values: readonly string[] };
  /** In files it is hidden, or without the email addresses, phone numbers and hidden names that were written in it. */
  inFiles?: "hidden" | "masked";
  isSearched?: true;
  isFilter?: true;
  isSortable?: false;
  /** Every row has a value, also where it is computed. */
  isNeverEmpty?: true;
  /** The most characters of a text, or the largest number. */
  max?: number;
  /** What a new row has where nothing is given. */
  initial?: Initial | ((context: Context) => Promise<Initial>);
  /** In an act: it goes in and never comes out, and no note tells it. */
  isSecret?: true;
  /** In an act: the field of the row whose value it begins with, as a form shows it. */
  begins?: string;
  /** Says what is wrong with a value that is given; null when it is right. */
  check?: (value: string) => string | null;
  /** The same for each text of a list. */
  checkEach?: (value: string) => string | null;
  /** It holds the id of a row of another entity, and is shown, sorted and searched by that row's title. */
  refersTo?: Reference;
  /** What it always is for a caller who has no choice; the field is not shown to them. Null for all others. */
  forcedValue?: (context: Pick<Context, "permissions" | "tenantId">) => string | null;
};

/** The row of another entity that a field names. */
export type Reference = {
  entity: string;
  /** The field of the other entity that its rows are known by. */
  by: string;
  /** What the title is read from. */
  title: RawBuilder<unknown>;
  /** The ids of the rows whose titles hold a word, where that is found sooner than by reading every row. */
  withTitle?: (word: string) => RawBuilder<unknown>;
  /** Whether there is such a row and the caller may name it. */
  isAvailable: (context: Context, id: string) => Promise<boolean>;
};

/** Something that is done to rows. */
export type ActSpec = {
  label: string;
  /** What the outcome says when it is done. */
  done: string;
  permission?: Permission;
  question?: string;
  /** Its title must be typed; it stands apart, among the dangers. */
  isDangerous?: true;
  /** It stands apart, among the dangers. */
  isDestructive?: true;
  /** What most people want to do with a row that it makes sense for. */
  isMain?: true;
  isSingle?: true;
  fields?: Readonly<Record<string, FieldSpec>>;
  /** The rows that it makes sense for. */
  when?: { field: string; values: readonly string[] };
  /** Columns that it sets; anything more is done by `run`. */
  sets?: Readonly<Record<string, unknown>>;
  /** Gives other words for the outcome, if it has any. */
  run?: (context: Context, row: EntityRow, fields: Readonly<Record<string, unknown>>) => Promise<string | undefined>;
};

/** Whether a caller may do acts on a row, and change its fields. */
export type RowRights = { canAct: boolean; canChange: boolean };

/** A kind of row that people look after. One description gives its list, forms, acts, import, export and history. */
export type Entity = {
  /** As it stands in addresses. */
  name: string;
  one: string;
  many: string;
  /** What whoever opens a row is told that is there no more, where rows come and go by themselves. */
  goneWords?: string;
  /** Null where rows come from elsewhere, by `from`: they are read and acted on, and never written here. */
  table: (keyof DB & string) | null;
  /** Names those who have changed its rows. */
  people: PeopleRelation;
  /** The column that tells rows apart. */
  id?: string;
  /** The field that people know a row by. */
  title: string;
  /** The field that an opened row is headed by, where it has a value; else by its title. */
  heading?: string;
  /** What is read: the table and what is joined to it. The table's own alias is `r`. */
  from?: RawBuilder<unknown>;
  /** A column that holds the searched fields of the table itself in small letters, and one with every three of them. */
  searchColumns?: { text: string; parts: string };
  permissions: { read: Permission; manage: Permission };
  /** The rows belong to tenants, and a caller sees those of the own one. */
  isOfTenant?: true;
  fields: Readonly<Record<string, FieldSpec>>;
  /** The fields that matter most where one row is shown, at most three. */
  headline?: readonly string[];
  /** What the caller may do with a row beyond what the permissions of the entity say. */
  rights?: (context: Context, row: EntityRow) => RowRights;
  sort?: { by: string; dir: "asc" | "desc" };
  acts?: Readonly<Record<string, ActSpec>>;
  /** The fewer rows that a caller may see and change. */
  scope?: (context: Context) => RawBuilder<boolean> | null;
  /** The tenant whose people may read in their own record what is done to a row. */
  findTenantId?: (row: EntityRow) => string | null;
  /** False where rows come from elsewhere. */
  canCreate?: false;
  canChange?: false;
  /** The field by which rows of a file are found again; without one nothing can be imported. */
  importedBy?: string;
  /** The field that must be the same too, where two rows may be known by the same. */
  importedWithin?: string;
  /** The id of a new row; a random one when left out. */
  newId?: (fields: Readonly<Record<string, unknown>>) => string;
  /** Refuses what the fields alone do not tell; `before` is null for a new row. */
  check?: (context: Context, before: EntityRow | null, input: Readonly<Record<string, unknown>>) => Promise<void>;
  /** What someone should know before saving; it is saved all the same once they have confirmed it. */
  warn?: (
    context: Context,
    before: EntityRow | null,
    input: Readonly<Record<string, unknown>>,
  ) => Promise<string | null>;
  /** Makes a row where more is needed than writing it to the table; gives its id. */
  create?: (context: Context, columns: Record<string, unknown>) => Promise<string>;
  /** What follows from a change. */
  changed?: (context: Context, before: EntityRow, after: EntityRow) => Promise<void>;
};

/** The table that rows of an entity are written to. */
export function requireTable({ name, table }: Pick<Entity, "name" | "table">): string {
  if (table === null) throw new Error(`Rows of the entity ${name} are not written.`);
  return table;
}

/** The name of a field's column. */
export function columnForField(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Where a row has the title of the row that a field names. */
export function titleField(name: string): string {
  return `${name}Title`;
}

/** Whether a field is written to a column of the table, or only read. */
export function isWritten({ edit, column }: Pick<FieldSpec, "edit" | "column">): boolean {
  return edit !== "never" && (column === undefined || typeof column === "string");
}
