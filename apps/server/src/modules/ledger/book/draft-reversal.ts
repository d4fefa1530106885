import { randomUUID } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { Addition, BookLine } from "./book-entry.ts";
import type { EntryRow } from "./entry-store.ts";

type Reversed = {
  row: EntryRow;
  /** The lines that count. */
  lines: readonly BookLine[];
  /** Why. */
  text: string;
  days: { postingDay: string; valueDay: string };
};

/** The opposite of an entry, as it would count at once. */
export function draftReversal(context: Context, { row, lines, text, days }: Reversed): Addition {
  const id = randomUUID();
  return {
    reverses: row.seq,
    entry: {
      id,
      kind: "reversal",
      about: row.id,
      is_pending: false,
      needs_approval: false,
      // Nobody else can have taken this key.
      key: `reversal ${id}`,
      fingerprint: null,
      posting_day: days.postingDay,
      value_day: days.valueDay,
      text,
      reference: row.reference,
      source: row.source,
      cause: row.cause,
      base_currency: row.base_currency,
      rates: row.rates,
      pending_lines: null,
      created_at: context.now,
      created_by: context.actor.kind === "user" ? context.actor.uid : null,
    },
    lines: lines.map((line) => ({
      ...line,
      amount_minor: -line.amount_minor,
      base_minor: line.base_minor === null ? null : -line.base_minor,
    })),
  };
}
