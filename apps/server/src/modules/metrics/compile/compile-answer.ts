import type { Metric } from "../model/dataset.ts";
import type { CompileParts } from "./compile-rows.ts";
import type { Formulas } from "./formulas.ts";
import { levelNumber } from "./frame.ts";
import { other, otherKey, type QueryPlan, rowCap, unassigned } from "./plan.ts";

/**
 * The last query, over `slots` (and `base` for shares): figures and names, ranked and cut.
 * The row of the totals comes first; `lvl` tells it apart from the rows. All of it is one row with a list for each
 * column: a thousand rows by themselves take longer to be sent and read.
 */
export function compileAnswer(plan: QueryPlan, formulas: Formulas, parts: CompileParts): string {
  const { statement } = parts;
  const dims = plan.dimensions.map((_, place) => `d${place}`);
  const isRanked = plan.limit !== null || plan.limitPer !== null;
  const own = (alias: string) => dims.map((dim) => `${alias}.${dim}`);
  statement.with("figures", () => `(${figuresOf("slots", plan, formulas)})`);
  const kept = havingOf(plan, parts);
  const cells = [`lvl = ${levelNumber.cell}`, ...kept];
  if (isRanked) statement.with("ranks", () => `(${ranksOf(plan, kept, parts)})`);

  const names = namesOf(plan, parts, "answer");
  const columns = outputColumns(plan, names.of);
  const totals = `f.lvl = ${levelNumber.total}`;
  const shown = cells.map((condition) => `f.${condition}`).join(" and ");
  const branches = isRanked
    ? [
        ranksMembers(plan)
          ? `select f.*, rank from figures f join ranks on ${equal(own("f"), own("ranks"))} where ${shown}`
          : "select * from ranks",
        ...(hasTotals(plan) ? [`select f.*, 0 as rank from figures f where ${totals}`] : []),
        ...(plan.hasOther && dims.length > 0 ? [otherRows(plan, formulas, kept)] : []),
      ]
    : [`select f.*, 0 as rank from figures f where ${hasTotals(plan) ? `(${shown}) or ${totals}` : shown}`];
  const order = totalsFirst(orderOf(plan, isRanked, parts, names.of));
  const rows = `select ${columns.map(({ sql, name }) => `${sql} as ${name}`).join(", ")} from (\n${branches.join("\nunion all\n")}\n) answer${names.joins} order by ${order.join(", ")} limit ${rowCap + 2}`;
  const lists = columns.map(({ name, isOfTotals }) =>
    isOfTotals ? `max(${name}) as ${name}` : `array_to_json(array_agg(${name})) as ${name}`,
  );
  return `select ${lists.join(", ")} from (${rows}) answer`;
}

/** Only the totals have no period; sorting by it alone is faster than by the level before it. */
function totalsFirst(order: readonly string[]): string[] {
  const [first, ...rest] = order;
  return first === "p" || first === "p asc" ? ["p nulls first", ...rest] : ["lvl desc", ...order];
}

/** Joins of the names of members to a relation with their keys, for the rows that are left when names are needed. */
function namesOf({ dimensions }: QueryPlan, { statement, registry }: CompileParts, source: string) {
  const fixed = dimensions.map((id) => registry.dimensions.get(id)?.members);
  const joins = dimensions.flatMap((id, place) =>
    fixed[place]
      ? []
      : [
          ` left join members member${place} on member${place}.tenant_id = ${statement.tenant} and member${place}.dimension = ${statement.value(id, "text")} and member${place}.id = ${source}.d${place}`,
        ],
  );
  return {
    joins: joins.join(""),
    of(place: number): string {
      const members = fixed[place];
      const key = `${source}.d${place}`;
      const name = members ? fixedName(members, key) : `member${place}.name`;
      return `case when ${key} = ${otherKey} then ${quoted(other)} else coalesce(${name}, ${quoted(unassigned)}) end`;
    },
  };
}

