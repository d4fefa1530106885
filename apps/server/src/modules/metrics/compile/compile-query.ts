import { daysBetween, monthsBetween, startOf } from "../model/calendar.ts";
import type { Registry } from "../model/registry.ts";
import { compileAnswer } from "./compile-answer.ts";
import { compileSlots, joinParts } from "./compile-parts.ts";
import { Formulas } from "./formulas.ts";
import type { Frame, Level } from "./frame.ts";
import type { QueryPlan } from "./plan.ts";
import { Statement } from "./statement.ts";

export type CompiledQuery = { text: string; values: unknown[] };

/** Turns a plan into one parameterised SELECT. Pure: the same plan gives the same text. */
export function compileQuery(plan: QueryPlan, tenantId: string, registry: Registry): CompiledQuery {
  const statement = new Statement(tenantId);
  const parts = { ...plan, statement, registry };
  const formulas = new Formulas(plan.metrics, registry, plan.settings);
  const keys = ["lvl", ...plan.dimensions.map((_, place) => `d${place}`), ...(plan.grain ? ["p"] : [])];

  const now = compileSlots(formulas.slots, frameOf(plan, plan.span), parts);
  const then = plan.compareSpan ? compileSlots(formulas.slots, frameOf(plan, plan.compareSpan), parts) : [];
  const sides = [
    ...now.map((part) => ({ ...part, side: 0, period: "p" })),
    ...then.map((part) => ({ ...part, side: 1, period: shiftedPeriod(plan) })),
  ].map(({ text, slots, levels, side, period }) => {
    const own = keys.map((key) => (key === "p" ? `${period} as p` : key));
    const columns = [`${side} as side`, ...own, ...slots.map(({ column }) => column)];
    return { text: `select ${columns.join(", ")} from (${text}) part`, slots, levels, side };
  });
  const joined = joinParts(sides, ["side", ...keys], formulas.slots);
  statement.with(
    "slots",
    () => `(${plan.compareSpan ? sideBySide(joined, keys, formulas) : oneSide(joined, keys, formulas)})`,
  );
  if (plan.isShared) statement.with("base", () => `(${shareBase(plan, formulas, parts)})`);
  return { text: statement.text(compileAnswer(plan, formulas, parts)), values: statement.values };
}

function oneSide(joined: string, keys: readonly string[], { slots }: Formulas): string {
  return `select ${[...keys, ...slots.map(({ column }) => `${column} as now_${column}`)].join(", ")} from (${joined}) side`;
}

function sideBySide(joined: string, keys: readonly string[], { slots }: Formulas): string {
  const pick = (side: number, name: string) =>
    slots.map(({ column }) => `sum(${column}) filter (where side = ${side}) as ${name}_${column}`);
  const columns = [...keys, ...pick(0, "now"), ...pick(1, "then")];
  return `select ${columns.join(", ")} from (${joined}) sides group by ${keys.join(", ")}`;
}

function frameOf(plan: QueryPlan, span: QueryPlan["span"]): Frame {
  const { dimensions, filters, grain, isCumulative, tomorrow } = plan;
  const ranksMembers = grain !== null && dimensions.length > 0 && (plan.limit !== null || plan.limitPer !== null);
  const hasParts = grain !== null || dimensions.length > 0;
  const levels: Level[] = [
    "cell",
    ...(ranksMembers ? ["member" as const] : []),
    ...(hasParts ? ["total" as const] : []),
  ];
  return { dimensions, filters, grain, isCumulative, tomorrow, span, levels };
}

/** The period of the current side that a period of the compared side stands beside. */
function shiftedPeriod({ grain, span, compareSpan }: QueryPlan): string {
  if (!grain || !span.from || !compareSpan?.from) return "p";
  const [now, then] = [startOf(grain, span.from), startOf(grain, compareSpan.from)];
  if (grain === "hour") return `p + interval '${daysBetween(then, now)} days'`;
  if (grain === "day" || grain === "week") return `p + ${daysBetween(then, now)}`;
  return `(p + interval '${monthsBetween(then, now)} months')::date`;
}

/** What the shares are of: the same question without the dimensions and without filters on them. */
function shareBase(plan: QueryPlan, formulas: Formulas, parts: Parameters<typeof compileSlots>[2]): string {
  const filters = plan.filters.filter(({ dimension, isFixed }) => isFixed || !plan.dimensions.includes(dimension));
  const frame: Frame = { ...frameOf(plan, plan.span), dimensions: [], filters, levels: ["cell"] };
  return joinParts(compileSlots(formulas.valueSlots, frame, parts), plan.grain ? ["p"] : [], formulas.valueSlots);
}
