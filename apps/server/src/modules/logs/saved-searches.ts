import type {
  setLogAlert as alertContract,
  deleteLogSearch as deleteContract,
  listLogSearches as listContract,
  RouteOutput,
  SavedLogSearch,
  saveLogSearch as saveContract,
} from "@console/contracts";
import type { Selectable } from "kysely";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { type Context, requirePerson } from "../../platform/context.ts";
import type { DB } from "../../platform/db/schema.gen.ts";
import { AppError } from "../../platform/errors.ts";

const mostSearches = 100;

/** The searches that someone has saved. */
export async function listLogSearches(context: Context): Promise<RouteOutput<typeof listContract>> {
  const items = await context.db
    .selectFrom("log_searches")
    .selectAll()
    .where("owner", "=", requirePerson(context))
    .orderBy("name")
    .limit(mostSearches)
    .execute();
  return { items: items.map(presentSearch) };
}

/** Saves a search under a name. */
export async function saveLogSearch(
  context: Context,
  { name, query }: z.output<(typeof saveContract)["input"]>,
): Promise<RouteOutput<typeof saveContract>> {
  const owner = requirePerson(context);
  const { items } = await listLogSearches(context);
  if (items.length >= mostSearches && !items.some((search) => search.name === name))
    throw new AppError("limit_reached", "You have 100 saved searches. Delete one first.");
  const saved = await context.db
    .insertInto("log_searches")
    .values({ owner, name, query, created_at: context.now })
    .onConflict((conflict) => conflict.columns(["owner", "name"]).doUpdateSet({ query }))
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit(context, {
    act: "logs.search_saved",
    subject: `log-searches/${saved.id}`,
    details: { title: name },
  });
  return presentSearch(saved);
}

function presentSearch(row: Selectable<DB["log_searches"]>): SavedLogSearch {
  const { id, name, query, alert_lines: lines, alert_minutes: minutes } = row;
  const toText = (at: Date | null) => at?.toISOString() ?? null;
  const alert =
    lines === null || minutes === null
      ? null
      : { lines, minutes, mutedUntil: toText(row.muted_until), since: toText(row.alerting_since) };
  return { id, name, query, alert };
}

/** Sets, mutes or ends the alert of a saved search of one's own. */
export async function setLogAlert(
  context: Context,
  { id, alert }: z.output<(typeof alertContract)["input"]>,
): Promise<RouteOutput<typeof alertContract>> {
  const { numUpdatedRows } = await context.db
    .updateTable("log_searches")
    .set({
      alert_lines: alert?.lines ?? null,
      alert_minutes: alert?.minutes ?? null,
      muted_until: alert?.mutedUntil ? new Date(alert.mutedUntil) : null,
      ...(alert === null && { alerting_since: null }),
    })
    .where("id", "=", id)
    .where("owner", "=", requirePerson(context))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("not_found", "There is no such saved search.");
  return {};
}

/** Deletes a saved search of one's own. */
export async function deleteLogSearch(
  context: Context,
  { id }: z.output<(typeof deleteContract)["input"]>,
): Promise<RouteOutput<typeof deleteContract>> {
  const removed = await context.db
    .deleteFrom("log_searches")
    .where("id", "=", id)
    .where("owner", "=", requirePerson(context))
    .returning("name")
    .executeTakeFirst();
  if (!removed) throw new AppError("not_found", "There is no such saved search.");
  const details = { title: removed.name };
  await recordAudit(context, { act: "logs.search_deleted", subject: `log-searches/${id}`, details });
  return {};
}
