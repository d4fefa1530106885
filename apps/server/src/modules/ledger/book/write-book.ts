import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { publishEvent } from "../../../platform/events/event-store.ts";
import type { Addition } from "./book-entry.ts";
import { markEntry, sealBook } from "./entry-mark.ts";
import { requireExactSums } from "./require-exact-sums.ts";
import { writeFacts } from "./write-facts.ts";

/**
 * Adds entries to the book in their order, and their lines to the facts that figures are read from, in the caller's
 * transaction, which has taken the turn of the book before it checked them. The database checks them once more.
 */
export async function writeBook(context: Context, additions: readonly Addition[]): Promise<void> {
  const { db, tenantId, secrets } = context;
  if (additions.length === 0) return;
  await requireExactSums(
    context,
    additions.flatMap(({ lines }) => lines),
  );
  const head = await db
    .selectFrom("ledger_heads")
    .select(["seq", "mark"])
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  let { seq, mark } = head ?? { seq: 0, mark: "" };
  const [before, first] = [mark, seq + 1];
  const entries = additions.map(({ entry, lines }) => {
    seq += 1;
    const own = entry.kind === "posting" ? [] : (entry.pending_lines ?? lines);
    mark = markEntry(secrets, mark, { ...entry, tenant_id: tenantId, seq }, own);
    return { ...entry, seq, mark };
  });
  const lines = additions.flatMap(({ entry, lines: own }) =>
    entry.kind === "posting"
      ? []
      : own.map(({ attributes: _, isOtherSide: __, ...line }) => ({ ...line, entry_id: entry.id })),
  );
  const seal = sealBook(secrets, tenantId, { seq, mark });
  await sql`select write_ledger(${before}, ${JSON.stringify(entries)}, ${JSON.stringify(lines)}, ${seal})`.execute(db);
  await writeFacts(
    context,
    additions.map((addition, place) => ({ ...addition, number: addition.about ?? first + place })),
  );
  // Much of it is posted in the background or by somebody else: open pages follow.
  await publishEvent(context, { type: "ledger.changed", data: {} });
}
