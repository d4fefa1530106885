import {
  type checkView as contract,
  isDay,
  metricQuery,
  type ReportView,
  type RouteOutput,
  reportView,
  type ViewProblem,
} from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import {
  addDays,
  dayIn,
  findUnknownMembers,
  loadMetricState,
  type MetricRegistry,
  nearestNames,
  resolveQuery,
  type TenantMetricState,
} from "../metrics/index.ts";
import { metricsInPanel } from "./panels/panel-kinds.ts";
import { listPanels, type Report } from "./report.ts";
import { reports as productReports, type Reports, requireReport } from "./reports.ts";
import { resolveView } from "./resolve-view.ts";

type QueryParameters = Record<string, string[]>;

const excluding = "not.";

/** What in the address of a report cannot be meant: every parameter is looked at, so that all is told at once. */
export async function checkView(
  context: Context,
  { report: id, query }: z.output<(typeof contract)["input"]>,
  all: Reports = productReports,
): Promise<RouteOutput<typeof contract>> {
  const report = requireReport(all, id);
  const parameters = parseParameters(query);
  const isOwn = ([name]: [string, string[]]) => Object.hasOwn(reportView.shape, name);
  const own = parameters.filter(isOwn);
  const foreignParameters = parameters.filter((part) => !isOwn(part));
  const metricState = await loadMetricState(context);
  const { registry } = metricState;
  const today = dayIn(metricState.settings.timeZone, context.now);
  const unreadable = own.flatMap(([name, values]) => checkParameter(name, values, today));
  const unsettled = unreadable.length > 0 ? [] : checkTime(report, Object.fromEntries(own), { metricState, today });
  const members: ViewProblem[] = [];
  for (const [name, values] of foreignParameters)
    members.push(...(await checkFilter(context, { report, registry }, name, values)));
  return { problems: [...unreadable, ...unsettled, ...members] };
}

/** The parameters of a query in their order, each with all its values. */
function parseParameters(query: string): [string, string[]][] {
  const parameters = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query))
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  return [...parameters];
}

const kinds: Record<string, string> = {
  period: "period",
  compare: "comparison",
  grain: "step of time",
  basis: "day that counts",
};

/** A parameter whose value is none that it can have. */
function checkParameter(name: string, values: string[], today: string): ViewProblem[] {
  const schema: z.ZodType = reportView.shape[name as keyof typeof reportView.shape];
  const [value = ""] = values;
  const wrong = { [name]: values };
  if (values.length > 1) {
    const suggestions = values.flatMap((one) => (schema.safeParse(one).success ? [keep(name, one)] : []));
    const message = `The address has "${name}" ${values.length} times. Keep one.`;
    return [{ wrong, subject: `all ${values.length}`, message, suggestions }];
  }
  if (schema.safeParse(value).success) return [];
  const kind = kinds[name];
  if (!kind) {
    const which = name === "from" ? "first" : "last";
    const message = `The ${which} day, "${shortened(value)}", is not a day. Write it like ${today}, or remove it.`;
    return [{ wrong, subject: shortened(value), message, suggestions: [] }];
  }
  const near = nearestNames(value, listOptions(name));
  const message = `There is no ${kind} "${shortened(value)}". Remove it, or choose another.`;
  return [{ wrong, subject: shortened(value), message, suggestions: near.map((one) => keep(name, one)) }];
}

function listOptions(name: string): string[] {
  const schema = reportView.shape[name as keyof typeof reportView.shape].unwrap();
  return "options" in schema ? schema.options : [];
}

function keep(name: string, value: string) {
  return { label: showValue(name, value).replaceAll("_", " "), instead: { [name]: [value] } };
}

type ViewDeps = { metricState: TenantMetricState; today: string };

