import type { Confinement } from "../../../platform/context.ts";
import { wrongField } from "../../../platform/errors.ts";
import { earlier, type Span } from "../model/calendar.ts";
import type { Dataset, Metric, Reading, RowColumn, RowFormat } from "../model/dataset.ts";
import { clockFor, withDateBasis } from "../model/date-basis.ts";
import { type Registry, requireDataset } from "../model/registry.ts";
import { listed } from "../model/suggest.ts";
import type { CompiledQuery } from "./compile-query.ts";
import {
  type CompileContext,
  filterCondition,
  histogramRows,
  inCurrency,
  keySql,
  measureCondition,
  repeatedRows,
  requireMeasure,
  severalOf,
  startedBefore,
  within,
  withSettings,
} from "./compile-rows.ts";
import { judgedItems } from "./compile-value-columns.ts";
import type { QueryPlan } from "./plan.ts";
import { type QueryShape, spanLater, startForReading } from "./query-shape.ts";
import { type CompiledColumn, compileColumns, joinsFor, selectColumns } from "./row-columns.ts";
import { orderKey, rowKeyColumns } from "./row-key.ts";
import { Statement } from "./statement.ts";

/** A request for rows: which of them, and what of them may be shown. */
export type RowListRequest = { plan: QueryPlan; search: string; confined?: Confinement };

/** Which of them, and in which order; without a limit all of them. */
export type RowListPage = {
  sort: { by: string; dir: "asc" | "desc" } | null;
  after: { key: string; value: string | null } | null;
  limit: number | null;
};

export type CompiledRowList = CompiledQuery & { dataset: Dataset; columns: CompiledColumn[] };

/** The rows that the plan's metric counts, newest first unless the page has another order. */
export function compileRowList(request: RowListRequest, page: RowListPage, tenantId: string): CompiledRowList {
  const { statement, dataset, from, conditions, isStored } = compileSource(request, tenantId);
  // Names are looked up only for the rows of the page; a list that is sorted by names needs those before.
  const isJoined = (dimension: string) => dimension === page.sort?.by;
  const columns = compileColumns(dataset, request.plan.registry, statement, { confined: request.confined, isJoined });
  const sort = resolveSort(page, columns);
  const key = orderKey(dataset);
  const filters = [...conditions, ...(page.after ? [afterRow(sort, key, page.after, statement)] : [])];
  // Days are never unknown, and without a word about unknown ones their index gives the order.
  const order = `order by sort_value ${sort.dir}${sort.isNullable ? " nulls last" : ""}, row_key`;
  // A sort copies each row that it looks at, so that where all are looked at for one page it gets their keys alone.
  const isNarrow = isStored && page.sort !== null && page.limit !== null;
  const sorted = `select ${isNarrow ? "source, source_key" : "f.*"}, ${sort.sql} as sort_value, ${key} as row_key
from ${from} ${sort.join ?? ""}
where ${filters.length > 0 ? filters.join(" and ") : "true"}
${order}${page.limit === null ? "" : ` limit ${page.limit}`}`;
  const picked = isNarrow
    ? `select w.*, p.sort_value, p.row_key from (${sorted}) p
join ${dataset.relation} w on w.tenant_id = ${statement.tenantIdWithGenericPlan} and w.source = p.source and w.source_key = p.source_key`
    : sorted;
  const text = `select ${[...selectColumns(columns), ...rowKeyColumns(dataset), "row_key", "sort_value"].join(", ")}
from (${picked}) f ${joinsFor(columns)}
${order}`;
  return { text: statement.text(text), values: statement.values, dataset, columns };
}

