import type { SourceMapping } from "@console/contracts";
import { SourceProblem } from "../../../connectors/connector.ts";
import { AppError } from "../../../platform/errors.ts";
import {
  type CheckedColumn,
  type CompiledColumn,
  checkColumns,
  type SourceColumns,
  unknownColumns,
} from "./compile-columns.ts";

type Computed = Pick<SourceMapping, "computed">;

/** The computed columns of a mapping that is in use; one that has become wrong needs attention. */
export function compileMapping({ computed = [] }: Computed): CompiledColumn[] {
  return checkColumns(computed, unknownColumns).map((column) => {
    if (column.compiled && column.nameProblem === null) return column.compiled;
    throw new SourceProblem("config", `A computed column of the mapping is wrong. ${describeProblem(column)}`);
  });
}

/** Refuses a mapping with a computed column that is wrong, with the name of the column and the place in its expression. */
export function requireComputed({ computed = [] }: Computed, source: SourceColumns = unknownColumns): void {
  const checked = checkColumns(computed, source);
  const fields = checked.flatMap((column, place): [string, string][] => {
    if (column.nameProblem !== null) return [[`mapping.computed.${place}.name`, column.nameProblem]];
    return column.problem ? [[`mapping.computed.${place}.expression`, describeProblem(column)]] : [];
  });
  const [first] = fields;
  if (first) throw new AppError("invalid_input", first[1], { fields: Object.fromEntries(fields) });
}

/** The mapping without the computed columns that do not fit a file, and without the fields that they filled. */
export function withFittingColumns(mapping: SourceMapping, names: readonly string[]): SourceMapping {
  const checked = checkColumns(mapping.computed ?? [], { names, hasMore: false });
  const misfits = new Set(
    checked.flatMap(({ name, compiled, nameProblem }) => (compiled && nameProblem === null ? [] : [name])),
  );
  if (misfits.size === 0) return mapping;
  const fields = Object.entries(mapping.fields).filter(([, { from = "" }]) => !misfits.has(from));
  const computed = mapping.computed?.filter(({ name }) => !misfits.has(name)) ?? [];
  return { ...mapping, fields: Object.fromEntries(fields), computed };
}

/** The names of all columns that fields can be filled from. */
export function listColumns({ computed = [] }: Computed, sourceColumns: readonly string[]): string[] {
  return [...sourceColumns, ...computed.map(({ name }) => name)];
}

function describeProblem({ name, nameProblem, problem }: CheckedColumn): string {
  return problem ? `${name}, character ${problem.start + 1}: ${problem.message}` : (nameProblem ?? "");
}
