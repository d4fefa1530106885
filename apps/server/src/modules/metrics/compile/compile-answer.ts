import { addsUpOver, type Exclusion, type Metric } from "../model/dataset.ts";
import { listMeasures, readingsIn, termForExclusion } from "../model/readings.ts";
import { findMeasure, type Registry } from "../model/registry.ts";
import type { CompileContext } from "./compile-rows.ts";
import { hashJoin } from "./hash-join.ts";
import { joinMember } from "./member-names.ts";
import type { MetricColumns } from "./metric-columns.ts";
import { isShareOfWhole, other, otherKey, type QueryPlan, rowCap, unassigned } from "./plan.ts";
import { levelNumber } from "./query-shape.ts";

/**
 * The last query, over `slots` (and `base` for shares): figures and names, ranked and cut.
 * The row of the totals comes first; `lvl` tells it apart from the rows. All of it is one row with a list for each
 * column: a thousand rows by themselves take longer to be sent and read.
 */
export function compileAnswer(plan: QueryPlan, metricColumns: MetricColumns, context: CompileContext): string {
  const { statement } = context;
  const dims = plan.dimensions.map((_, index) => `d${index}`);
  const isRanked = plan.limit !== null || plan.limitPer !== null;
  statement.with("figures", () => `(${compileFigures("slots", plan, metricColumns)})`);
  const having = compileHaving(plan, context);
  const cells = [`lvl = ${levelNumber.cell}`, ...having];
  if (isRanked) statement.with("ranks", () => `(${compileRanks(plan, having, context)})`);
  if (isRanked) statement.with("shown", () => `(${compileShown(plan, cells)})`);

  const names = joinNames(plan, context, "answer");
  const columns = outputColumns(plan, names.of);
  const totals = `f.lvl = ${levelNumber.total}`;
  const isCell = cells.map((condition) => `f.${condition}`).join(" and ");
  const branches = isRanked
    ? [
        "select * from shown",
        ...(hasTotals(plan) ? [`select f.*, 0 as rank from figures f where ${totals}`] : []),
        ...(plan.hasOther && dims.length > 0 ? [otherRows(plan, metricColumns, context)] : []),
      ]
    : [`select f.*, 0 as rank from figures f where ${hasTotals(plan) ? `(${isCell}) or ${totals}` : isCell}`];
  const order = totalsFirst(orderColumns(plan, isRanked, context, names.of));
  const answer = `(\n${branches.join("\nunion all\n")}\n) answer`;
  const sorted = `order by ${order.join(", ")}`;
  // Names are looked up only for the rows that are sent; an order by names needs them before.
  const isNamedFirst = names.joins === "" || sortsByName(plan, context);
  const source = isNamedFirst ? answer : `(select * from ${answer} ${sorted} limit ${rowCap + 2}) answer`;
  const rows = `select ${columns.map(({ sql, name }) => `${sql} as ${name}`).join(", ")} from ${source}${names.joins} ${sorted} limit ${rowCap + 2}`;
  const lists = columns.map(({ name, isOfTotals }) =>
    isOfTotals ? `max(${name}) as ${name}` : `array_to_json(array_agg(${name})) as ${name}`,
  );
  const inAll = countsAll(plan)
    ? [`(select count(*) from slots where lvl = ${levelNumber.cell})::int as rows_in_all`]
    : [];
  return `select ${[...lists, ...inAll].join(", ")} from (${rows}) answer`;
}

/** Whether it is told how many rows there are beside those within the limit. */
function countsAll({ hasOther, dimensions, grain, limit }: QueryPlan): boolean {
  return hasOther && dimensions.length > 0 && grain === null && limit !== null;
}

/** Only the totals have no period; sorting by it alone is faster than by the level before it. */
function totalsFirst(order: readonly string[]): string[] {
  const [first, ...rest] = order;
  return first === "p" || first === "p asc" ? ["p nulls first", ...rest] : ["lvl desc", ...order];
}

