import { type AskAnswer, type MetricQueryInput, metricQuery } from "@console/contracts";
import { formatFigure } from "@console/figures";
import { z } from "zod";
import type { ToolSchema } from "../../../connectors/models/index.ts";
import { readFormats, type SnapshotContext } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { answerAsked, quotePassages } from "../../assistant/index.ts";
import { addDays, listMembers, listMetrics } from "../../metrics/index.ts";
import { pathForReport, type Reports } from "../../reports/index.ts";

/** What a tool gives: words for the model, words for the reader, and the answer that it led to. */
export type ToolOutcome = { content: string; note: string; answer?: AskAnswer };

type ToolContext = { context: SnapshotContext; reports: Reports; figuresStay: boolean };

type Tool = {
  schema: ToolSchema;
  /** What is being done, for the reader. */
  title(input: Record<string, unknown>): string;
  run(input: unknown, tools: ToolContext): Promise<ToolOutcome>;
};

/** A model sees so many rows, while the reader gets all of them. */
export const mostRowsToModel = 50;
const mostListed = 80;
const longestContent = 24_000;

function defineTool<Input extends z.ZodType>(tool: {
  name: string;
  description: string;
  parameters: object;
  input: Input;
  title(input: Record<string, unknown>): string;
  run(input: z.output<Input>, tools: ToolContext): Promise<ToolOutcome>;
}): Tool {
  const { name, description, parameters, input, title, run } = tool;
  return {
    schema: { name, description, parameters },
    title,
    async run(given, tools) {
      const parsed = input.safeParse(given);
      if (!parsed.success) throw new AppError("invalid_input", z.prettifyError(parsed.error).slice(0, 500));
      return run(parsed.data, tools);
    },
  };
}

const text = { type: "string" } as const;
const texts = { type: "array", items: text } as const;
const day = z.iso.date();
const name = z.string().trim().min(1).max(80);