/** How many rows there are in all, as `row_count`, and the sums of those columns that add up, under their ids. */
export function compileRowTotals(request: RowListRequest, tenantId: string): CompiledRowList {
  const { statement, dataset, from, conditions } = compileSource(request, tenantId);
  const values = dataset.rows.filter((column) => "value" in column);
  const summed = compileColumns({ ...dataset, rows: values }, request.plan.registry, statement).filter(
    ({ isSummed }) => isSummed,
  );
  const isOwn = withSettings(inCurrency, request.plan.settings);
  // Amounts in several currencies cannot be added up.
  const sums = summed.map(({ id, sql, format }) => {
    const filter = format === "money" ? ` filter (where ${isOwn})` : "";
    return `coalesce(sum(${sql})${filter}, 0)::float8 as "${id}"`;
  });
  const hasMoney = values.some(({ format }) => format === "money");
  const others = hasMoney ? `count(*) filter (where not ${isOwn})` : "0";
  const text = `select ${["count(*) as row_count", `${others}::int as other_currency_rows`, ...sums].join(", ")}
from ${from}
where ${conditions.length > 0 ? conditions.join(" and ") : "true"}`;
  return { text: statement.text(text), values: statement.values, dataset, columns: summed };
}

function compileSource({ plan, search, confined }: RowListRequest, tenantId: string) {
  const [metric] = plan.metrics;
  if (!metric) throw new Error("Rows need a metric.");
  const statement = new Statement(tenantId);
  const { dataset: whole, from } = rowsBehind(metric, plan, { ...plan, statement });
  // Before anything is searched, sorted or added up: what is not shown leaves no trace.
  const dataset = confined ? { ...whole, rows: whole.rows.filter((column) => isShown(column, confined)) } : whole;
  return {
    statement,
    dataset,
    from: `(select f.* ${from}) f`,
    // Whether the source's key finds a row again: not where rows are made of several, or stand in a list several times.
    isStored: metric.formula.kind !== "items" && !dataset.rowKey,
    conditions: search ? [searched(dataset, search, statement)] : [],
  };
}

function isShown(column: RowColumn, { columns }: Confinement): boolean {
  return columns.has("dimension" in column ? column.dimension : column.id);
}

/** The dataset whose rows a metric is made of, and the measure of it that says which. */
export function findRowSource({ formula }: Metric, registry: Registry) {
  if (formula.kind === "items" && formula.items)
    return { dataset: requireDataset(registry, formula.items), measure: "", reading: null };
  const [term] = formula.kind === "sum" ? (formula.under ?? formula.over) : [];
  const reading = term ? ("kind" in term ? (term.readings[term.of ?? ""] ?? null) : term) : null;
  const measureName = formula.kind === "percentile" ? formula.measure : (reading?.measure ?? "");
  const [dataset = "", measure = ""] = measureName.split(".");
  return { dataset: requireDataset(registry, dataset), measure, reading };
}

/** FROM and WHERE of the rows that a metric is made of; those of a ratio are the rows that it is a share of. */
export function rowsBehind(
  metric: Metric,
  plan: QueryPlan,
  context: CompileContext,
): { dataset: Dataset; from: string } {
  const { formula } = metric;
  const { statement, registry, settings } = context;
  const { measure: name, reading, ...source } = findRowSource(metric, registry);
  const dataset = withDateBasis(source.dataset, context.basis);
  if (formula.kind === "items") {
    const shape: QueryShape = {
      dimensions: [],
      filters: plan.filters,
      span: plan.span,
      grain: null,
      levels: ["cell"],
      isCumulative: false,
      tomorrow: plan.tomorrow,
    };
    const judged = judgedItems(formula, shape, context);
    return { dataset, from: `from (select item.* ${judged} and (${formula.value}) <> 0) f` };
  }
  const measure = requireMeasure(dataset, name);
  const condition =
    measure.kind === "histogram" || measure.kind === "repeated" ? null : measureCondition(measure, settings);
  const conditions = [
    `tenant_id = ${statement.tenant}`,
    ...within(spanBehind(reading, dataset, plan), clockFor(dataset).day, statement),
    ...startedBefore({ dataset, startedBefore: startForReading(reading ?? undefined, dataset, plan) }, statement),
    ...plan.filters.map((filter) => filterCondition(filter, keySql(dataset, filter.dimension), statement)),
    ...(measure.kind === "histogram" ? [histogramRows(dataset, name, context)] : []),
    ...(measure.kind === "repeated" ? repeatedRows(measure, context) : []),
    ...(condition ? [`(${condition})`] : []),
    ...(measure.kind === "distinct" ? [`${measure.of} is not null`] : []),
    ...(measure.kind === "sum" && measure.value ? [`${measure.value} <> 0`] : []),
  ];
  const from = `from ${dataset.relation} f where ${conditions.join(" and ")}`;
  if (measure.kind !== "repeated") return { dataset, from };
  const repeated = `select ${measure.of} ${from} group by ${measure.of} having ${severalOf(measure)}`;
  return { dataset, from: `${from} and ${measure.of} in (${repeated})` };
}

