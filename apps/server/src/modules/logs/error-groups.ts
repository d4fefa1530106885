import type {
  LogGroup,
  listLogGroups as listContract,
  RouteOutput,
  updateLogGroup as updateContract,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Context } from "../../platform/context.ts";
import { readInstantCursor, writeCursor } from "../../platform/db/cursor.ts";
import { AppError } from "../../platform/errors.ts";
import { type StoredGroup, selectGroups, updateGroup } from "../../platform/logs/group-store.ts";
import { findPeopleNames, findPlatformPeople } from "../directory/index.ts";

/** Lists groups of errors; those that the running version met first are new. */
export function createListLogGroups(version: string) {
  return async (
    context: Context,
    { state, cursor, limit }: z.output<(typeof listContract)["input"]>,
  ): Promise<RouteOutput<typeof listContract>> => {
    const before = cursor === undefined ? null : readInstantCursor(cursor);
    const groups = await selectGroups(context.db, { state, before, limit: limit + 1 });
    const page = groups.slice(0, limit);
    const names = await findPeopleNames(
      context,
      page.flatMap(({ assigned_to }) => assigned_to ?? []),
    );
    const last = page.at(-1);
    return {
      items: page.map((group) => presentGroup(group, version, names)),
      next: groups.length > limit && last ? writeCursor([last.last_at.toISOString(), last.fingerprint]) : null,
    };
  };
}

function presentGroup(group: StoredGroup, version: string, names: ReadonlyMap<string, string>): LogGroup {
  const { assigned_to: owner, muted_at: mutedAt } = group;
  return {
    error: group.fingerprint,
    part: group.part as LogGroup["part"],
    level: group.level as LogGroup["level"],
    message: group.message,
    lines: group.lines,
    firstAt: group.first_at.toISOString(),
    lastAt: group.last_at.toISOString(),
    tenants: group.tenants,
    people: group.people,
    isNew: group.first_version === version,
    assignedTo: owner === null ? null : { id: owner, name: names.get(owner) ?? owner },
    mutedAt: mutedAt?.toISOString() ?? null,
    hasReturned: mutedAt !== null && group.last_at > mutedAt,
  };
}

/** Assigns a group, or mutes it until it returns. */
export async function updateLogGroup(
  context: Context,
  { error, assignedTo, isMuted }: z.output<(typeof updateContract)["input"]>,
): Promise<RouteOutput<typeof updateContract>> {
  if (typeof assignedTo === "string") await requirePlatformPerson(context, assignedTo);
  const title = await updateGroup(context, error, { assignedTo, isMuted });
  if (title === null) throw new AppError("not_found", "This group of errors is no longer kept.");
  const subject = `errors/${error}`;
  if (assignedTo !== undefined)
    await recordAudit(context, { act: "logs.assigned", subject, details: { title, owner: assignedTo } });
  if (isMuted !== undefined)
    await recordAudit(context, { act: isMuted ? "logs.muted" : "logs.unmuted", subject, details: { title } });
  return {};
}

async function requirePlatformPerson(context: Context, uid: string): Promise<void> {
  if ((await findPlatformPeople(context)).some((person) => person.uid === uid)) return;
  throw new AppError("invalid_input", "Choose a platform admin.", {
    fields: { assignedTo: "This is not a platform admin." },
  });
}
