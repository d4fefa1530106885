import { addDays, earlier, nextStart, type Span, startOfPeriod } from "../model/calendar.ts";
import type { ItemFormula, Reading } from "../model/dataset.ts";
import { withDateBasis } from "../model/date-basis.ts";
import { requireDataset } from "../model/registry.ts";
import { compilePercentiles } from "./compile-percentiles.ts";
import { type CompileContext, compileRows, filterCondition, keySql, rollupFor, within } from "./compile-rows.ts";
import { hashJoin } from "./hash-join.ts";
import {
  type ColumnQuery,
  endOfDays,
  groupBy,
  isOnlyCells,
  keyColumns,
  type Level,
  levelNumber,
  type QueryShape,
  spanForReading,
  startForReading,
  type ValueColumn,
} from "./query-shape.ts";

/** Value columns that can be read together become one query. */
export function compileValueColumns(
  valueColumns: readonly ValueColumn[],
  shape: QueryShape,
  context: CompileContext,
): ColumnQuery[] {
  const groups = new Map<string, ValueColumn[]>();
  for (const valueColumn of valueColumns) {
    const key = toGroupKey(valueColumn, context);
    groups.set(key, [...(groups.get(key) ?? []), valueColumn]);
  }
  return [...groups.values()].flatMap((group) => compileGroup(group, shape, context));
}

function toGroupKey(valueColumn: ValueColumn, { registry }: CompileContext): string {
  if (valueColumn.kind === "items") {
    const { items, by, readings } = valueColumn.formula;
    return JSON.stringify([items, by, readings]);
  }
  if (valueColumn.kind === "percentile") return valueColumn.measure;
  const { measure, read } = valueColumn.reading;
  const [dataset = "", name = ""] = measure.split(".");
  const isAlone = registry.datasets.get(dataset)?.measures[name]?.kind !== "sum";
  return JSON.stringify([dataset, read, isAlone ? name : ""]);
}

function compileGroup(valueColumns: ValueColumn[], shape: QueryShape, context: CompileContext): ColumnQuery[] {
  const [first] = valueColumns;
  if (!first) return [];
  const running = first.kind === "items" || (first.kind === "reading" && isRunning(first.reading, shape));
  if (shape.grain && running)
    return [compileRunningCells(valueColumns, shape, context), ...compileWhole(valueColumns, shape, context)];
  if (hasCells(valueColumns, shape, context) || isJudgedByLevel(first, context)) {
    const cells = compilePlain(columnsForLevel("cell", valueColumns, shape), { ...shape, levels: ["cell"] }, context);
    return [cells, ...compileWhole(valueColumns, shape, context)];
  }
  return [compilePlain(valueColumns, shape, context)];
}

/**
 * Whether the levels of a question are better added up from different cells: those of months and of fewer dimensions
 * are far fewer. Without cells one look at the facts gives all levels.
 */
function hasCells(valueColumns: readonly ValueColumn[], shape: QueryShape, context: CompileContext): boolean {
  const { grain, levels, dimensions } = shape;
  const [first] = valueColumns;
  const isPercentile = first?.kind === "percentile";
  const isFine = dimensions.length > 0 || (isPercentile && grain !== null && grain !== "quarter" && grain !== "year");
  if (!isFine || first?.kind === "items" || !levels.includes("cell")) return false;
  const { dataset, measures } = measuresIn(valueColumns, context);
  return rollupFor({ ...shape, dataset: withDateBasis(dataset, context.basis), measures }, context) !== null;
}

/** Whether a value must be found for each level by itself: who came again in a year may have come once in each month. */
function isJudgedByLevel(valueColumn: ValueColumn, { registry }: CompileContext): boolean {
  // The parts of an item may be known where the whole is not, and the other way round.
  if (valueColumn.kind === "items") return valueColumn.formula.items === null;
  if (valueColumn.kind !== "reading") return false;
  const [dataset = "", name = ""] = valueColumn.reading.measure.split(".");
  return registry.datasets.get(dataset)?.measures[name]?.kind === "repeated";
}

/** The value columns that a level needs: what is only told of the whole is not read for the others, but their rows stay. */
function columnsForLevel(level: Level, valueColumns: ValueColumn[], { levels }: QueryShape): ValueColumn[] {
  if (level === "total" || !levels.includes("total")) return valueColumns;
  const ownColumns = valueColumns.filter(({ isOfTotals }) => !isOfTotals);
  return ownColumns.length > 0 ? ownColumns : valueColumns.slice(0, 1);
}

