import { createHash } from "node:crypto";
import type {
  changeTenantLocale as changeContract,
  LocalePlan,
  planTenantLocale as planContract,
  RouteOutput,
  getTenantLocale as readContract,
} from "@console/contracts";
import { formatCount } from "@console/figures";
import { isCurrency } from "@console/figures/currency";
import { isTimeZone } from "@console/figures/time-zone";
import type { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Context } from "../../../platform/context.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { findProgress } from "../../../platform/progress/progress-store.ts";
import { updateTenantLocale } from "../../directory/index.ts";
import { takeTurn } from "../facts/fact-store.ts";
import { factTables } from "../facts/fact-tables.ts";
import { loadMetricState } from "../query/metric-store.ts";
import { forgetSums } from "../rollups/rebuild-rollups.ts";
import { countAllFacts, countByCurrency, countInOtherZones } from "./locale-store.ts";
import { promiseRecount, recountWork } from "./recount-days.ts";

/** The caller's connections whose amounts come without a currency; metrics know no connections. */
export type ListConnections = (context: Context) => Promise<{ id: string; name: string }[]>;

type Locale = { currency: string; timeZone: string };

/** Beyond this, what would move is not counted while someone waits. */
const mostCounted = 2_000_000;

/** The currency and the zone of the caller's tenant. */
export async function getTenantLocale(context: Context): Promise<RouteOutput<typeof readContract>> {
  const { currency, timeZone } = (await loadMetricState(context)).settings;
  const progress = await findProgress(context, recountWork);
  return { currency, timeZone, progress };
}

/** What another currency or zone would do to the facts of the caller's tenant, in figures. */
export async function planTenantLocale(
  context: Context,
  { currency, timeZone }: Locale & Partial<z.output<(typeof planContract)["input"]>>,
  listConnections: ListConnections,
): Promise<LocalePlan> {
  const after = checkLocale({ currency, timeZone });
  const { settings } = await loadMetricState(context);
  const facts = await countAllFacts(context);
  return {
    plan: namePlan(context.tenantId, settings, after),
    facts,
    currency: settings.currency === currency ? null : await planCurrency(context, settings, currency, listConnections),
    timeZone: settings.timeZone === timeZone ? null : await planZone(context, settings, timeZone, facts),
  };
}

async function planCurrency(
  context: Context,
  { currency: from }: Locale,
  to: string,
  listConnections: ListConnections,
) {
  const rows = await countByCurrency(context);
  const connections = await listConnections(context);
  return { from, to, leaving: rows.get(from) ?? 0, joining: rows.get(to) ?? 0, connections };
}

async function planZone(context: Context, { timeZone: from }: Locale, to: string, facts: number) {
  if (facts > mostCounted) return { from, to, rows: facts, moving: null };
  return { from, to, ...(await countInOtherZones(context, to)) };
}

/** Changes the currency or the zone of the caller's tenant; with facts only by a plan that someone has looked at. */
export async function changeTenantLocale(
  context: Context,
  { currency, timeZone, days, plan }: z.output<(typeof changeContract)["input"]>,
): Promise<RouteOutput<typeof changeContract>> {
  const after = checkLocale({ currency, timeZone });
  // No batch comes in between: its amounts are read in the one currency or in the other.
  for (const { table } of factTables) await takeTurn(context, table);
  const { settings } = await loadMetricState(context);
  const before = { currency: settings.currency, timeZone: settings.timeZone };
  if (before.currency === currency && before.timeZone === timeZone) return { ...after, isRecounting: false };
  const facts = await countAllFacts(context);
  if (facts > 0 && plan !== namePlan(context.tenantId, before, after)) throw unconfirmed(facts, plan);
  await updateTenantLocale(context, after);
  // Sums in the currency before are believed no longer.
  if (before.currency !== currency) await forgetSums(context);
  const isRecounting = days === "recount" && before.timeZone !== timeZone && facts > 0;
  if (isRecounting) await promiseRecount(context, timeZone);
  const subject = `tenants/${context.tenantId}`;
  await recordAudit(context, { act: "tenants.locale", subject, details: { before, after, facts, days } });
  return { ...after, isRecounting };
}

function unconfirmed(facts: number, plan: string | undefined): AppError {
  const stored = `${formatCount(facts)} ${facts === 1 ? "row is" : "rows are"} stored`;
  return new AppError(
    "conflict",
    plan === undefined
      ? `${stored}. Look at the plan of this change and confirm it.`
      : `${stored}, and this is not the plan of this change. Look at the plan again.`,
  );
}

function checkLocale(locale: Locale): Locale {
  if (!isCurrency(locale.currency)) throw wrongField("currency", "Enter the code of a currency, such as USD.");
  if (!isTimeZone(locale.timeZone)) throw wrongField("timeZone", "Enter a time zone such as Asia/Bahrain.");
  return locale;
}

/** The same for the same change of the same tenant; rows that come meanwhile do not make it another one. */
function namePlan(tenantId: string, before: Locale, after: Locale): string {
  const change = [tenantId, before.currency, before.timeZone, after.currency, after.timeZone];
  return createHash("sha256").update(JSON.stringify(change)).digest("base64url").slice(0, 24);
}
