import type {
  listMetrics as contract,
  listDataDays as daysContract,
  listMembers as membersContract,
  RouteOutput,
  listVolumes as volumesContract,
} from "@console/contracts";
import type { z } from "zod";
import type { Context, SnapshotContext } from "../../../platform/context.ts";
import { emptyRange, wrongField } from "../../../platform/errors.ts";
import { listProgress } from "../../../platform/progress/progress-store.ts";
import { factTables } from "../facts/fact-tables.ts";
import { dayIn } from "../model/calendar.ts";
import { domains } from "../model/dataset.ts";
import { registry as productRegistry } from "../model/registry.ts";
import { listed } from "../model/suggest.ts";
import { selectVolumes } from "../rollups/volume-store.ts";
import { availableRangeFor, factTablesBehind, movingTablesBehind } from "./available-range.ts";
import { loadMetricState, selectDataDays, selectMemberNames } from "./metric-store.ts";
import { dimensionNamed } from "./resolve-query.ts";

/** What the caller can ask, and for which days its tenant has data. */
export async function listMetrics(context: SnapshotContext): Promise<RouteOutput<typeof contract>> {
  const { settings, states, dirtyDays, registry } = await loadMetricState(context);
  return {
    metrics: [...registry.metrics.values()].map((metric) => ({
      id: metric.id,
      label: metric.label,
      domain: metric.domain,
      type: metric.type,
      unit: metric.unit,
      good: metric.good,
      rule: metric.rule,
      synonyms: [...metric.synonyms],
      dimensions: [...registry.dimensionsFor(metric)],
      exclusions: [...new Set((metric.exclusions ?? []).map(({ label }) => label))],
    })),
    dimensions: [...registry.dimensions.values()].map(({ id, label, synonyms, members }) => ({
      id,
      label,
      synonyms: [...synonyms],
      members: members ? [...members] : null,
    })),
    domains: domains.map((id) => ({
      id,
      ...availableRangeFor(id, states, registry, context.now),
      unsettledDays: [...factTablesBehind(id, registry)].reduce(
        (sum, fact) => sum + (dirtyDays.get(fact)?.length ?? 0),
        0,
      ),
    })),
    timeZone: settings.timeZone,
    currency: settings.currency,
    today: dayIn(settings.timeZone, context.now),
    progress: await listProgress(context),
  };
}

/** The members of a dimension, by name. */
export async function listMembers(
  context: Context,
  { dimension: id, search = "", cursor = "", limit }: z.output<(typeof membersContract)["input"]>,
): Promise<RouteOutput<typeof membersContract>> {
  const { registry } = await loadMetricState(context);
  const dimension = dimensionNamed(id, "dimension", registry);
  if (dimension.members) {
    const names = dimension.members.filter((name) => name.toLowerCase().includes(search.toLowerCase()));
    return { items: names.map((name) => ({ name })), next: null };
  }
  for (const [field, text] of Object.entries({ search, cursor })) {
    if (text.includes("\0")) throw wrongField(field, "Names cannot contain the NUL character.");
  }
  const names = await selectMemberNames(context, { dimension: id, search, after: cursor, limit: limit + 1 });
  const page = names.slice(0, limit);
  return { items: page.map((name) => ({ name })), next: names.length > limit ? (page.at(-1) ?? null) : null };
}

/** Where the data of a tenant lies: the first and the last day of the facts of each domain. */
export async function listDataDays(context: Context): Promise<RouteOutput<typeof daysContract>> {
  const facts = domains.flatMap((domain) => movingTablesBehind(domain, productRegistry));
  const found = await selectDataDays(context, [...new Set(facts)]);
  return {
    items: domains.flatMap((domain) => {
      const tables = movingTablesBehind(domain, productRegistry);
      const own = found.filter(({ fact }) => tables.includes(fact));
      const first = own.map((one) => one.first).sort()[0];
      const last = own
        .map((one) => one.last)
        .sort()
        .at(-1);
      return first === undefined || last === undefined ? [] : [{ domain, first, last }];
    }),
  };
}

/** How many facts all tenants together have on each day. */
export async function listVolumes(
  context: Context,
  { from, to, fact }: z.output<(typeof volumesContract)["input"]>,
): Promise<RouteOutput<typeof volumesContract>> {
  if (from >= to) throw emptyRange("to", from);
  if (fact !== undefined && !factTables.some(({ table }) => table === fact)) {
    const tables = factTables.map(({ table }) => table);
    throw wrongField("fact", `There is no table of facts "${fact}". Use ${listed(tables, "or")}.`);
  }
  return { days: await selectVolumes(context, { from, to, fact: fact ?? null }) };
}