/** The levels above single periods and members, each from what it needs itself. */
function compileWhole(valueColumns: ValueColumn[], shape: QueryShape, context: CompileContext): ColumnQuery[] {
  const levels = shape.levels.filter((level) => level !== "cell");
  // Over all periods together, a state is simply the state at the end.
  return levels.map((level) => {
    const dimensions = level === "member" ? shape.dimensions : [];
    const own = columnsForLevel(level, valueColumns, shape);
    const plain = compilePlain(own, { ...shape, dimensions, grain: null, levels: ["cell"] }, context);
    const nulls = shape.dimensions.map((_, index) =>
      index < dimensions.length ? `d${index}` : `null::int as d${index}`,
    );
    const period = shape.grain ? ["null::date as p"] : [];
    const columns = [`${levelNumber[level]} as lvl`, ...nulls, ...period, ...own.map(({ column }) => column)];
    return { text: `select ${columns.join(", ")} from (${plain.text}) whole`, valueColumns: own, levels: [level] };
  });
}

/** Whether a reading depends on days before the period it is shown for. */
function isRunning({ read }: Reading, { isCumulative }: QueryShape): boolean {
  return isCumulative || read !== "flow";
}

/** One level of aggregation after the other over the same rows. */
function compilePlain(valueColumns: ValueColumn[], shape: QueryShape, context: CompileContext): ColumnQuery {
  const [first] = valueColumns;
  if (first?.kind === "percentile") return compilePercentiles(valueColumns, shape, context);
  if (first?.kind === "items") return compileItems(valueColumns, shape, context);
  const { dataset, measures, readings } = collectReadings(valueColumns, context);
  const span = spanForReading(readings[0], dataset, shape);
  const separateExactCells = isOnlyCells(shape);
  const startedBefore = startForReading(readings[0], dataset, shape);
  const rows = compileRows({ ...shape, dataset, measures, span, separateExactCells, startedBefore }, context);
  const as = (values: string[]) => [
    ...keyColumns(shape),
    ...valueColumns.map(({ column }, index) => `${values[index]} as ${column}`),
  ];
  const exactCells = as(valueColumns.map((_, index) => `x${index}`));
  const added = as(valueColumns.map((_, index) => rows.sum(index)));
  const branches = [
    ...(rows.exactCells ? [`select ${exactCells.join(", ")} from (${rows.exactCells}) alone`] : []),
    ...(rows.from ? [`select ${added.join(", ")} from ${rows.from}${groupBy(shape)}`] : []),
  ];
  return { text: branches.join("\nunion all\n"), valueColumns, levels: shape.levels };
}

function collectReadings(valueColumns: readonly ValueColumn[], context: CompileContext) {
  const readings = valueColumns.flatMap((valueColumn) => (valueColumn.kind === "reading" ? [valueColumn.reading] : []));
  return { ...measuresIn(valueColumns, context), readings };
}

/** The dataset of value columns that are read together, and the names of their measures in it. */
function measuresIn(valueColumns: readonly ValueColumn[], { registry }: CompileContext) {
  const names = valueColumns.flatMap((valueColumn) => {
    if (valueColumn.kind === "items") return [];
    const name = valueColumn.kind === "percentile" ? valueColumn.measure : valueColumn.reading.measure;
    return [name.split(".") as [string, string]];
  });
  return { dataset: requireDataset(registry, names[0]?.[0] ?? ""), measures: names.map(([, measure]) => measure) };
}