/** Looks at figures and documents as the asker may. No tool names an organisation, changes anything or leaves the product. */
const tools: readonly Tool[] = [
  defineTool({
    name: "list_metrics",
    description: "Lists the metrics that can be asked for, with their ids, units and the dimensions that split them.",
    parameters: { type: "object", properties: { search: { ...text, description: "Words of the metric. Optional." } } },
    input: z.object({ search: z.string().trim().max(100).optional() }),
    title: () => "Looking at the metrics",
    async run({ search = "" }, { context }) {
      const catalogue = await listMetrics(context);
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const known = catalogue.metrics.filter(({ id, label }) =>
        words.every((word) => `${id} ${label}`.toLowerCase().includes(word)),
      );
      const shown = (known.length > 0 ? known : catalogue.metrics).slice(0, mostListed);
      const lines = shown.map(
        ({ id, label, unit, dimensions }) => `${id}: ${label} (${unit}); dimensions: ${dimensions.join(", ")}`,
      );
      return {
        content: [`Today is ${catalogue.today}.`, ...lines].join("\n"),
        note: `${shown.length} of ${catalogue.metrics.length}`,
      };
    },
  }),
  defineTool({
    name: "query_metrics",
    description:
      "Reads figures. Days are dates such as 2026-03-01, the last day included. Filters name members as search_members gives them.",
    parameters: {
      type: "object",
      properties: {
        metrics: { ...texts, description: "Ids of metrics, at most 4." },
        dimensions: { ...texts, description: "Ids of dimensions that the figures are split by, at most 2." },
        filter_dimension: { ...text, description: "Id of the dimension that is filtered by. Optional." },
        filter_members: { ...texts, description: "Names of its members." },
        first_day: text,
        last_day: text,
        grain: { ...text, enum: ["day", "week", "month", "quarter", "year"], description: "Splits by time. Optional." },
        compare: { ...text, enum: ["previous", "year"], description: "Adds the period before. Optional." },
        order: { ...text, enum: ["highest", "lowest"] },
        limit: { type: "integer", description: "At most 200 rows." },
      },
      required: ["metrics"],
    },
    input: z.object({
      metrics: z.array(name).min(1).max(4),
      dimensions: z.array(name).max(2).default([]),
      filter_dimension: name.optional(),
      filter_members: z.array(z.string().max(200)).max(50).default([]),
      first_day: day.optional(),
      last_day: day.optional(),
      grain: z.enum(["day", "week", "month", "quarter", "year"]).optional(),
      compare: z.enum(["previous", "year"]).optional(),
      order: z.enum(["highest", "lowest"]).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    title: ({ metrics }) =>
      `Reading ${Array.isArray(metrics) ? metrics.slice(0, 4).join(", ") : "figures"}`.slice(0, 120),
    async run(input, { context, reports, figuresStay }) {
      const query = metricQuery.safeParse(toQuery(input));
      if (!query.success) throw new AppError("invalid_input", z.prettifyError(query.error).slice(0, 500));
      const answer = await answerAsked(context, { query: query.data }, reports);
      if (answer.outcome !== "answer" || !answer.result) throw new AppError("invalid_input", answer.text);
      const { rows } = answer.result;
      return {
        content: writeResult(answer, context, figuresStay),
        note: rows.length === 1 ? "1 row" : `${rows.length} rows`,
        answer,
      };
    },
  }),
  defineTool({
    name: "search_members",
    description: "Finds the members of a dimension by their names, such as drivers or branches.",
    parameters: { type: "object", properties: { dimension: text, search: text }, required: ["dimension"] },
    input: z.object({ dimension: name, search: z.string().trim().max(100).optional() }),
    title: ({ dimension, search }) => `Looking for ${search ? `“${search}” in ` : ""}${dimension}`.slice(0, 120),
    async run({ dimension, search }, { context }) {
      const { items } = await listMembers(context, { dimension, limit: 20, ...(search && { search }) });
      const found = items.map((item) => item.name);
      return { content: found.length === 0 ? "None found." : found.join("\n"), note: `${found.length} found` };
    },
  }),
  defineTool({
    name: "search_documents",
    description: "Finds passages of the organisation's documents, for questions about rules and ways to do something.",
    parameters: { type: "object", properties: { question: text }, required: ["question"] },
    input: z.object({ question: z.string().trim().min(1).max(300) }),
    title: ({ question }) => `Searching documents for “${String(question)}”`.slice(0, 120),
    async run({ question }, { context, figuresStay }) {
      const answer = await quotePassages(context, question);
      const passages = answer?.passages ?? [];
      const content = passages.map(({ title, page, content }) => {
        const words = figuresStay ? "The reader sees this passage. Its words are not shown to you." : content;
        return `[${title}${page ? `, page ${page}` : ""}]\n${words}`;
      });
      return {
        content: content.length === 0 ? "No passage is about it." : content.join("\n\n").slice(0, longestContent),
        note: passages.length === 1 ? "1 passage" : `${passages.length} passages`,
        ...(answer && passages.length > 0 && { answer }),
      };
    },
  }),
  defineTool({
    name: "open_report",
    description: "Offers the reader one of the reports that they may open. Without an id it lists them.",
    parameters: { type: "object", properties: { report: { ...text, description: "Id of the report. Optional." } } },
    input: z.object({ report: name.optional() }),
    title: () => "Looking at the reports",
    async run({ report: id }, { reports }) {
      const open = [...reports.values()].filter(({ isHidden }) => !isHidden);
      const report = open.find((one) => one.id === id);
      if (!report)
        return { content: open.map((one) => `${one.id}: ${one.title}`).join("\n"), note: `${open.length} found` };
      const words = `The report "${report.title}" shows this.`;
      const shown = { report: report.id, path: pathForReport(report), query: {}, leftOut: [] };
      const answer: AskAnswer = {
        outcome: "answer",
        reason: null,
        text: words,
        open: shown,
        assumptions: [],
        unused: [],
      };
      return { content: words, note: report.title, answer };
    },
  }),
];

export const toolSchemas: ToolSchema[] = tools.map(({ schema }) => schema);

export function findTool(name: string): Tool | null {
  return tools.find(({ schema }) => schema.name === name) ?? null;
}

type Asked = {
  metrics: string[];
  dimensions: string[];
  filter_dimension?: string | undefined;
  filter_members: string[];
  first_day?: string | undefined;
  last_day?: string | undefined;
  grain?: MetricQueryInput["grain"];
  compare?: "previous" | "year" | undefined;
  order?: "highest" | "lowest" | undefined;
  limit?: number | undefined;
};

function toQuery(asked: Asked): MetricQueryInput {
  const { metrics, dimensions, filter_dimension: field, filter_members: values, grain, compare, order, limit } = asked;
  const { first_day: first, last_day: last } = asked;
  const from = first ?? last;
  const to = last ?? first;
  return {
    metrics,
    dimensions,
    ...(field !== undefined && values.length > 0 && { filters: [{ field, values }] }),
    ...(from !== undefined && to !== undefined && { time: { from, to: addDays(to, 1) } }),
    ...(grain && { grain }),
    ...(compare && { compare: { type: compare === "year" ? "same_period_last_year" : "previous_period" } }),
    ...(order && metrics[0] && { sort: [{ by: metrics[0], dir: order === "lowest" ? "asc" : "desc" }] }),
    ...(limit !== undefined && dimensions.length > 0 && { limit }),
  };
}

/** A result as a model reads it: figures as the reader would see them, or the shape alone where they are to stay. */
export function writeResult(answer: AskAnswer, context: SnapshotContext, figuresStay: boolean): string {
  const { result, text: sentence } = answer;
  if (!result) return figuresStay ? "There is an answer, which the reader sees." : sentence;
  const { columns, rows, totals, currency } = result;
  const names = columns.map(({ label, unit }) => (unit === "currency" ? `${label} (${currency})` : label));
  if (figuresStay) {
    const shape = rows.length === 1 ? "1 row" : `${rows.length} rows`;
    return `The reader sees ${shape} with the columns ${names.join(", ")}. The figures are not shown to you.`;
  }
  const formats = readFormats(context);
  const say = (row: Readonly<Record<string, unknown>>) =>
    columns
      .map(({ id, kind, unit }) => {
        const value = row[id];
        if (value === undefined) return "";
        if (value === null) return kind === "dimension" ? "Unassigned" : "not known";
        if (typeof value !== "number") return String(value);
        return formatFigure(value, { unit: kind === "share" ? "percent" : (unit ?? "number"), currency }, formats);
      })
      .join(" | ");
  const shown = rows.slice(0, mostRowsToModel).map(say);
  const rest = rows.length > shown.length ? [`(${rows.length - shown.length} more rows, which the reader sees)`] : [];
  const whole = Object.keys(totals).length > 0 && rows.length > 1 ? [`Total: ${say(totals)}`] : [];
  return [sentence, names.join(" | "), ...shown, ...rest, ...whole].join("\n").slice(0, longestContent);
}
