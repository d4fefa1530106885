import { type Change, type listChanges as contract, mutedChangesChoice, type RouteOutput } from "@console/contracts";
import { ownFormats } from "@console/figures";
import type { Context } from "../../../platform/context.ts";
import { findUser, readChoices } from "../../directory/index.ts";
import { addDays, dayIn, earlier, metricRegistry, readFigures } from "../../metrics/index.ts";
import { metricsOf, panelsOf, pathOf } from "../report.ts";
import { freshnessOf } from "../report-freshness.ts";
import { reports as productReports, type Reports } from "../reports.ts";
import { domainOverviews } from "./domain-overviews.ts";
import { findMember, findMoves, type Move } from "./find-moves.ts";
import { sayMove } from "./say-move.ts";

const mostChanges = 5;
const leastPerDomain = 2;

/** What moved most in the caller's tenant from one week to the next. Ask in a transaction with isolation "snapshot". */
export async function listChanges(
  context: Context,
  _input: unknown,
  all: Reports = productReports,
): Promise<RouteOutput<typeof contract>> {
  const figures = await readFigures(context);
  const { timeZone, currency } = figures.settings;
  const today = dayIn(timeZone, context.now);
  const muted = await mutedBy(context);
  const told = domainsToTell(all, figures);
  const mostPerDomain = Math.max(leastPerDomain, Math.ceil(mostChanges / Math.max(told.length, 1)));

  const moves: Move[] = [];
  for (const { overview, metrics, ingestedAt } of told) {
    // A day is complete once facts of a later one can have come in.
    const end = earlier(today, dayIn(timeZone, new Date(ingestedAt)));
    const heard = metrics.filter((id) => !muted.includes(id));
    const found = await findMoves(context, overview, heard, end);
    moves.push(...found.sort(bySize).slice(0, mostPerDomain));
  }

  const formats = (context.actor.kind === "user" && (await findUser(context, context.actor.uid))) || ownFormats;
  const items: Change[] = [];
  for (const move of moves.sort(bySize).slice(0, mostChanges)) {
    const text = sayMove(move, await findMember(context, move), { currency, today, formats });
    items.push(describe(move, text, all));
  }
  const known = told.flatMap(({ metrics }) => metrics).filter((id) => muted.includes(id));
  return { items, muted: known.map((metric) => ({ metric, kind: labelOf(metric) })) };
}

/** The domains that have facts, each with its headline metrics. */
function domainsToTell(all: Reports, figures: Awaited<ReturnType<typeof readFigures>>) {
  const states = freshnessOf({ domains: domainOverviews.map(({ domain }) => domain) }, figures);
  return domainOverviews.flatMap((overview) => {
    const report = all.get(overview.report);
    const panel = report && panelsOf(report).find(({ id }) => id === overview.panel);
    const { ingestedAt = null } = states.find(({ domain }) => domain === overview.domain) ?? {};
    if (!panel || ingestedAt === null) return [];
    return [{ overview, metrics: metricsOf(panel), ingestedAt }];
  });
}

function bySize(first: Move, second: Move): number {
  return second.size - first.size || (first.metric.id < second.metric.id ? -1 : 1);
}

function describe({ metric, overview, end, now, before }: Move, text: string, all: Reports): Change {
  const isGood = metric.good === (now > before ? "up" : "down");
  const report = all.get(overview.report);
  return {
    ...{ id: `${metric.id}:${end}`, kind: metric.label, text, metric: metric.id },
    tone: metric.good === null ? "neutral" : isGood ? "good" : "bad",
    ...{ report: overview.report, path: report ? pathOf(report) : "/tenant/reports" },
    query: new URLSearchParams({
      ...{ from: addDays(end, -7), to: addDays(end, -1), compare: "previous_period" },
    }).toString(),
  };
}

async function mutedBy({ actor, ...context }: Context): Promise<unknown[]> {
  if (actor.kind !== "user") return [];
  const choices = await readChoices({ ...context, uid: actor.uid }, [mutedChangesChoice]);
  const muted = choices.get(mutedChangesChoice);
  return Array.isArray(muted) ? muted : [];
}

function labelOf(metric: string): string {
  return metricRegistry.metrics.get(metric)?.label ?? metric;
}
