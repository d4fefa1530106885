import type { CompiledColumn } from "./compile-columns.ts";
import { RowFault, type RowScope } from "./part.ts";

export type ComputedRow = {
  /** The values of the source with the computed ones: numbers with a point, days and instants as in ISO 8601. */
  values: Readonly<Record<string, string>>;
  /** Why a computed column has no value, by its name. */
  faults: ReadonlyMap<string, string>;
};

const noFaults: ReadonlyMap<string, string> = new Map();

/** A row of a source with its computed columns. What cannot be computed is told by column; nothing is thrown. */
export function computeColumns(row: RowScope, columns: readonly CompiledColumn[]): ComputedRow {
  if (columns.length === 0) return { values: row.values, faults: noFaults };
  const faults = new Map<string, string>();
  const computed = columns.map(({ name, compute }): [string, string] => {
    const outcome = compute(row);
    if (outcome instanceof RowFault) faults.set(name, `${name}: ${outcome.message}`);
    return [name, outcome === null || outcome instanceof RowFault ? "" : outcome];
  });
  return { values: Object.fromEntries([...Object.entries(row.values), ...computed]), faults };
}
