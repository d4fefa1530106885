import { datasetOf } from "../model/registry.ts";
import { type CompiledRows, type CompileParts, compileRows } from "./compile-rows.ts";
import { type Frame, groupBy, isOnlyCells, keysOf, levelNumber, type Part, type Slot, spanOf } from "./frame.ts";

/** The bin in which the wanted share of all values is reached. */
export function compilePercentiles(slots: Slot[], frame: Frame, parts: CompileParts): Part {
  const percentiles = slots.flatMap((slot) => (slot.kind === "percentile" ? [slot] : []));
  const [datasetId = "", measure = ""] = percentiles[0]?.measure.split(".") ?? [];
  const dataset = datasetOf(parts.registry, datasetId);
  const span = spanOf(undefined, dataset, frame);
  const [only] = frame.levels.length === 1 ? frame.levels : [];
  const areAloneApart = isOnlyCells(frame);
  const rows = compileRows({ ...frame, dataset, measures: [measure], span, areAloneApart }, parts);
  const own = [...frame.dimensions.map((_, place) => `d${place}`), ...(frame.grain ? ["p"] : [])];
  // A level that is the same in all rows would only make them slower to sort.
  const keys = only ? own : ["lvl", ...own];
  const level = only ? [`${levelNumber[only]} as lvl`] : [];
  const lists = [
    // The offset keeps the lists as they are: unpacked once, and not for each percentile.
    ...(rows.alone ? [`(select ${[...own, "bins", "uptos"].join(", ")} from (${rows.alone}) alone offset 0)`] : []),
    ...(rows.from ? [addedUpBins(rows, frame, keys)] : []),
  ];
  const values = percentiles.map(({ column, share }) => `${binAt(share)} as ${column}`);
  return {
    text: `select ${[...level, ...keys, ...values].join(", ")} from (${lists.join("\nunion all\n")}) lists`,
    slots,
    levels: frame.levels,
  };
}

/** Rows of bins as one list of bins and one of how many values lie up to each, by level and keys. */
function addedUpBins(rows: CompiledRows, frame: Frame, keys: readonly string[]): string {
  const counts = `select ${[...keysOf(frame), "bin", `(${rows.sum(0)})::float8 as n`].join(", ")} from ${rows.from}${groupBy(frame, ["bin"])}`;
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
