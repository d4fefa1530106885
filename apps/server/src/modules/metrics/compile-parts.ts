import type { Grain } from "@console/contracts";
import { addDays, earlier, nextStart, type Span, startOf } from "./calendar.ts";
import { type CompileParts, compileRows, filterOf, keyOf, rebased, rollupFor, within } from "./compile-rows.ts";
import type { Dataset, ItemFormula, Reading } from "./dataset.ts";
import type { PlanFilter } from "./plan.ts";
import { datasetOf } from "./registry.ts";

/** What the parts of one side of a question have in common. */
export type Frame = {
  dimensions: readonly string[];
  filters: readonly PlanFilter[];
  span: Span;
  grain: Grain | null;
  levels: readonly Level[];
  isCumulative: boolean;
  tomorrow: string;
};

/** Rows by dimensions and periods; by dimensions alone; and one for everything. */
export type Level = "cell" | "member" | "total";
export const levelNumber: Record<Level, number> = { cell: 0, member: 1, total: 2 };

/** One value that formulas use: its column in the statement, and where it comes from. */
export type Slot =
  | { column: string; kind: "reading"; reading: Reading }
  | { column: string; kind: "percentile"; measure: string; share: number }
  | { column: string; kind: "items"; formula: ItemFormula };

/** A query with the columns lvl, d0…, p (with a grain) and one for each of its slots. */
export type Part = { text: string; slots: readonly Slot[] };

/** Slots that can be read together become one part. */
export function compileSlots(slots: readonly Slot[], frame: Frame, parts: CompileParts): Part[] {
  const groups = new Map<string, Slot[]>();
  for (const slot of slots) {
    const key = groupOf(slot, parts);
    groups.set(key, [...(groups.get(key) ?? []), slot]);
  }
  return [...groups.values()].flatMap((group) => compileGroup(group, frame, parts));
}

function groupOf(slot: Slot, { registry }: CompileParts): string {
  if (slot.kind === "items") return slot.column;
  if (slot.kind === "percentile") return slot.measure;
  const { measure, read } = slot.reading;
  const [dataset = "", name = ""] = measure.split(".");
  const isDistinct = registry.datasets.get(dataset)?.measures[name]?.kind === "distinct";
  return JSON.stringify([dataset, read, isDistinct ? name : ""]);
}

function compileGroup(slots: Slot[], frame: Frame, parts: CompileParts): Part[] {
  const [first] = slots;
  if (!first) return [];
  const running = first.kind === "items" || (first.kind === "reading" && isRunning(first.reading, frame));
  if (frame.grain && running) return [compileRunningCells(slots, frame, parts), ...compileWhole(slots, frame, parts)];
  if (first.kind === "percentile" && hasCells(first, frame, parts)) {
    return [compilePlain(slots, { ...frame, levels: ["cell"] }, parts), ...compileWhole(slots, frame, parts)];
  }
  return [compilePlain(slots, frame, parts)];
}

/**
 * Whether the levels of a question are added up from different cells: those of months and of fewer dimensions are far
 * fewer. Without them one look at the facts gives all levels.
 */
function hasCells({ measure }: Slot & { kind: "percentile" }, frame: Frame, parts: CompileParts): boolean {
  const { grain, levels, dimensions } = frame;
  const isFine = grain === null ? dimensions.length > 0 : ["hour", "day", "week"].includes(grain);
  if (!isFine || !levels.includes("cell")) return false;
  const [id = "", name = ""] = measure.split(".");
  const dataset = rebased(datasetOf(parts.registry, id), parts.basis);
  return rollupFor({ ...frame, dataset, measures: [name] }, parts) !== null;
}

/** The levels above single periods and members, each from what it needs itself. */
function compileWhole(slots: Slot[], frame: Frame, parts: CompileParts): Part[] {
  const levels = frame.levels.filter((level) => level !== "cell");
  // Over all periods together, a state is simply the state at the end.
  return levels.map((level) => {
    const dimensions = level === "member" ? frame.dimensions : [];
    const plain = compilePlain(slots, { ...frame, dimensions, grain: null, levels: ["cell"] }, parts);
    const nulls = frame.dimensions.map((_, place) =>
      place < dimensions.length ? `d${place}` : `null::int as d${place}`,
    );
    const period = frame.grain ? ["null::date as p"] : [];
    const columns = [`${levelNumber[level]} as lvl`, ...nulls, ...period, ...slots.map(({ column }) => column)];
    return { text: `select ${columns.join(", ")} from (${plain.text}) whole`, slots };
  });
}

