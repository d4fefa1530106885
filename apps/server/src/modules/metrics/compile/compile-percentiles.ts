import { requireDataset } from "../model/registry.ts";
import { type CompileContext, type CompiledRows, compileRows } from "./compile-rows.ts";
import {
  type ColumnQuery,
  groupBy,
  isOnlyCells,
  keyColumns,
  levelNumber,
  type QueryShape,
  spanForReading,
  type ValueColumn,
} from "./query-shape.ts";

/** The bin in which the share of all values is reached. */
export function compilePercentiles(
  valueColumns: ValueColumn[],
  shape: QueryShape,
  context: CompileContext,
): ColumnQuery {
  const percentiles = valueColumns.flatMap((valueColumn) => (valueColumn.kind === "percentile" ? [valueColumn] : []));
  const [datasetId = "", measure = ""] = percentiles[0]?.measure.split(".") ?? [];
  const dataset = requireDataset(context.registry, datasetId);
  const span = spanForReading(undefined, dataset, shape);
  const [only] = shape.levels.length === 1 ? shape.levels : [];
  const separateExactCells = isOnlyCells(shape);
  const rows = compileRows({ ...shape, dataset, measures: [measure], span, separateExactCells }, context);
  const own = [...shape.dimensions.map((_, index) => `d${index}`), ...(shape.grain ? ["p"] : [])];
  // A level that is the same in all rows would only make them slower to sort.
  const keys = only ? own : ["lvl", ...own];
  const level = only ? [`${levelNumber[only]} as lvl`] : [];
  const lists = [
    // The offset keeps the lists as they are: unpacked once, and not for each percentile.
    ...(rows.exactCells
      ? [`(select ${[...own, "bins", "uptos"].join(", ")} from (${rows.exactCells}) alone offset 0)`]
      : []),
    ...(rows.from ? [addedUpBins(rows, shape, keys)] : []),
  ];
  const values = percentiles.map(({ column, share }) => `${binAt(share)} as ${column}`);
  return {
    text: `select ${[...level, ...keys, ...values].join(", ")} from (${lists.join("\nunion all\n")}) lists`,
    valueColumns,
    levels: shape.levels,
  };
}

/** Rows of bins as one list of bins and one of how many values lie up to each, by level and keys. */
function addedUpBins(rows: CompiledRows, shape: QueryShape, keys: readonly string[]): string {
  const counts = `select ${[...keyColumns(shape), "bin", `(${rows.sum(0)})::float8 as n`].join(", ")} from ${rows.from}${groupBy(shape, ["bin"])}`;
  const partition = keys.length > 0 ? `partition by ${keys.join(", ")} ` : "";
  const upto = `select ${[...keys, "bin"].join(", ")}, sum(n) over (${partition}order by bin rows unbounded preceding) as upto from (${counts}) counts`;
  const lists = ["array_agg(bin::smallint order by bin) as bins", "array_agg(upto::bigint order by bin) as uptos"];
  const grouped = keys.length > 0 ? ` group by ${keys.join(", ")}` : " having count(*) > 0";
  return `select ${[...keys, ...lists].join(", ")} from (${upto}) running${grouped}`;
}

/** The first bin up to which the share is reached. Counts are whole: those before it end below the next whole number. */
function binAt(share: number): string {
  return `bins[1 + width_bucket((uptos[cardinality(uptos)] * ${Math.round(share * 100)} + 99) / 100 - 1, uptos)]`;
}
