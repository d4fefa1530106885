import {
  type getDashboard as contract,
  dashboardPreference,
  type PinnedAnswer,
  type RouteOutput,
} from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { findTenant, readPreferences } from "../../directory/index.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { domainBySource } from "../list-reports.ts";
import { pathForReport } from "../report.ts";
import { freshnessByDomain } from "../report-freshness.ts";
import { reports as productReports, type Reports } from "../reports.ts";
import { availableCards, cardsAt, pinCards } from "./cards.ts";
import { domainOverviews } from "./domain-overviews.ts";
import { tenantUid } from "./set-default-dashboard.ts";

/** Gives the pinned answers of a caller. */
export type ListPins = (context: Context) => Promise<PinnedAnswer[]>;

/** The caller's dashboard: their own cards, else those of their tenant, else those that its facts suggest. */
export async function getDashboard(
  context: Context,
  _input: unknown,
  all: Reports = productReports,
  listPins: ListPins = async () => [],
): Promise<RouteOutput<typeof contract>> {
  const tenant = await findTenant(context, context.tenantId);
  if (context.isPlatformAccess && !tenant) throw new AppError("not_found", "There is no such tenant.");
  const metricState = await loadMetricState(context);
  const states = freshnessByDomain({ domains: domainOverviews.map(({ domain }) => domain) }, metricState, context.now);
  const hasFacts = (domain: string) => states.some((state) => state.domain === domain && state.firstDay !== null);
  const expected = domainBySource[tenant?.aiq_type ?? ""];
  const isConnected = (domain: string) => hasFacts(domain) || domain === expected;

  const panels = availableCards(all, hasFacts);
  const available = [...panels, ...pinCards(await listPins(context))];
  const own = context.actor.kind === "user" ? await readArrangement(context, context.actor.uid) : null;
  const suggested = domainOverviews.flatMap(({ cards }) => cards);
  const arranged = await readArrangement(context, tenantUid);
  // Everyone has the same default, so that it holds no pinned answers.
  const defaults = cardsAt(arranged ?? suggested, panels);
  const { timeZone, currency } = metricState.settings;
  return {
    cards: own ? cardsAt(own, available) : defaults,
    isDefault: own === null,
    defaults,
    available,
    isTenantDefault: arranged !== null,
    freshness: domainOverviews.flatMap(({ domain, label, report: id }) => {
      const state = states.find((one) => one.domain === domain);
      const report = all.get(id);
      return state && report && isConnected(domain) ? [{ ...state, label, path: pathForReport(report) }] : [];
    }),
    missing: domainOverviews.flatMap(({ domain, label }) => (isConnected(domain) ? [] : [{ domain, label }])),
    today: dayIn(timeZone, context.now),
    timeZone,
    currency,
  };
}

async function readArrangement(context: Context, uid: string): Promise<unknown[] | null> {
  const choice = (await readPreferences({ ...context, uid }, [dashboardPreference])).get(dashboardPreference);
  return Array.isArray(choice) ? choice : null;
}