/** Whether a reading depends on days before the period it is shown for. */
function isRunning({ read }: Reading, { isCumulative }: Frame): boolean {
  return isCumulative || read !== "flow";
}

/** One level of aggregation after the other over the same rows. */
function compilePlain(slots: Slot[], frame: Frame, parts: CompileParts): Part {
  const [first] = slots;
  if (first?.kind === "percentile") return compilePercentiles(slots, frame, parts);
  if (first?.kind === "items") return compileItems(first, frame, parts);
  const { dataset, measures, readings } = readingsOf(slots, parts);
  const span = spanOf(readings[0], dataset, frame);
  const rows = compileRows({ ...frame, dataset, measures, span }, parts);
  const sums = slots.map(({ column }, place) => `${rows.sum(place)} as ${column}`);
  const text = `select ${[...keysOf(frame), ...sums].join(", ")} from ${rows.from}${groupBy(frame)}`;
  return { text, slots };
}

function readingsOf(slots: readonly Slot[], parts: CompileParts) {
  const readings = slots.flatMap((slot) => (slot.kind === "reading" ? [slot.reading] : []));
  const names = readings.map(({ measure }) => measure.split(".") as [string, string]);
  const dataset = datasetOf(parts.registry, names[0]?.[0] ?? "");
  return { dataset, readings, measures: names.map(([, measure]) => measure) };
}

/** The days that a reading adds up. */
export function spanOf(reading: Reading | undefined, dataset: Dataset, { span, tomorrow }: Frame): Span {
  const to = dataset.isFuture ? span.to : earlier(span.to, tomorrow);
  const read = reading?.read ?? "flow";
  if (read === "flow") return { from: span.from, to };
  if (read === "closing") return { from: null, to };
  if (read === "opening") return { from: null, to: span.from ?? to };
  return { from: addDays(to, -read.trailingDays), to };
}

/** The level and the keys of a row. */
function keysOf({ dimensions, grain, levels }: Frame): string[] {
  const [only] = levels;
  const dims = dimensions.map((_, place) => `d${place}`);
  const lvl = levels.length === 1 && only ? String(levelNumber[only]) : levelSql(dims.length > 0, grain !== null);
  return [`${lvl} as lvl`, ...dims, ...(grain ? ["p"] : [])];
}

function levelSql(hasDimensions: boolean, hasGrain: boolean): string {
  const total = `when grouping(${hasDimensions ? "d0" : "p"}) = 1 then ${levelNumber.total}`;
  const member = hasDimensions && hasGrain ? ` when grouping(p) = 1 then ${levelNumber.member}` : "";
  return `case ${total}${member} else ${levelNumber.cell} end`;
}

function groupBy({ dimensions, grain, levels }: Frame, extra: string[] = []): string {
  const dims = dimensions.map((_, place) => `d${place}`);
  const columns: Record<Level, string[]> = {
    cell: [...dims, ...(grain ? ["p"] : []), ...extra],
    member: [...dims, ...extra],
    total: extra,
  };
  const sets = levels.map((level) => `(${columns[level].join(", ")})`);
  if (sets.length === 1) return sets[0] === "()" ? "" : ` group by ${sets[0]?.slice(1, -1)}`;
  return ` group by grouping sets (${sets.join(", ")})`;
}

/** The bin in which the wanted share of all values is reached. */
function compilePercentiles(slots: Slot[], frame: Frame, parts: CompileParts): Part {
  const percentiles = slots.flatMap((slot) => (slot.kind === "percentile" ? [slot] : []));
  const [datasetId = "", measure = ""] = percentiles[0]?.measure.split(".") ?? [];
  const dataset = datasetOf(parts.registry, datasetId);
  const span = spanOf(undefined, dataset, frame);
  const rows = compileRows({ ...frame, dataset, measures: [measure], span }, parts);
  const [only] = frame.levels.length === 1 ? frame.levels : [];
  const own = [...frame.dimensions.map((_, place) => `d${place}`), ...(frame.grain ? ["p"] : [])];
  // A level that is the same in all rows would only make them slower to sort.
  const keys = only ? own : ["lvl", ...own];
  const level = only ? [`${levelNumber[only]} as lvl`] : [];
  const bins =
    rows.areFew && only && frame.grain
      ? `select ${[...own, "bin", "x0 as n"].join(", ")} from ${rows.from}`
      : `select ${[...keysOf(frame), "bin", `(${rows.sum(0)})::float8 as n`].join(", ")} from ${rows.from}${groupBy(frame, ["bin"])}`;
  const partition = keys.length > 0 ? `partition by ${keys.join(", ")} ` : "";
  const upto = `select ${[...keys, "bin"].join(", ")}, sum(n) over (${partition}order by bin rows unbounded preceding) as upto from (${bins}) bins`;
  const lists = `select ${[...keys, "array_agg(bin) as bins", "array_agg(upto) as uptos"].join(", ")} from (${upto}) running${
    keys.length > 0 ? ` group by ${keys.join(", ")}` : " having count(*) > 0"
  }`;
  const values = percentiles.map(({ column, share }) => `${binAt(share)} as ${column}`);
  return { text: `select ${[...level, ...keys, ...values].join(", ")} from (${lists}) lists`, slots };
}