/** Days and steps that are readable, but that no figure can be asked for with. */
function checkTime(report: Report, own: QueryParameters, { metricState, today }: ViewDeps): ViewProblem[] {
  const view = Object.fromEntries(Object.entries(own).map(([name, [value]]) => [name, value])) as ReportView;
  const metric = report.rows[0] ?? listPanels(report).flatMap(metricsInPanel)[0] ?? "";
  try {
    const { time, grain } = resolveView(report, view, today);
    const query = metricQuery.parse({ metrics: [metric], time, grain });
    resolveQuery(query, [], { today, ...metricState });
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const [field = ""] = Object.keys(error.fields);
    const names = Object.hasOwn(own, field) ? [field] : ["from", "to", "period"];
    const { from, to } = view;
    const isTurned = from !== undefined && to !== undefined && from >= to;
    const wrong = pick(own, isTurned ? ["from", "to"] : names);
    const subject = Object.entries(wrong)
      .flatMap(([name, values]) => values.map((value) => showValue(name, value)))
      .join(" to ");
    const turned = isTurned ? turnRange(from, to) : { message: error.message, suggestions: [] };
    return [{ wrong, subject, ...turned, message: `${turned.message} Remove it, or choose another.` }];
  }
}

/** A range whose last day is before its first, with the days the other way round. */
function turnRange(from: string, to: string): Pick<ViewProblem, "message" | "suggestions"> {
  const last = addDays(to, -1);
  return {
    message: `The last day, ${last}, is before the first, ${from}.`,
    suggestions: [{ label: `${last} to ${from}`, instead: { from: [last], to: [addDays(from, 1)] } }],
  };
}

/** A value as people have it before them: their pages name the last day. */
function showValue(name: string, value: string): string {
  return name === "to" && isDay(value) ? addDays(value, -1) : value;
}

function pick(parameters: QueryParameters, names: readonly string[]): QueryParameters {
  return Object.fromEntries(names.flatMap((name) => (parameters[name] ? [[name, parameters[name]]] : [])));
}

/** A report with what its tenant can ask. */
type FilteredReport = { report: Report; registry: MetricRegistry };

/** A filter that the report does not have, or members of one that do not exist. */
async function checkFilter(
  context: Context,
  { report, registry }: FilteredReport,
  name: string,
  values: string[],
): Promise<ViewProblem[]> {
  const isExcluded = name.startsWith(excluding);
  const field = isExcluded ? name.slice(excluding.length) : name;
  const prefix = isExcluded ? excluding : "";
  if (!report.filters.includes(field)) return [unknownFilter({ report, registry }, name, { field, prefix, values })];
  const label = labelForDimension(field, registry).toLowerCase();
  const empty = values.filter((value) => value === "");
  const names = values.filter((value) => value !== "");
  const unknown = await findUnknownMembers(context, field, names, registry);
  return [
    ...(empty.length > 0
      ? [
          {
            wrong: { [name]: empty },
            subject: label,
            suggestions: [],
            message: `The filter ${label} has no value. Remove it.`,
          },
        ]
      : []),
    ...unknown.map(({ name: member, near }) => ({
      wrong: { [name]: [member] },
      subject: shortened(member),
      message: `There is no ${label} ${shortened(member)} in the data. Remove it, or choose another.`,
      suggestions: near.map((one) => ({ label: one, instead: { [name]: [one] } })),
    })),
  ];
}

function unknownFilter(
  { report, registry }: FilteredReport,
  name: string,
  { field, prefix, values }: { field: string; prefix: string; values: string[] },
): ViewProblem {
  const label = registry.dimensions.get(field)?.label;
  const near = label
    ? []
    : nearestNames(
        field,
        report.filters.flatMap((id) => [id, labelForDimension(id, registry)]),
      );
  const matches = report.filters.filter((id) => near.includes(id) || near.includes(labelForDimension(id, registry)));
  return {
    wrong: { [name]: values },
    subject: shortened(label?.toLowerCase() ?? name),
    message: label
      ? `${report.title} cannot be filtered by ${label.toLowerCase()}. Remove it.`
      : `${report.title} has no filter "${shortened(name)}". Remove it, or choose another.`,
    suggestions: matches.map((id) => ({
      label: `${labelForDimension(id, registry)}: ${values.map(shortened).join(", ")}`,
      instead: { [`${prefix}${id}`]: values },
    })),
  };
}

function labelForDimension(dimension: string, registry: MetricRegistry): string {
  return registry.dimensions.get(dimension)?.label ?? dimension;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