/** The keys of a relation, and the values of its slots. */
function figuresOf(source: string, plan: QueryPlan, formulas: Formulas): string {
  const shares = plan.isShared ? ` left join base on ${plan.grain ? "base.p = s.p" : "true"}` : "";
  const keys = ["lvl", ...plan.dimensions.map((_, place) => `d${place}`), ...(plan.grain ? ["p"] : [])];
  const values = plan.metrics.flatMap((metric, place) => {
    const value = formulas.value(metric, "s.now_");
    return [
      `${value} as m${place}`,
      ...(plan.compareSpan ? [`${formulas.value(metric, "s.then_")} as c${place}`] : []),
      ...(plan.isShared ? [`(${value}) / nullif(${formulas.value(metric, "base.")}, 0) as s${place}`] : []),
    ];
  });
  const excluded = exclusionsOf(plan).map((measure, place) => `${formulas.excluded(measure, "s.now_")} as x${place}`);
  const covered = coveredIn(plan).map((metric, place) => `${formulas.covered(metric, "s.now_")} as v${place}`);
  const columns = [...keys.map((key) => `s.${key}`), ...values, ...excluded, ...covered];
  return `select ${columns.join(", ")} from ${source} s${shares}`;
}

/** Everything that is not shown, as one more row for each period; what does not add up stays unknown. */
function otherRows(plan: QueryPlan, formulas: Formulas, kept: readonly string[]): string {
  const dims = plan.dimensions.map((_, place) => `d${place}`);
  const sides = plan.compareSpan ? ["now", "then"] : ["now"];
  const sums = sides.flatMap((side) =>
    formulas.slots.map((slot) => {
      const column = `${side}_${slot.column}`;
      return formulas.isAdditive(slot) ? `sum(s.${column}) as ${column}` : `null::float8 as ${column}`;
    }),
  );
  const same = equal(
    dims.map((dim) => `f.${dim}`),
    dims.map((dim) => `s.${dim}`),
  );
  const period = plan.grain ? ["s.p"] : [];
  const shown = `select from figures f join ranks on ${equal(
    dims.map((dim) => `f.${dim}`),
    dims.map((dim) => `ranks.${dim}`),
  )} where ${["f.lvl = 0", ...kept.map((c) => `f.${c}`), same, ...(plan.grain ? ["f.p = s.p"] : [])].join(" and ")}`;
  const columns = ["0 as lvl", ...dims.map((dim) => `${otherKey} as ${dim}`), ...period, ...sums];
  const grouped = period.length > 0 ? ` group by ${period.join(", ")}` : " having count(*) > 0";
  const rest = `(select ${columns.join(", ")} from slots s where s.lvl = 0 and not exists (${shown})${grouped})`;
  return `select f.*, ${rowCap + 1} as rank from (${figuresOf(rest, plan, formulas)}) f`;
}

/** Whether the limit counts members by their values over all periods, and not single rows. */
function ranksMembers({ dimensions, grain }: QueryPlan): boolean {
  return grain !== null && dimensions.length > 0;
}

/** Rows or members in the order asked for, the first ones of them. */
function ranksOf(plan: QueryPlan, kept: readonly string[], parts: CompileParts): string {
  const dims = plan.dimensions.map((_, place) => `d${place}`);
  const isByMember = ranksMembers(plan);
  const level = isByMember ? levelNumber.member : levelNumber.cell;
  const conditions = [`lvl = ${level}`, ...(isByMember ? [] : kept)];
  const isByName = plan.sort.some(({ by }) => plan.dimensions.includes(by));
  const names = isByName ? namesOf(plan, parts, "f") : { joins: "", of: () => "" };
  const order = sortColumns(plan, parts, names.of).filter((column) => !isByMember || !column.startsWith("p "));
  const within = plan.limitPer ? `partition by d${plan.dimensions.indexOf(plan.limitPer.dimension)} ` : "";
  const ties = dims.length === 0 && plan.grain ? ["p"] : dims;
  const place = `row_number() over (${within}order by ${[...order, ...ties].join(", ")}) as rank`;
  const ranked = `select ${[...(isByMember ? dims : ["f.*"]), place].join(", ")} from figures f${names.joins} where ${conditions.join(" and ")}`;
  const limit = plan.limitPer?.limit ?? plan.limit;
  return `select * from (${ranked}) ranked where rank <= ${limit}`;
}

