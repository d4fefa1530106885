import type {
  deleteLogSearch as deleteContract,
  listLogSearches as listContract,
  RouteOutput,
  saveLogSearch as saveContract,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { type Context, requirePerson } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";

const mostSearches = 100;

/** The searches that someone has saved. */
export async function listLogSearches(context: Context): Promise<RouteOutput<typeof listContract>> {
  const items = await context.db
    .selectFrom("log_searches")
    .select(["id", "name", "query"])
    .where("owner", "=", requirePerson(context))
    .orderBy("name")
    .limit(mostSearches)
    .execute();
  return { items };
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
    .returning(["id", "name", "query"])
    .executeTakeFirstOrThrow();
  await recordAudit(context, {
    act: "logs.search_saved",
    subject: `log-searches/${saved.id}`,
    details: { title: name },
  });
  return saved;
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
