import {
  type Change,
  type listChanges as contract,
  mutedChangesPreference,
  type ReportPanel,
  type RouteOutput,
} from "@console/contracts";
import { readFormats, type SnapshotContext } from "../../../platform/context.ts";
import { readPreferences } from "../../directory/index.ts";
import { addDays, dayIn, earlier, loadMetricState, metricRegistry } from "../../metrics/index.ts";
import { metricsInPanel } from "../panels/panel-kinds.ts";
import { listPanels, pathForReport } from "../report.ts";
import { freshnessByDomain } from "../report-freshness.ts";
import { reports as productReports, type Reports } from "../reports.ts";
import { domainOverviews } from "./domain-overviews.ts";
import { findMember, findMoves, type Move } from "./find-moves.ts";
import { sayMove } from "./say-move.ts";

const mostChanges = 6;
const fewChanges = 3;
const leastPerDomain = 2;

/** Where is looked, in turn, until there are a few: further figures, and then what moved more slowly. */
const looks = [
  { days: 7, part: "headline" },
  { days: 7, part: "further" },
  { days: 28, part: "headline" },
] as const;

/**
 * What moved most in the caller's tenant from one week to the next and, where that is little, from four weeks to the
 * next four.
 */
export async function listChanges(
  context: SnapshotContext,
  _input: unknown,
  all: Reports = productReports,
): Promise<RouteOutput<typeof contract>> {
  const metricState = await loadMetricState(context);
  const { timeZone, currency } = metricState.settings;
  const today = dayIn(timeZone, context.now);
  const muted = await mutedBy(context);
  const domains = domainsToTell(all, metricState, context.now);
  const mostPerDomain = Math.max(leastPerDomain, Math.ceil(mostChanges / Math.max(domains.length, 1)));

  const moves: Move[] = [];
  for (const { days, part } of looks) {
    if (moves.length >= fewChanges) break;
    const candidates: Move[] = [];
    for (const { overview, ingestedAt, ...metrics } of domains) {
      // A day is complete once facts of a later one can have come in.
      const end = earlier(today, dayIn(timeZone, new Date(ingestedAt)));
      const hasMoved = (id: string) => moves.some(({ metric }) => metric.id === id);
      const ids = metrics[part].filter((id) => !muted.includes(id) && !hasMoved(id));
      const ofDomain = moves.filter((move) => move.overview === overview).length;
      const largest = (await findMoves(context, overview, ids, { days, end, metricState })).sort(bySize);
      candidates.push(...largest.slice(0, Math.max(0, mostPerDomain - ofDomain)));
    }
    moves.push(...candidates.sort(bySize).slice(0, mostChanges - moves.length));
  }

  const formats = readFormats(context);
  const items: Change[] = [];
  for (const move of moves.sort((one, other) => one.days - other.days || bySize(one, other))) {
    const text = sayMove(move, await findMember(context, move, metricState), { currency, today, formats });
    items.push(describe(move, text, all));
  }
  const mutedIds = domains
    .flatMap(({ headline, further }) => [...headline, ...further])
    .filter((id) => muted.includes(id));
  return { items, muted: mutedIds.map((metric) => ({ metric, kind: labelForMetric(metric) })) };
}

/** The domains that have facts, each with its headline metrics and the other figures of its report. */
function domainsToTell(all: Reports, metricState: Awaited<ReturnType<typeof loadMetricState>>, now: Date) {
  const states = freshnessByDomain({ domains: domainOverviews.map(({ domain }) => domain) }, metricState, now);
  return domainOverviews.flatMap((overview) => {
    const report = all.get(overview.report);
    const panel = report && listPanels(report).find(({ id }) => id === overview.panel);
    const { ingestedAt = null } = states.find(({ domain }) => domain === overview.domain) ?? {};
    if (!panel || ingestedAt === null) return [];
    const headline = metricsInPanel(panel);
    const further = [...new Set(listPanels(report).filter(isFigure).flatMap(metricsInPanel))].filter(
      (id) => !headline.includes(id) && metricRegistry.metrics.get(id)?.domain === overview.domain,
    );
    return [{ overview, headline, further, ingestedAt }];
  });
}

/** Panels whose figures stand for the whole and tell of the days that were asked for. */
function isFigure({ kind, ahead }: ReportPanel): boolean {
  return !ahead && (kind === "kpis" || kind === "stages");
}

function bySize(first: Move, second: Move): number {
  return second.size - first.size || (first.metric.id < second.metric.id ? -1 : 1);
}

function describe({ metric, overview, days, end, now, before }: Move, text: string, all: Reports): Change {
  const isGood = metric.good === (now > before ? "up" : "down");
  const report = all.get(overview.report);
  return {
    id: `${metric.id}:${end}`,
    kind: metric.label,
    text,
    metric: metric.id,
    tone: metric.good === null ? "neutral" : isGood ? "good" : "bad",
    report: overview.report,
    path: report ? pathForReport(report) : "/tenant/reports",
    query: new URLSearchParams({
      from: addDays(end, -days),
      to: end,
      compare: "previous_period",
    }).toString(),
  };
}

async function mutedBy({ actor, ...context }: SnapshotContext): Promise<unknown[]> {
  if (actor.kind !== "user") return [];
  const choices = await readPreferences({ ...context, uid: actor.uid }, [mutedChangesPreference]);
  const muted = choices.get(mutedChangesPreference);
  return Array.isArray(muted) ? muted : [];
}

function labelForMetric(metric: string): string {
  return metricRegistry.metrics.get(metric)?.label ?? metric;
}