/** Joins of the names of members to a relation with their keys, for the rows that are left when names are needed. */
function joinNames({ dimensions }: QueryPlan, { statement, registry }: CompileContext, source: string) {
  const fixed = dimensions.map((id) => registry.dimensions.get(id)?.members);
  const joins = dimensions.flatMap((id, index) =>
    fixed[index] ? [] : [` ${joinMember(`member${index}`, id, `${source}.d${index}`, statement)}`],
  );
  return {
    joins: joins.join(""),
    of(index: number): string {
      const members = fixed[index];
      const key = `${source}.d${index}`;
      const name = members ? fixedName(members, key) : `member${index}.name`;
      return `case when ${key} = ${otherKey} then ${quoted(other)} else coalesce(${name}, ${quoted(unassigned)}) end`;
    },
  };
}

/** The keys of a relation, and the metrics' values from its value columns; null for metrics that are not known of it. */
function compileFigures(
  source: string,
  plan: QueryPlan,
  metricColumns: MetricColumns,
  isKnown: (metric: Metric) => boolean = () => true,
): string {
  const keys = ["lvl", ...plan.dimensions.map((_, index) => `d${index}`), ...(plan.grain ? ["p"] : [])];
  const shares = joinShares(plan);
  const values = plan.metrics.flatMap((metric, index) => {
    const toValue = (side: string) => {
      if (!isKnown(metric)) return "null::float8";
      const value = metricColumns.value(metric, side);
      const overall = metricColumns.isKnownOverall(metric, side);
      if (!overall) return value;
      return `case when ${hasTotals(plan) ? `${shares.level} <> ${levelNumber.total} or ` : ""}${overall} then ${value} end`;
    };
    const value = toValue("s.now_");
    return [
      `${value} as m${index}`,
      ...(plan.compareSpan ? [`${toValue("s.then_")} as c${index}`] : []),
      ...(plan.isShared ? [`(${value}) / nullif(${metricColumns.value(metric, "base.")}, 0) as s${index}`] : []),
    ];
  });
  const excluded = listExclusions(plan).map(
    (exclusion, index) => `${metricColumns.excluded(exclusion, "s.now_")} as x${index}`,
  );
  const covered = metricsWithCoverage(plan).map(
    (metric, index) => `${metricColumns.covered(metric, "s.now_")} as v${index}`,
  );
  const columns = [...keys.map(shares.key), ...values, ...excluded, ...covered];
  return `select ${columns.join(", ")} from ${source} s${shares.join}`;
}

/** The join of what shares are of, and SQL of a row's level and of its keys beside it. */
function joinShares(plan: QueryPlan): { join: string; level: string; key(name: string): string } {
  const own = { level: "s.lvl", key: (name: string) => `s.${name}` };
  if (!plan.isShared) return { join: "", ...own };
  if (!plan.grain) return { join: " left join base on true", ...own };
  if (!isShareOfWhole(plan)) return { join: " left join base on base.p = s.p", ...own };
  // A period whose whole has nothing that the filters leave has a share of zero. The totals have no period.
  const period = (side: string) => `coalesce(${side}.p, 'infinity')`;
  return {
    join: ` full join base on base.lvl = s.lvl and ${period("base")} = ${period("s")}`,
    level: "coalesce(s.lvl, base.lvl)",
    key: (name) => `coalesce(s.${name}, base.${name}) as ${name}`,
  };
}

/** Everything that is not shown, as one more row for each period; what does not add up stays unknown. */
function otherRows(plan: QueryPlan, metricColumns: MetricColumns, { registry }: CompileContext): string {
  const dims = plan.dimensions.map((_, index) => `d${index}`);
  const sides = plan.compareSpan ? ["now", "then"] : ["now"];
  const sums = sides.flatMap((side) =>
    metricColumns.valueColumns.map((valueColumn) => {
      const column = `${side}_${valueColumn.column}`;
      return metricColumns.isAdditive(valueColumn, plan.dimensions)
        ? `sum(s.${column}) as ${column}`
        : `null::float8 as ${column}`;
    }),
  );
  const period = plan.grain ? ["p"] : [];
  const slots = hashJoin("s.*, shown.rank", "slots s", "shown", equal("s", "shown", [...dims, ...period]));
  const columns = ["0 as lvl", ...dims.map((dim) => `${otherKey} as ${dim}`), ...period.map((p) => `s.${p}`), ...sums];
  const grouped = plan.grain ? " group by s.p" : " having count(*) > 0";
  const rest = `(select ${columns.join(", ")} from ${slots} s where s.lvl = ${levelNumber.cell} and s.rank is null${grouped})`;
  return `select f.*, ${rowCap + 1} as rank from (${compileFigures(rest, plan, metricColumns, (metric) => isOtherKnown(metric, plan, registry))}) f`;
}

