import type { MetricAnswer, MetricQuery, PanelAnswer, ReportDefinition, ReportPanel } from "@console/contracts";
import { formatFigure, listStarts, longPeriod, ownFormats, sayOthers, shortPeriod, todayFor } from "@console/figures";
import type { APIRequestContext } from "@playwright/test";
import { password } from "./sign-in-form.ts";

type Question = { query: MetricQuery; answer: MetricAnswer };

/** One figure: where it stands on the screen, and its value with where that stands in the answer. */
export type ShownFigure = {
  row: string;
  /** The head of its column, or the column's place. */
  column: string | number;
  text: string;
  /** Which of the panel's questions it answers, and the row and column of the answer; the totals without a row. */
  source: { question: number; row: MetricAnswer["rows"][number] | null; metric: string; value: number };
};

/** The API as one of the demo's people sees it. */
export async function openApi(request: APIRequestContext, name: string) {
  const { apiKey } = await (await request.get("/api/config")).json();
  const data = { email: `${name}@demo.test`, password, returnSecureToken: true };
  const answer = await request.post(`/v1/accounts:signInWithPassword?key=${apiKey}`, { data });
  const headers = { authorization: `Bearer ${(await answer.json()).idToken}` };
  const checked = async (path: string, body?: unknown) => {
    const response = await (body ? request.post(path, { headers, data: body }) : request.get(path, { headers }));
    if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
    return response;
  };
  return {
    report: async (id: string): Promise<ReportDefinition> => (await checked(`/api/reports/${id}`)).json(),
    members: async (dimension: string): Promise<string[]> => {
      const { items } = await (await checked(`/api/metrics/members?dimension=${dimension}&limit=50`)).json();
      return items.map(({ name: member }: { name: string }) => member);
    },
    /** The questions of a panel, each asked again by itself. */
    questions: async (report: string, panel: string, query: string): Promise<Question[]> => {
      const shown: PanelAnswer = await (await checked(`/api/reports/${report}/panels/${panel}?${query}`)).json();
      return Promise.all(
        shown.questions.map(async ({ query: asked }) => ({
          query: asked,
          answer: await (await checked("/api/metrics/query", asked)).json(),
        })),
      );
    },
    csv: async (report: string, query: string): Promise<string> =>
      (await checked(`/api/reports/${report}/export?format=csv&content=figures&${query}`)).text(),
    /** So many domains have their facts, and no work on them is left. */
    isFilled: async (domainCount: number): Promise<boolean> => {
      const { progress, domains } = await (await checked("/api/metrics")).json();
      const isRunning = progress.some(({ state }: { state: string }) => state === "running");
      const filled = domains.filter(({ firstDay }: { firstDay: string | null }) => firstDay !== null);
      return !isRunning && filled.length === domainCount;
    },
  };
}
export type Api = Awaited<ReturnType<typeof openApi>>;

/** Every figure of a panel that is one cell of an answer. */
export function listFigures(panel: ReportPanel, questions: Question[]): ShownFigure[] {
  const figures = questions.flatMap((asked, question) => listPlaces(panel, asked, question));
  return figures.flatMap(({ row, column, source }) => {
    const { answer } = questions[source.question] ?? {};
    const value = (source.row ?? answer?.totals)?.[source.metric];
    const unit = answer?.columns.find(({ id }) => id === source.metric)?.unit ?? "number";
    // A file has no totals of what has no rows.
    if (typeof value !== "number" || !answer || answer.rows.length === 0) return [];
    const plain = formatFigure(value, { unit, currency: answer.currency }, ownFormats);
    const isApproximate = answer.rules.some(
      ({ metric, accuracy }) => metric === source.metric && accuracy !== undefined,
    );
    const text = isApproximate && value !== 0 ? `about ${plain}` : plain;
    return [{ row, column, text, source: { ...source, value } }];
  });
}

type Place = Pick<ShownFigure, "row" | "column"> & { source: Omit<ShownFigure["source"], "value"> };

