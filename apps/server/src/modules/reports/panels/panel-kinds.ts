import type { PanelAnswer, PanelAnswerFor, PanelForKind, PanelKind, ReportPanel } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import type { ExportTable } from "../../../platform/spreadsheets/export-book.ts";
import { deviationTables } from "../export/deviation-tables.ts";
import { paceTable } from "../export/pace-table.ts";
import { placesTable } from "../export/places-table.ts";
import { spreadTable } from "../export/spread-table.ts";
import { ageingTables, classTables, coverTable } from "../export/stock-tables.ts";
import type { PanelReading, Reader } from "./ask.ts";
import { readAgeing } from "./read-ageing.ts";
import { readClasses } from "./read-classes.ts";
import { readCover } from "./read-cover.ts";
import { readLateness } from "./read-deviation.ts";
import { readSpread } from "./read-distribution.ts";
import { readKpis, readTrend } from "./read-figures.ts";
import { readLikeForLike } from "./read-like-for-like.ts";
import { readMap } from "./read-map.ts";
import { readBridge, readFunnel, readHeat, readMultiples, readPareto, readPivot, readRanking } from "./read-members.ts";
import { readPace } from "./read-pace.ts";
import { metricsInPopulation, readStages } from "./read-stages.ts";

/** All that the server knows of one kind of panel. */
type PanelKindReader<Kind extends PanelKind> = {
  /** The metrics that a panel asks for. */
  metrics(panel: PanelForKind<Kind>): string[];
  /** The dimensions that it splits by. */
  dimensions(panel: PanelForKind<Kind>): string[];
  read(panel: PanelForKind<Kind>, reader: Reader): Promise<PanelReading<Kind>>;
  /** What a file holds of it beside the answers to its questions. */
  tables?(panel: PanelForKind<Kind>, answer: PanelAnswerFor<Kind>, formats: FormatChoices): ExportTable[];
  /** Paper shows these tables and not the answers to its questions. */
  printsOwnTablesOnly?: true;
};

const none = () => [];
const byMember = ({ by }: { by: string }) => [by];
/** The columns of a pivot may also be periods. */
const rowsAndColumns = ({ rows, columns }: { rows: string; columns: string }) =>
  [rows, columns].filter((id) => id !== "period");
const oneMetric = ({ metric }: { metric: string }) => [metric];
const allMetrics = ({ metrics }: { metrics: string[] }) => metrics;

/** Every kind of panel. A kind that is missing here does not compile. */
const panelKinds: { [Kind in PanelKind]: PanelKindReader<Kind> } = {
  kpis: { metrics: allMetrics, dimensions: none, read: readKpis },
  trend: {
    metrics: ({ metrics, target }) => [...metrics, ...(target ? [target] : [])],
    dimensions: ({ by }) => (by ? [by] : []),
    read: readTrend,
  },
  heat: {
    metrics: ({ metric, others = [] }) => [metric, ...others],
    dimensions: rowsAndColumns,
    read: readHeat,
  },
  distribution: {
    metrics: ({ metric, marks }) => [metric, ...marks],
    dimensions: none,
    read: readSpread,
    tables: (panel, { distribution, questions }) =>
      distribution ? [spreadTable(panel, distribution, questions[0]?.answer)] : [],
  },
  deviation: {
    metrics: oneMetric,
    dimensions: none,
    read: readLateness,
    tables: (panel, { deviation }) => (deviation ? deviationTables(panel, deviation) : []),
  },
  pareto: { metrics: oneMetric, dimensions: byMember, read: readPareto },
  funnel: { metrics: allMetrics, dimensions: none, read: readFunnel },
  stages: {
    metrics: ({ populations }) => populations.flatMap(metricsInPopulation),
    dimensions: none,
    read: readStages,
  },
  bridge: { metrics: oneMetric, dimensions: byMember, read: readBridge },
  ranking: {
    metrics: ({ metrics, score, least }) => {
      const judged = [...(score?.parts ?? []), ...(least ? [least] : [])];
      return [...new Set([...metrics, ...judged.map(({ metric }) => metric)])];
    },
    dimensions: byMember,
    read: readRanking,
  },
  pivot: { metrics: oneMetric, dimensions: rowsAndColumns, read: readPivot },
  multiples: { metrics: oneMetric, dimensions: byMember, read: readMultiples },
  map: {
    metrics: oneMetric,
    dimensions: ({ by, labels }) => [by, ...(labels ? [labels] : [])],
    read: readMap,
    tables: (panel, { places, questions }) => (places ? [placesTable(panel, places, questions[0]?.answer)] : []),
  },
  cover: {
    metrics: ({ stock, demand }) => [stock, demand],
    dimensions: byMember,
    read: readCover,
    tables: (panel, { covers }) => (covers ? [coverTable(panel, covers)] : []),
  },
  ageing: {
    metrics: ({ stock, value }) => [stock, value],
    dimensions: () => ["warehouse"],
    read: readAgeing,
    tables: (panel, { ageing }, formats) => (ageing ? ageingTables(panel, ageing, formats) : []),
  },
  classes: {
    metrics: ({ demand, value }) => [demand, value],
    dimensions: byMember,
    read: readClasses,
    tables: (panel, { classes }, formats) => (classes ? classTables(panel, classes, formats) : []),
  },
  "like-for-like": { metrics: oneMetric, dimensions: () => ["branch"], read: readLikeForLike },
  pace: {
    metrics: ({ metric, target }) => [metric, target],
    dimensions: byMember,
    read: readPace,
    tables: (panel, { pace, questions }) => (pace ? [paceTable(panel, pace, questions[0]?.answer)] : []),
    printsOwnTablesOnly: true,
  },
};

function readerFor<Kind extends PanelKind>(kind: Kind): PanelKindReader<Kind> {
  return panelKinds[kind];
}

/** The metrics that a panel asks for. */
export function metricsInPanel<Kind extends PanelKind>(panel: PanelForKind<Kind>): string[] {
  return readerFor<Kind>(panel.kind as Kind).metrics(panel);
}

/** The dimensions that a panel splits by. */
export function dimensionsInPanel<Kind extends PanelKind>(panel: PanelForKind<Kind>): string[] {
  return readerFor<Kind>(panel.kind as Kind).dimensions(panel);
}

/** The answer of a panel, read in the way of its kind. */
export async function readByKind<Kind extends PanelKind>(
  panel: PanelForKind<Kind>,
  reader: Reader,
): Promise<PanelAnswer> {
  const reading = await readerFor<Kind>(panel.kind as Kind).read(panel, reader);
  return { ...reading, panel: panel.id, kind: panel.kind } as unknown as PanelAnswer;
}

/** What a file holds of a panel beside the answers to its questions. */
export function ownTables<Kind extends PanelKind>(
  panel: PanelForKind<Kind>,
  answer: PanelAnswer,
  formats: FormatChoices,
): ExportTable[] {
  return readerFor<Kind>(panel.kind as Kind).tables?.(panel, answer as PanelAnswerFor<Kind>, formats) ?? [];
}

/** Whether paper shows the tables of its kind and not the answers to its questions. */
export function printsOwnTablesOnly({ kind }: ReportPanel): boolean {
  return panelKinds[kind].printsOwnTablesOnly === true;
}
