import {
  type listUsageRows as listContract,
  type RouteOutput,
  type readAssistantUsage as readContract,
  type UsageSplit,
  usageSources,
  withoutModel,
} from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { dayAt, startOfDay } from "@console/figures/time-zone";
import type { z } from "zod";
import { type Context, platformTenant } from "../../platform/context.ts";
import { readInstantCursor, writeCursor } from "../../platform/db/cursor.ts";
import { emptyRange, wrongField } from "../../platform/errors.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";
import { findPeopleNames, findTenantNames, localeSettings } from "../directory/index.ts";
import type { UsageFilter } from "./usage-conditions.ts";
import { selectDays, selectFigures, selectUses } from "./usage-figures.ts";

const daysShown = 30;
const mostDays = 400;
const mostGroups = 100;

/** What servers of models are called, by their ids; the module of models knows it. */
export type FindProviderNames = (context: Context) => Promise<ReadonlyMap<string, string>>;

type Input = Omit<z.output<(typeof readContract)["input"]>, "by">;

/** How the assistant is used, by day and by part. */
export async function readAssistantUsage(
  context: Context,
  { by, ...input }: z.output<(typeof readContract)["input"]>,
  findProviderNames: FindProviderNames,
): Promise<RouteOutput<typeof readContract>> {
  const { filter, from, to, timeZone } = await readRange(context, input);
  const { total, groups } = await selectFigures(context, by, filter);
  const shown = groups.slice(0, mostGroups);
  const keys = shown.map(({ key }) => key);
  const names = await nameKeys(context, by, keys, findProviderNames);
  return {
    from,
    to,
    timeZone,
    total,
    groups: shown.map((group) => ({ ...group, name: names.get(group.key) ?? group.key })),
    rest: groups.length - shown.length,
    days: await selectDays(context, by, { filter, timeZone }),
  };
}

/** The answers behind a figure, newest first. */
export async function listUsageRows(
  context: Context,
  { cursor, limit, ...input }: z.output<(typeof listContract)["input"]>,
  findProviderNames: FindProviderNames,
): Promise<RouteOutput<typeof listContract>> {
  const { filter } = await readRange(context, input);
  const after = cursor === undefined ? null : readInstantCursor(cursor);
  const { rows, count } = await selectUses(context, filter, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const people = await findPeopleNames(context, [...new Set(page.map(({ uid }) => uid))]);
  const tenants = await nameTenants(context, [...new Set(page.map(({ tenantId }) => tenantId))]);
  const providers = await findProviderNames(context);
  return {
    items: page.map(({ uid, tenantId, at, outcome, provider, ...row }) => ({
      ...row,
      at: at.toISOString(),
      person: people.get(uid) ?? uid,
      tenant: tenants.get(tenantId) ?? tenantId,
      provider: provider === null ? null : (providers.get(provider) ?? provider),
      outcome: outcome ?? "open",
    })),
    next: rows.length > limit && last ? writeCursor([last.at.toISOString(), last.id]) : null,
    count,
  };
}

/** The days that are asked for, as the clocks of the platform show them. */
async function readRange(context: Context, { from: first, to: last, ...chosen }: Input) {
  const { timeZone } = await readSettings(context, localeSettings, ["timeZone"]);
  const to = last ?? addDays(dayAt(context.now.getTime(), timeZone), 1);
  const from = first ?? addDays(to, -daysShown);
  if (from >= to) throw emptyRange("to", from);
  if (addDays(from, mostDays) < to) throw wrongField("from", `Choose at most ${mostDays} days.`);
  const filter: UsageFilter = {
    ...chosen,
    begins: new Date(startOfDay(from, timeZone)),
    ends: new Date(startOfDay(to, timeZone)),
  };
  return { filter, from, to, timeZone };
}

async function nameKeys(
  context: Context,
  by: UsageSplit,
  keys: readonly string[],
  findProviderNames: FindProviderNames,
): Promise<Map<string, string>> {
  if (by === "person") return findPeopleNames(context, keys);
  if (by === "tenant") return nameTenants(context, keys);
  if (by === "role") return new Map(keys.map((role) => [role, role.slice(0, 1).toUpperCase() + role.slice(1)]));
  if (by === "source") return new Map(Object.entries(usageSources));
  const providers = await findProviderNames(context);
  return new Map(keys.map((key) => [key, nameModel(key, providers)]));
}

/** A model with its server, a server alone, or that there was none. */
function nameModel(key: string, providers: ReadonlyMap<string, string>): string {
  if (key === withoutModel) return "Without a model";
  const [provider = "", ...model] = key.split("/");
  const name = providers.get(provider) ?? provider;
  return model.length === 0 ? name : `${model.join("/")} (${name})`;
}

async function nameTenants(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map([...(await findTenantNames(context, ids)), [platformTenant, "Platform"]]);
}