/** The first bin up to which the share is reached: counts are whole, so a little less than it is below just those before. */
function binAt(share: number): string {
  return `bins[1 + width_bucket(uptos[cardinality(uptos)] * ${Math.round(share * 100)} / 100 - 0.005, uptos)]`;
}

/** Cells of a state or of a running total: everything up to the end of each period. */
function compileRunningCells(slots: Slot[], frame: Frame, parts: CompileParts): Part {
  const [first] = slots;
  if (first?.kind === "items") return compileItems(first, { ...frame, levels: ["cell"] }, parts);
  const { dataset, measures, readings } = readingsOf(slots, parts);
  const read = readings[0]?.read ?? "flow";
  const span = spanOf({ measure: "", read: "flow" }, dataset, frame);
  const dims = frame.dimensions.map((_, place) => `d${place}`);
  const columns = slots.map(({ column }) => column);
  if (typeof read === "object") {
    const from = span.from && addDays(firstStop(frame), -read.trailingDays);
    const rows = compileRows({ ...frame, dataset, measures, grain: "day", span: { from, to: span.to } }, parts);
    const sums = columns.map((column, place) => `${rows.sum(place)} as ${column}`);
    const keys = [...dims, "start"];
    return {
      text: `select 0 as lvl, ${[...dims, "start as p", ...sums].join(", ")} from ${rows.from} join ${periodsOf(frame, parts)} on p >= stop - ${read.trailingDays} and p < stop group by ${keys.join(", ")}`,
      slots,
    };
  }
  const changes = compileRows({ ...frame, dataset, measures, span }, parts);
  const startsAtNothing = read === "flow";
  const before = startsAtNothing
    ? null
    : compileRows({ ...frame, dataset, measures, grain: null, span: { from: null, to: span.from ?? span.to } }, parts);
  const sums = (rows: typeof changes) => columns.map((column, place) => `${rows.sum(place)} as ${column}`);
  const grouped = (keys: string[]) => (keys.length > 0 ? ` group by ${keys.join(", ")}` : "");
  const all = [
    `select ${[...dims, "p", ...sums(changes)].join(", ")} from ${changes.from}${grouped([...dims, "p"])}`,
    ...(before
      ? [`select ${[...dims, "null::date as p", ...sums(before)].join(", ")} from ${before.from}${grouped(dims)}`]
      : []),
  ].join("\nunion all\n");
  const steps = parts.statement.with(parts.statement.name("steps"), () => `(${all})`);
  // Each member gets a row for each period, whether anything changed in it or not.
  const members = dims.length > 0 ? `(select distinct ${dims.join(", ")} from ${steps}) member` : "(select 1) member";
  const own = dims.map((dim) => `member.${dim}`);
  const join = (alias: string, condition: string) =>
    `left join ${steps} ${alias} on ${[...dims.map((dim) => `${alias}.${dim} = member.${dim}`), condition].join(" and ")}`;
  const window = `(${dims.length > 0 ? `partition by ${own.join(", ")} ` : ""}order by start)`;
  const values = columns.map((column) => {
    const upto = `sum(coalesce(s.${column}, 0)) over ${window}`;
    const since = startsAtNothing ? upto : `coalesce(b.${column}, 0) + ${upto}`;
    return `${read === "opening" ? `${since} - coalesce(s.${column}, 0)` : since} as ${column}`;
  });
  const joins = [join("s", "s.p = start"), ...(startsAtNothing ? [] : [join("b", "b.p is null")])].join(" ");
  return {
    text: `select 0 as lvl, ${[...own, "start as p", ...values].join(", ")} from ${members} cross join ${periodsOf(frame, parts)} ${joins}`,
    slots,
  };
}

