import { earlier } from "./calendar.ts";
import { fixedName } from "./compile-answer.ts";
import { type Frame, judgedItems } from "./compile-parts.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { type CompileParts, filterOf, histogramRows, keyOf, measureOf, within, withSettings } from "./compile-rows.ts";
import type { Dataset, Metric, Reading, RowFormat } from "./dataset.ts";
import { type QueryPlan, unassigned } from "./plan.ts";
import { datasetOf, type Registry } from "./registry.ts";
import { refusal } from "./resolve-query.ts";
import { Statement } from "./statement.ts";
import { listed } from "./suggest.ts";

export type RowListColumn = { id: string; label: string; format: RowFormat };

export type RowListWanted = {
  plan: QueryPlan;
  search: string;
  sort: { by: string; dir: "asc" | "desc" } | null;
  after: { key: string; value: string | null } | null;
  limit: number;
};

/** A page of the rows that the plan's metric counts, newest first unless another order is asked for. */
export function compileRowList(
  wanted: RowListWanted,
  tenantId: string,
  registry: Registry,
): CompiledQuery & { columns: RowListColumn[] } {
  const { plan, after, limit } = wanted;
  const [metric] = plan.metrics;
  if (!metric) throw new Error("Rows need a metric.");
  const statement = new Statement(tenantId);
  const parts = { statement, settings: plan.settings, registry, kept: plan.kept, marks: plan.marks };
  const { dataset, from } = rowsBehind(metric, plan, parts);
  const described = describeColumns(dataset, registry, statement);
  const sort = sortOf(wanted, described);
  const rowKey = dataset.rowKey ?? "source || '/' || source_key";
  const conditions = [
    ...(wanted.search ? [searched(dataset, wanted.search, statement)] : []),
    ...(after ? [afterRow(sort, rowKey, after, statement)] : []),
  ];
  const columns = described.map(({ id, sql }) => `${sql} as "${id}"`);
  const joins = described.flatMap(({ join }) => (join ? [join] : []));
  const text = `select ${[...columns, `${rowKey} as row_key`, `${sort.sql} as sort_value`].join(", ")}
from (select f.* ${from}) f ${joins.join(" ")}
where ${conditions.length > 0 ? conditions.join(" and ") : "true"}
order by ${sort.sql} ${sort.dir} nulls last, ${rowKey} limit ${limit}`;
  return {
    text: statement.text(text),
    values: statement.values,
    columns: described.map(({ id, label, format }) => ({ id, label, format })),
  };
}

/** FROM and WHERE of the rows that a metric is made of; those of a ratio are the rows that it is a share of. */
function rowsBehind(metric: Metric, plan: QueryPlan, parts: CompileParts): { dataset: Dataset; from: string } {
  const { formula } = metric;
  const { statement, registry, settings } = parts;
  if (formula.kind === "items") {
    const dataset = datasetOf(registry, formula.items);
    const frame: Frame = {
      ...{ dimensions: [], filters: plan.filters, span: plan.span, grain: null },
      ...{ levels: ["cell"], isCumulative: false, tomorrow: plan.tomorrow },
    };
    const judged = judgedItems(formula, frame, parts);
    return { dataset, from: `from (select item.* ${judged} and (${formula.value}) <> 0) f` };
  }
  const reading: Reading | undefined = formula.kind === "sum" ? (formula.under ?? formula.over)[0] : undefined;
  const [datasetId = "", name = ""] = (
    formula.kind === "percentile" ? formula.measure : (reading?.measure ?? "")
  ).split(".");
  const dataset = datasetOf(registry, datasetId);
  const measure = measureOf(dataset, name);
  const to = dataset.isFuture ? plan.span.to : earlier(plan.span.to, plan.tomorrow);
  const isState = reading !== undefined && reading.read !== "flow";
  const conditions = [
    `tenant_id = ${statement.tenant}`,
    ...within({ from: isState ? null : plan.span.from, to }, "day", statement),
    ...plan.filters.map((filter) => filterOf(filter, keyOf(dataset, filter.dimension), statement)),
    ...(measure.kind === "histogram" ? [histogramRows(dataset, name, parts)] : []),
    ...(measure.kind !== "histogram" && measure.where ? [`(${withSettings(measure.where, settings)})`] : []),
    ...(measure.kind === "distinct" ? [`${measure.of} is not null`] : []),
    ...(measure.kind === "sum" && measure.value ? [`${measure.value} <> 0`] : []),
  ];
  return { dataset, from: `from ${dataset.relation} f where ${conditions.join(" and ")}` };
}

type Described = RowListColumn & { sql: string; join: string | null };

function describeColumns(dataset: Dataset, registry: Registry, statement: Statement): Described[] {
  return dataset.rows.map((column, place): Described => {
    if (!("dimension" in column)) return { ...column, sql: column.value, join: null };
    const { dimension: id } = column;
    const dimension = registry.dimensions.get(id);
    const key = dataset.dimensions[id] ?? "0";
    const described = { id, label: dimension?.label ?? id, format: "text" as const };
    if (dimension?.members) {
      return { ...described, sql: `coalesce(${fixedName(dimension.members, key)}, '${unassigned}')`, join: null };
    }
    const join = `left join members m${place} on m${place}.tenant_id = ${statement.tenant} and m${place}.dimension = ${statement.value(id, "text")} and m${place}.id = f.${key}`;
    return { ...described, sql: `coalesce(m${place}.name, '${unassigned}')`, join };
  });
}

const sqlTypes: Record<RowFormat, string> = {
  ...{ text: "text", instant: "timestamptz", day: "date", flag: "boolean" },
  ...{ money: "numeric", quantity: "numeric", duration: "numeric", distance: "numeric", number: "numeric" },
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

type Sort = { sql: string; dir: "asc" | "desc"; type: string };

function sortOf({ sort }: RowListWanted, columns: readonly Described[]): Sort {
  if (!sort) return { sql: "f.day", dir: "desc", type: "date" };
  const column = columns.find(({ id }) => id === sort.by);
  if (!column) {
    throw refusal(
      "sort.by",
      `The rows have no column "${sort.by}" to sort by. Use ${listed(
        columns.map(({ id }) => id),
        "or",
      )}.`,
    );
  }
  return { sql: column.sql, dir: sort.dir, type: sqlTypes[column.format] };
}

/** Rows after the last one of the page before; those without a value come last. */
function afterRow(
  { sql, dir, type }: Sort,
  rowKey: string,
  { key, value }: { key: string; value: string | null },
  statement: Statement,
): string {
  const later = `${rowKey} > ${statement.value(key, "text")}`;
  if (value === null) return `(${sql} is null and ${later})`;
  if (!readable[type]?.(value))
    throw refusal("cursor", "The cursor belongs to another order: begin with the first page.");
  const last = `${statement.value(value, "text")}::${type}`;
  return `(${sql} ${dir === "asc" ? ">" : "<"} ${last} or (${sql} = ${last} and ${later}) or ${sql} is null)`;
}

function searched(dataset: Dataset, search: string, statement: Statement): string {
  const needle = statement.value(search.toLowerCase(), "text");
  const columns = dataset.rows.flatMap((column) => ("isSearched" in column && column.isSearched ? [column.value] : []));
  return `(${columns.map((column) => `strpos(lower(${column}), ${needle}) > 0`).join(" or ") || "false"})`;
}