/** The order of the answer's rows, ties broken so that it is always the same. */
function orderOf(plan: QueryPlan, isRanked: boolean, parts: CompileParts, nameOf: (place: number) => string): string[] {
  const dims = plan.dimensions.map((_, place) => `d${place}`);
  const period = plan.grain ? ["p"] : [];
  if (isRanked && plan.grain && dims.length > 0) return ["rank", ...dims, ...period];
  const isOther = plan.hasOther && dims.length > 0 ? [`d0 = ${otherKey}`] : [];
  const asked = sortColumns(plan, parts, nameOf);
  return plan.sort.length > 0 ? [...isOther, ...asked, ...period, ...dims] : [...isOther, ...period, ...asked, ...dims];
}

/** What was asked to sort by, or else the first metric from the top. */
function sortColumns(
  { sort, metrics, dimensions }: QueryPlan,
  { registry }: CompileParts,
  nameOf: (place: number) => string,
): string[] {
  const columns = sort.map(({ by, dir }) => {
    const place = dimensions.indexOf(by);
    if (by === "period") return `p ${dir}`;
    // Weekdays and other fixed members have an order of their own.
    if (place >= 0) return `${registry.dimensions.get(by)?.members ? `d${place}` : nameOf(place)} ${dir}`;
    const [metric, suffix] = by.split("__");
    const letter = suffix === "compare" ? "c" : suffix === "share" ? "s" : "m";
    return `${letter}${metrics.findIndex(({ id }) => id === metric)} ${dir} nulls last`;
  });
  return columns.length > 0 ? columns : ["m0 desc nulls last"];
}

function havingOf({ having, metrics }: QueryPlan, { statement }: CompileParts): string[] {
  return having.map(({ metric, op, value }) => {
    const place = metrics.findIndex(({ id }) => id === metric);
    return `m${place} ${op === "!=" ? "<>" : op} ${statement.value(value, "float8")}`;
  });
}

type OutputColumn = { sql: string; name: string; isOfTotals?: boolean };

function outputColumns(plan: QueryPlan, nameOf: (place: number) => string): OutputColumn[] {
  // A day as text is what to_char would make of it, several times faster.
  const period = plan.grain === "hour" ? `to_char(p, ${quoted(`YYYY-MM-DD"T"HH24:MI`)})` : "p::date::text";
  return [
    { sql: "lvl", name: "lvl" },
    ...plan.dimensions.map((id, place) => ({ sql: nameOf(place), name: named(id) })),
    ...(plan.grain ? [{ sql: period, name: "period" }] : []),
    ...plan.metrics.flatMap(({ id }, place) => [
      { sql: `m${place}`, name: named(id) },
      ...(plan.compareSpan ? [{ sql: `c${place}`, name: named(`${id}__compare`) }] : []),
      ...(plan.isShared ? [{ sql: `s${place}`, name: named(`${id}__share`) }] : []),
    ]),
    ...exclusionsOf(plan).map((_, place) => ofTotals(plan, `x${place}`)),
    ...coveredIn(plan).map((_, place) => ofTotals(plan, `v${place}`)),
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

/** The measures that count what the rules of the asked metrics leave out, each once. */
export function exclusionsOf({ metrics }: Pick<QueryPlan, "metrics">): string[] {
  return [...new Set(metrics.flatMap(({ exclusions = [] }) => exclusions.map(({ measure }) => measure)))];
}

/** The asked metrics that say how much was measured. */
export function coveredIn({ metrics }: Pick<QueryPlan, "metrics">): Metric[] {
  return metrics.filter(({ coverage }) => coverage !== undefined);
}

function equal(left: readonly string[], right: readonly string[]): string {
  return left.length > 0 ? left.map((column, place) => `${column} = ${right[place]}`).join(" and ") : "true";
}

/** SQL of the name that a key stands for in a fixed list. */
export function fixedName(members: readonly string[], key: string): string {
  return `(array[${members.map(quoted).join(", ")}])[${key}]`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function named(id: string): string {
  return `"${id.replaceAll('"', "")}"`;
}