/** The starts of the periods of a frame, and the first day after each. */
function periodsOf(frame: Frame, { statement }: CompileParts): string {
  const { starts, stops } = periodDays(frame);
  return `unnest(${statement.value(starts, "date[]")}, ${statement.value(stops, "date[]")}) as period (start, stop)`;
}

function periodDays({ span, grain }: Frame): { starts: string[]; stops: string[] } {
  const starts: string[] = [];
  const stops: string[] = [];
  if (!grain || !span.from) throw new Error("Periods need a grain and a first day.");
  for (let start = startOf(grain, span.from); start < span.to; start = nextStart(grain, start)) {
    starts.push(start);
    stops.push(earlier(nextStart(grain, start), span.to));
  }
  return { starts, stops };
}

function firstStop(frame: Frame): string {
  return periodDays(frame).stops[0] ?? frame.span.to;
}

/** Judges each item by readings of its own, and adds the verdicts up. */
function compileItems(slot: Extract<Slot, { kind: "items" }>, frame: Frame, parts: CompileParts): Part {
  const keys = frame.dimensions.map(
    (id, place) => `${keyOf(datasetOf(parts.registry, slot.formula.items), id)} as d${place}`,
  );
  const columns = [...keys, ...(frame.grain ? ["start as p"] : []), `(${slot.formula.value}) as verdict`];
  const rows = `select ${columns.join(", ")} ${judgedItems(slot.formula, frame, parts)}`;
  const sum = `coalesce(sum(verdict), 0) as ${slot.column}`;
  return { text: `select ${[...keysOf(frame), sum].join(", ")} from (${rows}) items${groupBy(frame)}`, slots: [slot] };
}

/** FROM and WHERE of the items of a formula, with its readings as columns beside theirs. */
export function judgedItems(formula: ItemFormula, frame: Frame, parts: CompileParts): string {
  const items = datasetOf(parts.registry, formula.items);
  const { statement } = parts;
  const names = Object.keys(formula.readings);
  const slots = Object.values(formula.readings).map(
    (reading, place): Slot => ({ column: `q${place}`, kind: "reading", reading }),
  );
  const inner: Frame = { ...frame, dimensions: formula.by, filters: [], levels: ["cell"] };
  const readings = joinParts(compileSlots(slots, inner, parts), ["d0", "d1", ...(frame.grain ? ["p"] : [])], slots);
  const judged = names.map((name, place) => `coalesce(q.q${place}, 0) as ${name}`);
  const [one, two] = formula.by;
  const on = [
    ...[`q.d0 = ${items.dimensions[one]}`, `q.d1 = ${items.dimensions[two]}`],
    ...(frame.grain ? ["q.p = start"] : []),
  ];
  const conditions = [
    `item.tenant_id = ${statement.tenant}`,
    ...(frame.grain ? ["item.day < stop"] : within({ from: null, to: frame.span.to }, "item.day", statement)),
    ...frame.filters.map((filter) => filterOf(filter, keyOf(items, filter.dimension), statement)),
  ];
  const periods = frame.grain ? `cross join ${periodsOf(frame, parts)} ` : "";
  return `from ${items.relation} item ${periods}left join (${readings}) q on ${on.join(" and ")} cross join lateral (select ${judged.join(", ")}) judged where ${conditions.join(" and ")}`;
}

/** One row for each key, with the columns of all parts. */
export function joinParts(all: readonly Part[], keys: readonly string[], slots: readonly Slot[]): string {
  const [only] = all;
  if (only && all.length === 1) {
    return `select ${[...keys, ...slots.map(({ column }) => column)].join(", ")} from (${only.text}) part`;
  }
  const branches = all.map(({ text, slots: own }) => {
    const columns = slots.map((slot) => (own.includes(slot) ? slot.column : `null::float8 as ${slot.column}`));
    return `select ${[...keys, ...columns].join(", ")} from (${text}) part`;
  });
  const sums = slots.map(({ column }) => `sum(${column}) as ${column}`);
  const grouped = keys.length > 0 ? ` group by ${keys.join(", ")}` : "";
  return `select ${[...keys, ...sums].join(", ")} from (\n${branches.join("\nunion all\n")}\n) parts${grouped}`;
}
