import {
  type checkView as contract,
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
  dayIn,
  type Figures,
  findUnknownMembers,
  metricRegistry,
  nearestNames,
  readFigures,
  resolveQuery,
} from "../metrics/index.ts";
import { metricsOf, panelsOf, type Report } from "./report.ts";
import { reports as productReports, type Reports, requireReport } from "./reports.ts";
import { resolveView } from "./resolve-view.ts";

type Parts = Record<string, string[]>;

const excluding = "not.";

/** What in the address of a report cannot be meant: every part is looked at, so that all is told at once. */
export async function checkView(
  context: Context,
  { report: id, query }: z.output<(typeof contract)["input"]>,
  all: Reports = productReports,
): Promise<RouteOutput<typeof contract>> {
  const report = requireReport(all, id);
  const parts = partsOf(query);
  const isOwn = ([name]: [string, string[]]) => Object.hasOwn(reportView.shape, name);
  const own = parts.filter(isOwn);
  const named = parts.filter((part) => !isOwn(part));
  const figures = await readFigures(context);
  const today = dayIn(figures.settings.timeZone, context.now);
  const unreadable = own.flatMap(([name, values]) => problemOfPart(name, values, today));
  const unsettled = unreadable.length > 0 ? [] : problemsOfTime(report, Object.fromEntries(own), { figures, today });
  const members: ViewProblem[] = [];
  for (const [name, values] of named) members.push(...(await problemsOfFilter(context, report, name, values)));
  return { problems: [...unreadable, ...unsettled, ...members] };
}

/** The parts of a query in their order, each with all its values. */
function partsOf(query: string): [string, string[]][] {
  const parts = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) parts.set(name, [...(parts.get(name) ?? []), value]);
  return [...parts];
}

const kinds: Record<string, string> = {
  period: "period",
  compare: "comparison",
  grain: "step of time",
  basis: "day that counts",
};

/** A part whose value is none that it can have. */
function problemOfPart(name: string, values: string[], today: string): ViewProblem[] {
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
  const near = nearestNames(value, optionsOf(name));
  const message = `There is no ${kind} "${shortened(value)}". Remove it, or choose another.`;
  return [{ wrong, subject: shortened(value), message, suggestions: near.map((one) => keep(name, one)) }];
}

function optionsOf(name: string): string[] {
  const schema = reportView.shape[name as keyof typeof reportView.shape].unwrap();
  return "options" in schema ? schema.options : [];
}

function keep(name: string, value: string) {
  return { label: value.replaceAll("_", " "), instead: { [name]: [value] } };
}

type Known = { figures: Figures; today: string };

/** Days and steps that are readable, but that no figure can be asked for with. */
function problemsOfTime(report: Report, own: Parts, { figures, today }: Known): ViewProblem[] {
  const view = Object.fromEntries(Object.entries(own).map(([name, [value]]) => [name, value])) as ReportView;
  const metric = report.rows[0] ?? panelsOf(report).flatMap(metricsOf)[0] ?? "";
  try {
    const { time, grain } = resolveView(report, view, today);
    const query = metricQuery.parse({ metrics: [metric], time, grain });
    resolveQuery(query, [], { registry: metricRegistry, today, ...figures });
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const [field = ""] = Object.keys(error.fields);
    const names = Object.hasOwn(own, field) ? [field] : ["from", "to", "period"];
    const isTurned = view.from !== undefined && view.to !== undefined && view.from > view.to;
    const wrong = pick(own, isTurned ? ["from", "to"] : names);
    const suggestions = isTurned
      ? [{ label: `${view.to} to ${view.from}`, instead: { from: own.to ?? [], to: own.from ?? [] } }]
      : [];
    const subject = Object.values(wrong).flat().join(" to ");
    return [{ wrong, subject, message: `${error.message} Remove it, or choose another.`, suggestions }];
  }
}

function pick(parts: Parts, names: readonly string[]): Parts {
  return Object.fromEntries(names.flatMap((name) => (parts[name] ? [[name, parts[name]]] : [])));
}

/** A filter that the report does not have, or members of one that do not exist. */
async function problemsOfFilter(
  context: Context,
  report: Report,
  name: string,
  values: string[],
): Promise<ViewProblem[]> {
  const isExcluded = name.startsWith(excluding);
  const field = isExcluded ? name.slice(excluding.length) : name;
  const prefix = isExcluded ? excluding : "";
  if (!report.filters.includes(field)) return [unknownFilter(report, name, { field, prefix, values })];
  const label = labelOf(field).toLowerCase();
  const empty = values.filter((value) => value === "");
  const given = values.filter((value) => value !== "");
  const unknown = await findUnknownMembers(context, field, given, metricRegistry);
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
  report: Report,
  name: string,
  { field, prefix, values }: { field: string; prefix: string; values: string[] },
): ViewProblem {
  const known = metricRegistry.dimensions.get(field)?.label;
  const near = known
    ? []
    : nearestNames(
        field,
        report.filters.flatMap((id) => [id, labelOf(id)]),
      );
  const meant = report.filters.filter((id) => near.includes(id) || near.includes(labelOf(id)));
  return {
    wrong: { [name]: values },
    subject: shortened(known?.toLowerCase() ?? name),
    message: known
      ? `${report.title} cannot be narrowed by ${known.toLowerCase()}. Remove it.`
      : `${report.title} has no filter "${shortened(name)}". Remove it, or choose another.`,
    suggestions: meant.map((id) => ({
      label: `${labelOf(id)}: ${values.map(shortened).join(", ")}`,
      instead: { [`${prefix}${id}`]: values },
    })),
  };
}

function labelOf(dimension: string): string {
  return metricRegistry.dimensions.get(dimension)?.label ?? dimension;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
