import type { ComputedColumn, ExpressionProblem } from "@console/contracts";
import { nearestNames } from "../../metrics/index.ts";
import { checkExpression, type FindColumn } from "./check-expression.ts";
import { ExpressionFault } from "./expression.ts";
import { parseExpression } from "./parse-expression.ts";
import { type Cell, type Compute, computeOnce, type Part, type ValueType } from "./part.ts";
import { toText } from "./read-part.ts";

/** A computed column that is right, and how its text is computed. */
export type CompiledColumn = {
  name: string;
  type: ValueType;
  /** The columns of the source that it needs, also through others. */
  columns: readonly string[];
  /** The computed columns that it names. */
  uses: readonly string[];
  compute: Compute<string>;
};

/** What came of one computed column: it is right, or its name or its expression is not. */
export type CheckedColumn = {
  name: string;
  /** Null where the expression is wrong. */
  compiled: CompiledColumn | null;
  nameProblem: string | null;
  problem: ExpressionProblem | null;
};

/** The columns of a source as far as they are known, and whether it may have others. */
export type SourceColumns = { names: readonly string[]; hasMore: boolean };

/** A source that nobody has looked into. */
export const unknownColumns: SourceColumns = { names: [], hasMore: true };

/** Checks computed columns one after the other: each may use those that stand before it. */
export function checkColumns(computed: readonly ComputedColumn[], source: SourceColumns): CheckedColumn[] {
  const parts = new Map<string, { part: Part; columns: readonly string[] }>();
  return computed.map(({ name, expression }, place) => {
    const nameProblem = findNameProblem(name, computed.slice(0, place), source);
    const columns = new Set<string>();
    const uses = new Set<string>();
    const findColumn: FindColumn = (column, span) => {
      const earlier = parts.get(column);
      if (earlier) {
        uses.add(column);
        for (const one of earlier.columns) columns.add(one);
        return earlier.part;
      }
      const isLater = computed.slice(place).some((one) => one.name === column);
      const isThere = source.hasMore || source.names.includes(column);
      if (isLater || !isThere) {
        throw new ExpressionFault(describeMissing(column, isLater, [...source.names, ...parts.keys()]), span);
      }
      columns.add(column);
      return { type: "cell", span, compute: readCell(column) };
    };
    try {
      const part = remember(checkExpression(parseExpression(expression), findColumn));
      const { type } = part;
      if (type === "nothing") throw new ExpressionFault("This is always empty.", part.span);
      if (nameProblem === null) parts.set(name, { part, columns: [...columns] });
      const compiled: CompiledColumn = {
        name,
        type: type === "cell" ? "text" : type,
        columns: [...columns],
        uses: [...uses],
        compute: toText(part),
      };
      return { name, compiled, nameProblem, problem: null };
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      return { name, compiled: null, nameProblem, problem: { message: error.message, ...error.span } };
    }
  });
}

function findNameProblem(name: string, earlier: readonly ComputedColumn[], source: SourceColumns): string | null {
  if (source.names.includes(name)) return `The source has a column "${name}". Choose another name.`;
  if (earlier.some((one) => one.name === name)) return `There is another computed column "${name}".`;
  return null;
}

function describeMissing(column: string, isLater: boolean, names: readonly string[]): string {
  if (isLater) return `[${column}] is not computed yet. A column can use the ones above it.`;
  const [near] = nearestNames(column, names, 1);
  return `There is no column "${column}".${near === undefined ? "" : ` Did you mean [${near}]?`}`;
}

function readCell(column: string): Compute<Cell> {
  return ({ values }) => {
    // A column may be called like what every object has.
    const text = Object.hasOwn(values, column) ? (values[column] ?? "").trim() : "";
    return text === "" ? null : { column, text };
  };
}

/** The same part; columns that use it do not compute it again. */
function remember(part: Part): Part {
  switch (part.type) {
    case "nothing":
      return part;
    case "number":
      return { ...part, compute: computeOnce(part.compute) };
    case "flag":
      return { ...part, compute: computeOnce(part.compute) };
    case "cell":
      return { ...part, compute: computeOnce(part.compute) };
    default:
      return { ...part, compute: computeOnce(part.compute) };
  }
}
