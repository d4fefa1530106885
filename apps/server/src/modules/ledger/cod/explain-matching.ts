import { randomUUID } from "node:crypto";
import type { explainMatching as explainContract, takeBackExplanation as takeBackContract } from "@console/contracts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { lockBook } from "../book/book-lock.ts";
import { findMatchingDay } from "./matching-store.ts";

const explained = new Set(["missing", "short", "over"]);

/** Says why a driver's day does not match. It holds for the day as it stands, and no longer. */
export async function explainMatching(
  context: Context,
  { driver, day, currency, reason, owner }: z.output<(typeof explainContract)["input"]>,
): Promise<{ id: string }> {
  await lockBook(context);
  const { timeZone } = (await loadMetricState(context)).settings;
  const today = dayIn(timeZone, context.now);
  const row = await findMatchingDay(context, { driver: driver ?? "", day, currency, today, timeZone });
  if (!row) throw new AppError("not_found", "There is no cash of this driver and day.");
  if (!explained.has(row.state)) throw new AppError("conflict", "Nothing of this day needs an explanation.");
  if (row.explanation_id !== null)
    throw new AppError("conflict", "This day is explained already. Take that back first.");
  const { db, tenantId, now, actor } = context;
  const by = actor.kind === "user" ? actor.uid : null;
  // One that was about how the day stood before makes room.
  await db
    .updateTable("ledger_cod_explanations")
    .set({ taken_back_at: now, taken_back_by: by })
    .where("tenant_id", "=", tenantId)
    .where("driver", "=", row.driver)
    .where("day", "=", day)
    .where("currency", "=", currency)
    .where("taken_back_at", "is", null)
    .execute();
  const id = randomUUID();
  await db
    .insertInto("ledger_cod_explanations")
    .values({
      tenant_id: tenantId,
      id,
      driver: row.driver,
      day,
      currency,
      reason,
      owner,
      standing: row.standing,
      explained_at: now,
      explained_by: by,
    })
    .execute();
  return { id };
}

export async function takeBackExplanation(
  { db, tenantId, now, actor }: Context,
  { explanation: id }: z.output<(typeof takeBackContract)["input"]>,
): Promise<{ id: string }> {
  if (!z.guid().safeParse(id).success) throw new AppError("not_found", "There is no such explanation.");
  const rows = await db
    .selectFrom("ledger_cod_explanations")
    .select("taken_back_at")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .forUpdate()
    .execute();
  const [row] = rows;
  if (!row) throw new AppError("not_found", "There is no such explanation.");
  if (row.taken_back_at !== null) throw new AppError("conflict", "It was taken back already.");
  await db
    .updateTable("ledger_cod_explanations")
    .set({ taken_back_at: now, taken_back_by: actor.kind === "user" ? actor.uid : null })
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .execute();
  return { id };
}