function listPlaces(panel: ReportPanel, { query, answer }: Question, question: number): Place[] {
  const { grain = null } = query;
  const today = todayFor(listStarts(answer.time, grain), new Date().toISOString().slice(0, 10));
  const labelForMetric = (metric: string) => answer.columns.find(({ id }) => id === metric)?.label ?? metric;
  const total = (metric: string, row: string, column: string | number): Place => ({
    row,
    column,
    source: { question, row: null, metric },
  });
  const each = (metric: string, place: (row: MetricAnswer["rows"][number]) => [string, string | number]): Place[] =>
    answer.rows.map((row) => {
      const [name, column] = place(row);
      return { row: name, column, source: { question, row, metric } };
    });
  const [first = ""] = query.metrics;
  const text = (cell: string | number | null | undefined) => String(cell);
  switch (panel.kind) {
    case "kpis":
      return query.metrics.map((metric) => total(metric, labelForMetric(metric), 1));
    case "trend":
      if (panel.by) {
        const { by } = panel;
        return each(first, (row) => [longPeriod(text(row.period), grain, today), text(row[by])]);
      }
      return query.metrics.flatMap((metric) =>
        each(metric, (row) => [longPeriod(text(row.period), grain, today), labelForMetric(metric)]),
      );
    case "like-for-like":
      return question === 1 ? each(first, (row) => [longPeriod(text(row.period), grain, today), "This period"]) : [];
    case "heat":
      return each(first, (row) => [text(row[panel.rows]), text(row[panel.columns])]);
    case "pareto":
      return each(first, (row) => [text(row[panel.by]), 1]);
    case "funnel":
      return query.metrics.map((metric) => total(metric, labelForMetric(metric), 1));
    case "bridge":
      return [total(first, "This period", 2)];
    case "ranking": {
      const hasUnit = (metric: string) => answer.columns.find(({ id }) => id === metric)?.unit === "currency";
      const head = (metric: string) =>
        hasUnit(metric) ? `${labelForMetric(metric)} ${answer.currency}` : labelForMetric(metric);
      const { rows, rowsInAll } = answer;
      const isRest = (row: MetricAnswer["rows"][number]) => rowsInAll !== undefined && row === rows.at(-1);
      const others = sayOthers((rowsInAll ?? 0) - rows.length + 1);
      const shown = panel.metrics.filter((metric) => question === 0 && query.metrics.includes(metric));
      return shown.flatMap((metric) => [
        ...each(metric, (row) => [isRest(row) ? others : text(row[panel.by]), head(metric)]),
        total(metric, "Total", head(metric)),
      ]);
    }
    case "pivot": {
      const { columns } = panel;
      return each(first, (row) => [
        text(row[panel.rows]),
        columns === "period" ? longPeriod(text(row.period), grain, today) : text(row[columns]),
      ]);
    }
    case "multiples":
      return each(first, (row) => [text(row[panel.by]), shortPeriod(text(row.period), grain, today)]);
    // The ages of stock add up to what is on hand and to its value.
    case "ageing":
      return panel.as === "table"
        ? [total(panel.stock, "Total", "On hand units"), total(panel.value, "Total", `Value ${answer.currency}`)]
        : [];
    // Steps of a waterfall have signs; spreads, paces, covers, classes and places are counted apart from the metrics.
    case "waterfall":
    case "distribution":
    case "deviation":
    case "pace":
    case "cover":
    case "classes":
    case "map":
      return [];
  }
}

/** The value of a figure in a file of the report; percentages as fractions. */
export function valueInCsv(file: string, panel: ReportPanel, figure: ShownFigure, { answer }: Question): number {
  const { question, row, metric } = figure.source;
  const title = question === 0 ? panel.title : `${panel.title} (${question + 1})`;
  const lines = readCsv(file);
  const start = lines.findIndex(([name], place) => name === title && (lines[place - 1]?.length ?? 0) <= 1);
  const end = lines.findIndex((line, place) => place > start && line.length === 1 && line[0] === "");
  const table = lines.slice(start + 2, end < 0 ? undefined : end);
  const names = answer.columns.flatMap(({ id, kind }, place) =>
    kind === "dimension" || kind === "period" ? [{ id, place }] : [],
  );
  const isWhole = names.length === 0;
  const line = row
    ? table.find((cells) => names.every(({ id, place }) => cells[place]?.replace(/^'/, "") === String(row[id])))
    : isWhole
      ? table[0]
      : table.findLast((cells) => cells[0] === "Total" || cells.some((cell) => cell !== ""));
  const column = answer.columns.findIndex(({ id }) => id === metric);
  const cell = line?.[column];
  const value = cell === undefined || cell === "" ? Number.NaN : Number(cell);
  const { unit = null } = answer.columns[column] ?? {};
  if (unit === "percent") return value / 100;
  // Long times are in days or hours instead of their own unit.
  const label = lines[start + 1]?.[column] ?? "";
  const perHour = unit === "minutes" ? 60 : 1;
  if (label.endsWith("(days)") && unit !== "days") return value * 24 * perHour;
  return label.endsWith("(h)") ? value * perHour : value;
}

/** The cells of a file as RFC 4180 has them. */
function readCsv(file: string): string[][] {
  return file.split("\r\n").map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)];
    return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
  });
}

/** A generator of numbers from 0 up to 1 that gives the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