/** The days of the rows behind a reading; how things stand is made of all that was before. */
function spanBehind(reading: Reading | null, dataset: Dataset, { span, tomorrow }: QueryPlan): Span {
  const read = reading?.read ?? "flow";
  if (typeof read === "object" && "laterDays" in read) return spanLater(read.laterDays, { span, tomorrow });
  const to = dataset.isFuture ? span.to : earlier(span.to, tomorrow);
  return { from: read === "flow" ? span.from : null, to };
}

const sqlTypes: Record<RowFormat, string> = {
  text: "text",
  instant: "timestamptz",
  day: "date",
  flag: "boolean",
  money: "numeric",
  quantity: "numeric",
  duration: "numeric",
  long_duration: "numeric",
  lateness: "numeric",
  distance: "numeric",
  number: "numeric",
};

const isTime = (text: string) => {
  const time = Date.parse(text);
  return /^[1-9]\d{3}-/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};
/** Whether the text of a cursor's value can be read as a type. */
const readable: Record<string, (text: string) => boolean> = {
  text: () => true,
  timestamptz: isTime,
  date: isTime,
  boolean: (text) => text === "true" || text === "false",
  numeric: (text) => /^-?\d{1,30}(?:\.\d{1,30})?$/.test(text),
};

type Sort = { sql: string; dir: "asc" | "desc"; type: string; join: string | null; isNullable: boolean };

function resolveSort({ sort }: RowListPage, columns: readonly CompiledColumn[]): Sort {
  if (!sort) return { sql: "f.day", dir: "desc", type: "date", join: null, isNullable: false };
  const column = columns.find(({ id }) => id === sort.by);
  if (!column) {
    throw wrongField(
      "sort.by",
      `The rows have no column "${sort.by}" to sort by. Use ${listed(
        columns.map(({ id }) => id),
        "or",
      )}.`,
    );
  }
  return { sql: column.sql, dir: sort.dir, type: sqlTypes[column.format], join: column.join, isNullable: true };
}

/** Rows after the last one of the page before; those without a value come last. */
function afterRow(
  { sql, dir, type, isNullable }: Sort,
  rowKey: string,
  { key, value }: { key: string; value: string | null },
  statement: Statement,
): string {
  const later = `${rowKey} > ${statement.value(key, "text")}`;
  if (value === null) return `(${sql} is null and ${later})`;
  if (!readable[type]?.(value))
    throw wrongField("cursor", "The cursor belongs to another order: begin with the first page.");
  const last = `${statement.value(value, "text")}::${type}`;
  const beyond = dir === "asc" ? ">" : "<";
  if (isNullable) return `(${sql} ${beyond} ${last} or (${sql} = ${last} and ${later}) or ${sql} is null)`;
  // An index can begin at the last value.
  return `(${sql} ${beyond}= ${last} and (${sql} ${beyond} ${last} or ${later}))`;
}

function searched(dataset: Dataset, search: string, statement: Statement): string {
  const needle = statement.value(search.toLowerCase(), "text");
  const columns = dataset.rows.flatMap((column) => ("isSearched" in column && column.isSearched ? [column.value] : []));
  return `(${columns.map((column) => `strpos(lower(${column}), ${needle}) > 0`).join(" or ") || "false"})`;
}