/** Whether what is beyond the limit can be told of a metric: its measures add up over the members left out. */
export function isOtherKnown(metric: Metric, { dimensions }: Pick<QueryPlan, "dimensions">, registry: Registry) {
  if (metric.formula.kind === "items") return true;
  const coverage = [...(metric.coverage?.known ?? []), ...(metric.coverage?.all ?? [])].flatMap(readingsIn);
  const measures = [...listMeasures(metric), ...coverage.map(({ measure }) => measure)];
  return measures.every((name) => addsUpOver(findMeasure(registry, name), dimensions));
}

/** Whether the limit counts members by their values over all periods, and not single rows. */
function ranksMembers({ dimensions, grain }: QueryPlan): boolean {
  return grain !== null && dimensions.length > 0;
}

/** Whether rows are sorted by names; weekdays and other fixed members have an order of their own. */
function sortsByName({ sort, dimensions }: QueryPlan, { registry }: CompileContext): boolean {
  return sort.some(({ by }) => dimensions.includes(by) && !registry.dimensions.get(by)?.members);
}

/** The first rows or members in the plan's order. */
function compileRanks(plan: QueryPlan, having: readonly string[], context: CompileContext): string {
  const dims = plan.dimensions.map((_, index) => `d${index}`);
  const isByMember = ranksMembers(plan);
  const level = isByMember ? levelNumber.member : levelNumber.cell;
  const conditions = [`lvl = ${level}`, ...(isByMember ? [] : having)];
  const names = sortsByName(plan, context) ? joinNames(plan, context, "f") : { joins: "", of: () => "" };
  const order = sortColumns(plan, context, names.of).filter((column) => !isByMember || !column.startsWith("p "));
  const within = plan.limitPer ? `partition by d${plan.dimensions.indexOf(plan.limitPer.dimension)} ` : "";
  const ties = dims.length === 0 && plan.grain ? ["p"] : dims;
  const rank = `row_number() over (${within}order by ${[...order, ...ties].join(", ")}) as rank`;
  const ranked = `select ${[...(isByMember ? dims : ["f.*"]), rank].join(", ")} from figures f${names.joins} where ${conditions.join(" and ")}`;
  const limit = plan.limitPer?.limit ?? plan.limit;
  return `select * from (${ranked}) ranked where rank <= ${limit}`;
}

/** The cells within the limit, with their ranks or those of their members. */
function compileShown(plan: QueryPlan, cells: readonly string[]): string {
  if (!ranksMembers(plan)) return "select * from ranks";
  const dims = plan.dimensions.map((_, index) => `d${index}`);
  const ranked = hashJoin("f.*, ranks.rank", "figures f", "ranks", equal("f", "ranks", dims));
  return `select * from ${ranked} f where ${[...cells, "rank is not null"].map((condition) => `f.${condition}`).join(" and ")}`;
}

/** The order of the answer's rows, ties broken so that it is always the same. */
function orderColumns(
  plan: QueryPlan,
  isRanked: boolean,
  context: CompileContext,
  nameSql: (index: number) => string,
): string[] {
  const dims = plan.dimensions.map((_, index) => `d${index}`);
  const period = plan.grain ? ["p"] : [];
  if (isRanked && plan.grain && dims.length > 0) return ["rank", ...dims, ...period];
  const isOther = plan.hasOther && dims.length > 0 ? [`d0 = ${otherKey}`] : [];
  const sorted = sortColumns(plan, context, nameSql);
  return plan.sort.length > 0
    ? [...isOther, ...sorted, ...period, ...dims]
    : [...isOther, ...period, ...sorted, ...dims];
}

