import type { SourceCheck } from "@console/contracts";
import type { RawBuilder } from "kysely";
import { factTables, memberName } from "../../metrics/index.ts";

/** Whose facts are looked at, and when. */
export type CheckScope = { tenantId: string; connection: string; now: Date };

/** A field that explains what was found; `value` is SQL over a found row, which is called `f`. */
export type CheckColumn = {
  label: string;
  format: "text" | "instant" | "day" | "quantity" | "money" | "number";
  value: string;
};

/** What checks look at, as a query; checks that share one are counted in one pass. */
export type CheckRows = (scope: CheckScope) => RawBuilder<unknown>;

/** A question about the facts of one connection whose answer should be: none. */
export type Check = Pick<SourceCheck, "id" | "name" | "words" | "severity"> & {
  /** What is counted: one of them, many of them. */
  noun: readonly [one: string, many: string];
  /** Where columns show money, its rows have a `currency`. */
  rows: CheckRows;
  /** SQL of those rows that can be judged, as `f`; all of them when left out. */
  among?: string;
  /** SQL of what is found among them. */
  wrong: string;
  columns: readonly CheckColumn[];
  /** SQL of the order of examples, the worst first. */
  order: string;
};

/** What is dated ahead of now by more than a clock may be wrong. */
export function latestCredible(now: Date): Date {
  return new Date(now.getTime() + 3_600_000);
}

/** The name of a member, as a field that explains. */
export function memberColumn(label: string, dimension: string): CheckColumn {
  return {
    label,
    format: "text",
    value: memberName("f", dimension),
  };
}

/** The name of what a column with a fixed list holds. */
export function fixedColumn(label: string, fact: string, column: string): CheckColumn {
  const names = fixedNames(fact, column).map((name) => `'${name}'`);
  return { label, format: "text", value: `(array[${names.join(", ")}])[f.${column}]` };
}

/** What a name of a fixed list is stored as. */
export function fixedCode(fact: string, column: string, name: string): number {
  return fixedNames(fact, column).indexOf(name) + 1;
}

function fixedNames(fact: string, column: string): readonly string[] {
  const type = factTables.find(({ table }) => table === fact)?.columns[column]?.type;
  if (typeof type === "object" && "fixed" in type) return type.fixed;
  throw new Error(`${fact}.${column} has no fixed list.`);
}