/** Cells of a state or of a running total: everything up to the end of each period. */
function compileRunningCells(valueColumns: ValueColumn[], shape: QueryShape, context: CompileContext): ColumnQuery {
  const [first] = valueColumns;
  if (first?.kind === "items") return compileItems(valueColumns, { ...shape, levels: ["cell"] }, context);
  const { dataset, measures, readings } = collectReadings(valueColumns, context);
  const read = readings[0]?.read ?? "flow";
  const span = spanForReading({ read: "flow" }, dataset, shape);
  const dims = shape.dimensions.map((_, index) => `d${index}`);
  const columns = valueColumns.map(({ column }) => column);
  if (typeof read === "object") {
    const window = windowFor(read, shape, span);
    const startedBefore = startForReading(readings[0], dataset, shape);
    const rows = compileRows({ ...shape, dataset, measures, grain: "day", span: window.span, startedBefore }, context);
    const isThere = startedBefore === undefined ? "" : ` and ${dataset.startDay} < stop`;
    const sums = columns.map((column, index) => `${rows.sum(index)} as ${column}`);
    const keys = [...dims, "start"];
    return {
      text: `select 0 as lvl, ${[...dims, "start as p", ...sums].join(", ")} from ${rows.from} join ${compilePeriods(shape, context)} on ${window.condition}${isThere} group by ${keys.join(", ")}`,
      valueColumns,
      levels: ["cell"],
    };
  }
  const changes = compileRows({ ...shape, dataset, measures, span }, context);
  // A running total starts at nothing.
  const before =
    read === "flow"
      ? null
      : compileRows(
          { ...shape, dataset, measures, grain: null, span: { from: null, to: span.from ?? span.to } },
          context,
        );
  const sums = (rows: typeof changes) => columns.map((column, index) => `${rows.sum(index)} as ${column}`);
  const grouped = (keys: string[]) => (keys.length > 0 ? ` group by ${keys.join(", ")}` : "");
  const all = [
    `select ${[...dims, "p", ...sums(changes)].join(", ")} from ${changes.from}${grouped([...dims, "p"])}`,
    ...(before
      ? [`select ${[...dims, "null::date as p", ...sums(before)].join(", ")} from ${before.from}${grouped(dims)}`]
      : []),
  ].join("\nunion all\n");
  const steps = context.statement.with(context.statement.name("steps"), () => `(${all})`);
  // Each member gets a row for each period, whether anything changed in it or not, and one for all that was before.
  const members = dims.length > 0 ? `(select distinct ${dims.join(", ")} from ${steps}) member` : "(select 1) member";
  const empty = [...dims, "start", ...columns.map(() => "0")].join(", ");
  const moves = `select ${[...dims, `coalesce(p, ${beforeAll}) as p`, ...columns].join(", ")} from ${steps}
union all
select ${empty} from ${members} cross join ${compilePeriods(shape, context)}`;
  const window = `(${dims.length > 0 ? `partition by ${dims.join(", ")} ` : ""}order by p)`;
  const values = columns.map((column) => {
    const upto = `sum(sum(${column})) over ${window}`;
    return `${read === "opening" ? `${upto} - sum(${column})` : upto} as ${column}`;
  });
  const running = `select ${[...dims, "p", ...values].join(", ")} from (${moves}) moves${grouped([...dims, "p"])}`;
  return {
    text: `select 0 as lvl, ${[...dims, "p", ...columns].join(", ")} from (${running}) running where p > ${beforeAll}`,
    valueColumns,
    levels: ["cell"],
  };
}

/** A day before every period. */
const beforeAll = "'-infinity'::date";

/** The days that a reading needs for all periods together, and which of them belong to a period. */
function windowFor(read: Exclude<Reading["read"], string>, shape: QueryShape, span: Span) {
  const stop = firstStop(shape);
  if ("laterDays" in read) {
    return {
      span: { from: addDays(stop, read.laterDays - 1), to: endOfDays },
      condition: `p >= stop + ${read.laterDays - 1}`,
    };
  }
  return {
    span: { from: span.from && addDays(stop, -read.trailingDays), to: span.to },
    condition: `p >= stop - ${read.trailingDays} and p < stop`,
  };
}

/** The starts of the periods of a shape, and the first day after each. */
function compilePeriods(shape: QueryShape, { statement }: CompileContext): string {
  const { starts, stops } = periodDays(shape);
  return `unnest(${statement.value(starts, "date[]")}, ${statement.value(stops, "date[]")}) as period (start, stop)`;
}

function periodDays({ span, grain }: QueryShape): { starts: string[]; stops: string[] } {
  const starts: string[] = [];
  const stops: string[] = [];
  if (!grain || !span.from) throw new Error("Periods need a grain and a first day.");
  for (let start = startOfPeriod(grain, span.from); start < span.to; start = nextStart(grain, start)) {
    starts.push(start);
    stops.push(earlier(nextStart(grain, start), span.to));
  }
  return { starts, stops };
}

function firstStop(shape: QueryShape): string {
  return periodDays(shape).stops[0] ?? shape.span.to;
}

/** Judges each item by readings of its own, and adds the verdicts up; the formulas of the columns have the same readings. */
function compileItems(valueColumns: ValueColumn[], shape: QueryShape, context: CompileContext): ColumnQuery {
  const formulas = valueColumns.flatMap((one) => (one.kind === "items" ? [one.formula] : []));
  const [first] = formulas;
  if (!first) throw new Error("Items need a formula.");
  const verdicts = formulas.map(({ value }, index) => `(${value}) as verdict${index}`);
  const rows = first.items
    ? judgedList(first, shape, verdicts, context)
    : `select ${[...verdictKeys(shape), ...verdicts].join(", ")} ${judgedReadings(first, shape, context)}`;
  const sums = valueColumns.map(({ column }, index) => `coalesce(sum(verdict${index}), 0) as ${column}`);
  const text = `select ${[...keyColumns(shape), ...sums].join(", ")} from (${rows}) items${groupBy(shape)}`;
  return { text, valueColumns, levels: shape.levels };
}

function verdictKeys({ dimensions, grain }: QueryShape): string[] {
  return [...dimensions.map((_, index) => `q.d${index}`), ...(grain ? ["q.p"] : [])];
}