/** The plan's sort, or else the first metric from the top. */
function sortColumns(
  { sort, metrics, dimensions }: QueryPlan,
  { registry }: CompileContext,
  nameSql: (index: number) => string,
): string[] {
  const columns = sort.map(({ by, dir }) => {
    const index = dimensions.indexOf(by);
    if (by === "period") return `p ${dir}`;
    if (index >= 0) return `${registry.dimensions.get(by)?.members ? `d${index}` : nameSql(index)} ${dir}`;
    const [metric, suffix] = by.split("__");
    const place = metrics.findIndex(({ id }) => id === metric);
    if (suffix === "change") return `abs(coalesce(m${place}, 0) - coalesce(c${place}, 0)) ${dir}`;
    if (suffix === "size") return `greatest(abs(m${place}), abs(c${place})) ${dir} nulls last`;
    const letter = suffix === "compare" ? "c" : suffix === "share" ? "s" : "m";
    return `${letter}${place} ${dir} nulls last`;
  });
  return columns.length > 0 ? columns : ["m0 desc nulls last"];
}

function compileHaving({ having, metrics }: QueryPlan, { statement }: CompileContext): string[] {
  return having.map(({ metric, op, value }) => {
    const index = metrics.findIndex(({ id }) => id === metric);
    return `m${index} ${op === "!=" ? "<>" : op} ${statement.value(value, "float8")}`;
  });
}

type OutputColumn = { sql: string; name: string; isOfTotals?: boolean };

function outputColumns(plan: QueryPlan, nameSql: (index: number) => string): OutputColumn[] {
  // A day as text is what to_char would make of it, several times faster.
  const period = plan.grain === "hour" ? `to_char(p, ${quoted(`YYYY-MM-DD"T"HH24:MI`)})` : "p::date::text";
  return [
    { sql: "lvl", name: "lvl" },
    ...plan.dimensions.map((id, index) => ({ sql: nameSql(index), name: quoteName(id) })),
    ...(plan.grain ? [{ sql: period, name: "period" }] : []),
    ...plan.metrics.flatMap(({ id }, index) => [
      { sql: `m${index}`, name: quoteName(id) },
      ...(plan.compareSpan ? [{ sql: `c${index}`, name: quoteName(`${id}__compare`) }] : []),
      ...(plan.isShared ? [{ sql: `s${index}`, name: quoteName(`${id}__share`) }] : []),
    ]),
    ...listExclusions(plan).map((_, index) => ofTotals(plan, `x${index}`)),
    ...metricsWithCoverage(plan).map((_, index) => ofTotals(plan, `v${index}`)),
  ];
}

/** What is only told of the whole is sent once. */
function ofTotals(plan: QueryPlan, column: string): OutputColumn {
  const sql = hasTotals(plan) ? `case when lvl = ${levelNumber.total} then ${column} end` : column;
  return { sql, name: column, isOfTotals: true };
}

/** Whether there is a row for everything beside the rows of periods and members. */
function hasTotals({ grain, dimensions }: QueryPlan): boolean {
  return grain !== null || dimensions.length > 0;
}

/** What the rules of the plan's metrics leave out, each count once. */
export function listExclusions({ metrics }: Pick<QueryPlan, "metrics">): Exclusion[] {
  const exclusions = metrics.flatMap((metric) => metric.exclusions ?? []);
  return [...new Map(exclusions.map((exclusion) => [exclusionKey(exclusion), exclusion])).values()];
}

/** The same for exclusions that count the same rows, whatever they are called. */
export function exclusionKey(exclusion: Exclusion): string {
  return JSON.stringify(termForExclusion(exclusion));
}

/** The plan's metrics that say how much was measured. */
export function metricsWithCoverage({ metrics }: Pick<QueryPlan, "metrics">): Metric[] {
  return metrics.filter(({ coverage }) => coverage !== undefined);
}

function equal(left: string, right: string, columns: readonly string[]): string {
  return columns.map((column) => `${left}.${column} = ${right}.${column}`).join(" and ");
}

/** SQL of the name that a key stands for in a fixed list. */
export function fixedName(members: readonly string[], key: string): string {
  return `(array[${members.map(quoted).join(", ")}])[${key}]`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function quoteName(id: string): string {
  return `"${id.replaceAll('"', "")}"`;
}
