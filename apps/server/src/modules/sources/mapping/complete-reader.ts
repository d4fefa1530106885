import type { SourceName } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { isMember, listMembersBefore, selectOwnFields } from "../../metrics/index.ts";
import type { ExistingNames, RowReader } from "./map-row.ts";
import { listOwnTargets, requireTable } from "./target-tables.ts";

/** Short lists, in which a new name is a slip as often as it is news; people, products and categories come and go. */
const closedLists = new Set([
  "branch",
  "channel",
  "department",
  "depot",
  "payment_method",
  "region",
  "service_level",
  "warehouse",
]);

/** A reader with what the tenant alone knows: the fields that it keeps of its own, and the names of its lists. */
export async function completeReader(
  context: Context,
  source: SourceName,
  reader: RowReader,
  before: Date,
): Promise<RowReader> {
  const own = listOwnTargets(reader.mapping.fact, await selectOwnFields(context));
  const latestYear = before.getUTCFullYear() + 1;
  return withExistingNames(context, source, { ...reader, fields: [...reader.fields, ...own], latestYear }, before);
}

/**
 * A reader that lets rows wait whose names are not known, where the mapping says so. Where it says nothing, the first
 * load of a list takes every name, and later ones ask; what this load itself has added counts as new.
 */
async function withExistingNames(
  context: Context,
  source: SourceName,
  reader: RowReader,
  before: Date,
): Promise<RowReader> {
  const { columns, dayFields } = requireTable(source, reader.mapping.fact);
  const existingNames = new Map<string, ExistingNames>();
  for (const [field, { newNames }] of Object.entries(reader.mapping.fields)) {
    const column = columns[field];
    if (!column || !isMember(column) || newNames === "take") continue;
    const { member: dimension } = column.type;
    // A list is where names come from.
    if (newNames === undefined && (dayFields.length === 0 || !closedLists.has(dimension))) continue;
    const members = await listMembersBefore(context, dimension, before);
    if (members.length === 0 && newNames === undefined) continue;
    // A key names its member even where another one is called so.
    const byName = members.map((member) => [member.name, member] as const);
    existingNames.set(field, new Map([...byName, ...members.map((member) => [member.key, member] as const)]));
  }
  return existingNames.size > 0 ? { ...reader, existingNames } : reader;
}