function judgedList(formula: ItemFormula, shape: QueryShape, verdicts: readonly string[], context: CompileContext) {
  const items = requireDataset(context.registry, formula.items ?? "");
  const keys = shape.dimensions.map((id, index) => `${keySql(items, id)} as d${index}`);
  const columns = [...keys, ...(shape.grain ? ["start as p"] : []), ...verdicts];
  return `select ${columns.join(", ")} ${judgedItems(formula, shape, context)}`;
}

/** FROM of all items that the readings of a formula know, within the dimensions and filters of a shape. */
function judgedReadings(formula: ItemFormula, shape: QueryShape, context: CompileContext): string {
  const dimensions = [...new Set([...shape.dimensions, ...formula.by])];
  const { text, judged } = compileReadings(formula, { ...shape, dimensions, levels: ["cell"] }, context);
  return `from (${text}) q cross join lateral (select ${judged}) judged`;
}

/** The readings of a formula by the keys of a shape, and SQL of their columns under their names. */
function compileReadings({ readings }: ItemFormula, shape: QueryShape, context: CompileContext) {
  const valueColumns = Object.values(readings).map(
    (reading, index): ValueColumn => ({ column: `q${index}`, isOfTotals: false, kind: "reading", reading }),
  );
  const text = joinColumnQueries(
    compileValueColumns(valueColumns, shape, context),
    [...shape.dimensions.map((_, index) => `d${index}`), ...(shape.grain ? ["p"] : [])],
    valueColumns,
  );
  const columns = valueColumns.map(({ column }) => column);
  const judged = Object.keys(readings).map((name, index) => `coalesce(${columns[index]}, 0) as ${name}`);
  return { text, columns, judged: judged.join(", ") };
}

/** FROM and WHERE of the items of a formula, with its readings as columns beside theirs. */
export function judgedItems(formula: ItemFormula, shape: QueryShape, context: CompileContext): string {
  const items = requireDataset(context.registry, formula.items ?? "");
  const { statement } = context;
  const inner: QueryShape = { ...shape, dimensions: formula.by, filters: [], levels: ["cell"] };
  const { text, columns, judged } = compileReadings(formula, inner, context);
  const [one, two] = formula.by;
  const on = [
    `q.d0 = item.${items.dimensions[one]}`,
    `q.d1 = item.${items.dimensions[two]}`,
    ...(shape.grain ? ["q.p = item.start"] : []),
  ];
  const conditions = [
    `item.tenant_id = ${statement.tenant}`,
    ...(shape.grain ? ["item.day < stop"] : within({ from: null, to: shape.span.to }, "item.day", statement)),
    ...shape.filters.map((filter) => filterCondition(filter, keySql(items, filter.dimension), statement)),
  ];
  const periods = shape.grain ? ` cross join ${compilePeriods(shape, context)}` : "";
  const listed = `(select * from ${items.relation} item${periods} where ${conditions.join(" and ")}) item`;
  const joined = hashJoin(["item.*", ...columns].join(", "), listed, `(${text}) q`, on.join(" and "));
  return `from ${joined} item cross join lateral (select ${judged}) judged where item.tenant_id is not null`;
}

/** One row for each key, with the columns of all queries. */
export function joinColumnQueries(
  all: readonly (ColumnQuery & { side?: number })[],
  keys: readonly string[],
  valueColumns: readonly ValueColumn[],
): string {
  const toLevelKeys = ({ side = 0, levels }: (typeof all)[number]) => levels.map((level) => `${side} ${level}`);
  const levelKeys = all.flatMap(toLevelKeys);
  const sharesNoLevel = (part: (typeof all)[number]) =>
    toLevelKeys(part).every((index) => levelKeys.indexOf(index) === levelKeys.lastIndexOf(index));
  const toBranch = ({ text, valueColumns: own }: ColumnQuery) => {
    const columns = valueColumns.map((valueColumn) =>
      own.includes(valueColumn) ? valueColumn.column : `null::float8 as ${valueColumn.column}`,
    );
    return `select ${[...keys, ...columns].join(", ")} from (${text}) part`;
  };
  // Queries that share no level have no key in common either.
  const branches = all.filter(sharesNoLevel).map(toBranch);
  const shared = all.filter((part) => !sharesNoLevel(part)).map(toBranch);
  if (shared.length > 0) {
    const sums = valueColumns.map(({ column }) => `sum(${column}) as ${column}`);
    const grouped = keys.length > 0 ? ` group by ${keys.join(", ")}` : "";
    branches.push(`select ${[...keys, ...sums].join(", ")} from (\n${shared.join("\nunion all\n")}\n) parts${grouped}`);
  }
  return branches.join("\nunion all\n");
}
