import { addDays, earlier, nextStart, startOf } from "../model/calendar.ts";
import type { ItemFormula, Reading } from "../model/dataset.ts";
import { rebased } from "../model/rebase.ts";
import { datasetOf } from "../model/registry.ts";
import { compilePercentiles } from "./compile-percentiles.ts";
import { type CompileParts, compileRows, filterOf, keyOf, rollupFor, within } from "./compile-rows.ts";
import {
  type Frame,
  groupBy,
  isOnlyCells,
  keysOf,
  type Level,
  levelNumber,
  type Part,
  type Slot,
  spanOf,
} from "./frame.ts";

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
  if (hasCells(slots, frame, parts)) {
    const cells = compilePlain(slotsOf("cell", slots, frame), { ...frame, levels: ["cell"] }, parts);
    return [cells, ...compileWhole(slots, frame, parts)];
  }
  return [compilePlain(slots, frame, parts)];
}

/**
 * Whether the levels of a question are better added up from different cells: those of months and of fewer dimensions
 * are far fewer. Without cells one look at the facts gives all levels.
 */
function hasCells(slots: readonly Slot[], frame: Frame, parts: CompileParts): boolean {
  const { grain, levels, dimensions } = frame;
  const [first] = slots;
  const isPercentile = first?.kind === "percentile";
  const isFine = dimensions.length > 0 || (isPercentile && grain !== null && grain !== "quarter" && grain !== "year");
  if (!isFine || first?.kind === "items" || !levels.includes("cell")) return false;
  const { dataset, measures } = measuresIn(slots, parts);
  return rollupFor({ ...frame, dataset: rebased(dataset, parts.basis), measures }, parts) !== null;
}

/** The slots that a level needs: what is only told of the whole is not read for the others, but their rows stay. */
function slotsOf(level: Level, slots: Slot[], { levels }: Frame): Slot[] {
  if (level === "total" || !levels.includes("total")) return slots;
  const shown = slots.filter(({ isOfTotals }) => !isOfTotals);
  return shown.length > 0 ? shown : slots.slice(0, 1);
}

/** The levels above single periods and members, each from what it needs itself. */
function compileWhole(slots: Slot[], frame: Frame, parts: CompileParts): Part[] {
  const levels = frame.levels.filter((level) => level !== "cell");
  // Over all periods together, a state is simply the state at the end.
  return levels.map((level) => {
    const dimensions = level === "member" ? frame.dimensions : [];
    const own = slotsOf(level, slots, frame);
    const plain = compilePlain(own, { ...frame, dimensions, grain: null, levels: ["cell"] }, parts);
    const nulls = frame.dimensions.map((_, place) =>
      place < dimensions.length ? `d${place}` : `null::int as d${place}`,
    );
    const period = frame.grain ? ["null::date as p"] : [];
    const columns = [`${levelNumber[level]} as lvl`, ...nulls, ...period, ...own.map(({ column }) => column)];
    return { text: `select ${columns.join(", ")} from (${plain.text}) whole`, slots: own, levels: [level] };
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
  const areAloneApart = isOnlyCells(frame);
  const rows = compileRows({ ...frame, dataset, measures, span, areAloneApart }, parts);
  const as = (values: string[]) => [
    ...keysOf(frame),
    ...slots.map(({ column }, place) => `${values[place]} as ${column}`),
  ];
  const alone = as(slots.map((_, place) => `x${place}`));
  const added = as(slots.map((_, place) => rows.sum(place)));
  const branches = [
    ...(rows.alone ? [`select ${alone.join(", ")} from (${rows.alone}) alone`] : []),
    ...(rows.from ? [`select ${added.join(", ")} from ${rows.from}${groupBy(frame)}`] : []),
  ];
  return { text: branches.join("\nunion all\n"), slots, levels: frame.levels };
}

function readingsOf(slots: readonly Slot[], parts: CompileParts) {
  const readings = slots.flatMap((slot) => (slot.kind === "reading" ? [slot.reading] : []));
  return { ...measuresIn(slots, parts), readings };
}

/** The dataset of slots that are read together, and the names of their measures in it. */
function measuresIn(slots: readonly Slot[], { registry }: CompileParts) {
  const names = slots.flatMap((slot) => {
    if (slot.kind === "items") return [];
    const name = slot.kind === "percentile" ? slot.measure : slot.reading.measure;
    return [name.split(".") as [string, string]];
  });
  return { dataset: datasetOf(registry, names[0]?.[0] ?? ""), measures: names.map(([, measure]) => measure) };
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
      levels: ["cell"],
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
    levels: ["cell"],
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
  const text = `select ${[...keysOf(frame), sum].join(", ")} from (${rows}) items${groupBy(frame)}`;
  return { text, slots: [slot], levels: frame.levels };
}

/** FROM and WHERE of the items of a formula, with its readings as columns beside theirs. */
export function judgedItems(formula: ItemFormula, frame: Frame, parts: CompileParts): string {
  const items = datasetOf(parts.registry, formula.items);
  const { statement } = parts;
  const names = Object.keys(formula.readings);
  const slots = Object.values(formula.readings).map(
    (reading, place): Slot => ({ column: `q${place}`, isOfTotals: false, kind: "reading", reading }),
  );
  const inner: Frame = { ...frame, dimensions: formula.by, filters: [], levels: ["cell"] };
  const readings = joinParts(compileSlots(slots, inner, parts), ["d0", "d1", ...(frame.grain ? ["p"] : [])], slots);
  const judged = names.map((name, place) => `coalesce(q.q${place}, 0) as ${name}`);
  const [one, two] = formula.by;
  const on = [
    `q.d0 = ${items.dimensions[one]}`,
    `q.d1 = ${items.dimensions[two]}`,
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
export function joinParts(
  all: readonly (Part & { side?: number })[],
  keys: readonly string[],
  slots: readonly Slot[],
): string {
  const placesOf = ({ side = 0, levels }: (typeof all)[number]) => levels.map((level) => `${side} ${level}`);
  const places = all.flatMap(placesOf);
  const isAlone = (part: (typeof all)[number]) =>
    placesOf(part).every((place) => places.indexOf(place) === places.lastIndexOf(place));
  const branchOf = ({ text, slots: own }: Part) => {
    const columns = slots.map((slot) => (own.includes(slot) ? slot.column : `null::float8 as ${slot.column}`));
    return `select ${[...keys, ...columns].join(", ")} from (${text}) part`;
  };
  // Parts that share no level have no key in common either.
  const branches = all.filter(isAlone).map(branchOf);
  const shared = all.filter((part) => !isAlone(part)).map(branchOf);
  if (shared.length > 0) {
    const sums = slots.map(({ column }) => `sum(${column}) as ${column}`);
    const grouped = keys.length > 0 ? ` group by ${keys.join(", ")}` : "";
    branches.push(`select ${[...keys, ...sums].join(", ")} from (\n${shared.join("\nunion all\n")}\n) parts${grouped}`);
  }
  return branches.join("\nunion all\n");
}
