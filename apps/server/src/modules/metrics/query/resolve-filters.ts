import type { MetricQuery } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { wrongField } from "../../../platform/errors.ts";
import { type PlanFilter, unassigned } from "../compile/plan.ts";
import type { Dimension } from "../model/dataset.ts";
import type { Registry } from "../model/registry.ts";
import { listed, nearestNames } from "../model/suggest.ts";
import { findMembers, selectMemberNames } from "./metric-store.ts";
import { dimensionNamed } from "./resolve-query.ts";

const namesToCompare = 2000;

/** Filters with the keys of their members; a member that does not exist is answered with names that are near. */
export async function resolveFilters(
  context: Context,
  filters: MetricQuery["filters"],
  registry: Registry,
): Promise<PlanFilter[]> {
  // Whoever is confined to a part of the facts asks within it, whatever the question says.
  const resolved: PlanFilter[] = (context.confined?.members ?? []).map((one) => ({
    ...one,
    isExcluded: false,
    isFixed: true,
  }));
  for (const [index, { field, op, values }] of filters.entries()) {
    const dimension = dimensionNamed(field, `filters.${index}.field`, registry);
    const names = [...new Set(values)];
    const keys = await findKeys(context, dimension, names);
    const unknown = names.find((name) => name !== unassigned && !keys.has(name));
    if (unknown !== undefined) {
      const names = dimension.members ?? (await allNames(context, field));
      throw wrongField(`filters.${index}.values`, unknownMember(dimension.label, unknown, names));
    }
    resolved.push({
      dimension: field,
      isExcluded: op === "not_in",
      keys: names.map((name) => keys.get(name) ?? 0),
    });
  }
  return resolved;
}

/** The names among some that no member of a dimension has, each with the members that are near. */
export async function findUnknownMembers(
  context: Context,
  id: string,
  names: readonly string[],
  registry: Registry,
): Promise<{ name: string; near: string[] }[]> {
  const dimension = dimensionNamed(id, "dimension", registry);
  const keys = await findKeys(context, dimension, names);
  const unknown = [...new Set(names)].filter((name) => name !== unassigned && !keys.has(name));
  if (unknown.length === 0) return [];
  const existing = dimension.members ?? (await allNames(context, id));
  return unknown.map((name) => ({ name, near: nearestNames(name, existing) }));
}

async function findKeys(
  context: Context,
  { id, members }: Dimension,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (members) return new Map(members.map((name, index) => [name, index + 1]));
  // The database holds no text with this character, and refuses to look for one.
  return findMembers(
    context,
    id,
    names.filter((name) => !name.includes("\0")),
  );
}

function allNames(context: Context, dimension: string): Promise<string[]> {
  return selectMemberNames(context, { dimension, search: "", after: "", limit: namesToCompare });
}

function unknownMember(label: string, unknown: string, names: readonly string[]): string {
  const what = `${label} "${unknown.slice(0, 60)}" does not exist.`;
  if (names.length === 0) return `${what} There are none yet.`;
  const near = nearestNames(unknown, names);
  if (near.length > 0) return `${what} Did you mean ${listed(near, "or")}?`;
  return `${what} There are ${names.length}, among them ${listed(names.slice(0, 5))}.`;
}
