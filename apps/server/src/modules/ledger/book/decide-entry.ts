import { randomUUID } from "node:crypto";
import type { approveLedgerEntry as approveContract, LedgerEntry } from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { lockBook } from "./book-lock.ts";
import { exceeds } from "./draft-entry.ts";
import type { EntryRow } from "./entry-store.ts";
import { choosePostingDay } from "./posting-day.ts";
import { readEntry, readState, requireEntry } from "./present-entry.ts";
import { requireOpenAccounts } from "./require-open-accounts.ts";
import { findApprovalLimit } from "./settings.ts";
import { writeBook } from "./write-book.ts";

type Input = z.output<(typeof approveContract)["input"]>;

/** Posts a pending entry that needs no second person. */
export async function postPending(context: Context, { entry }: Input): Promise<LedgerEntry> {
  const row = await takePending(context, entry);
  if (row.needs_approval) {
    throw new AppError("conflict", `Entry ${row.seq} is above the limit: a second person approves it.`);
  }
  // The limit may be newer than the entry.
  const limit = await findApprovalLimit(context);
  const { currency: base } = (await loadMetricState(context)).settings;
  if (isOwn(context, row) && exceeds({ limit, base }, row.pending_lines ?? [])) {
    throw new AppError("conflict", `Entry ${row.seq} is above the limit and your own: someone else posts it.`);
  }
  return post(context, row);
}

/** Posts a pending entry that someone else has made and that needs a second person. */
export async function approveEntry(context: Context, { entry }: Input): Promise<LedgerEntry> {
  const row = await takePending(context, entry);
  if (!row.needs_approval) throw new AppError("conflict", `Entry ${row.seq} needs no approval: post it.`);
  if (row.created_by === requirePerson(context)) {
    throw new AppError("forbidden", "You have made this entry yourself: it takes a second person.");
  }
  return post(context, row);
}

/** Ends a pending entry, which then never counts. */
export async function voidEntry(context: Context, { entry }: Input): Promise<LedgerEntry> {
  const row = await takePending(context, entry);
  await writeBook(context, [{ entry: decision(context, row, "void", row.posting_day), lines: [] }]);
  return readEntry(context, row.id);
}

function isOwn({ actor }: Context, row: EntryRow): boolean {
  return row.created_by === (actor.kind === "user" ? actor.uid : null);
}

async function takePending(context: Context, id: string): Promise<EntryRow> {
  await lockBook(context);
  const row = await requireEntry(context, id);
  const state = readState(row);
  if (state !== "pending") throw new AppError("conflict", `Entry ${row.seq} is ${state} already.`);
  return row;
}

async function post(context: Context, row: EntryRow): Promise<LedgerEntry> {
  const lines = row.pending_lines ?? [];
  await requireOpenAccounts(context, lines);
  const { timeZone } = (await loadMetricState(context)).settings;
  // Its month may have been closed while it waited.
  const { postingDay } = await choosePostingDay(context, {
    postingDay: undefined,
    valueDay: row.posting_day,
    today: dayIn(timeZone, context.now),
  });
  const entry = decision(context, row, "posting", postingDay);
  const posting = { entry: { ...entry, base_currency: row.base_currency }, lines, about: row.seq };
  await writeBook(context, [row.about_seq === null ? posting : { ...posting, reverses: row.about_seq }]);
  return readEntry(context, row.id);
}

function decision(context: Context, row: EntryRow, kind: "posting" | "void", postingDay: string) {
  return {
    id: randomUUID(),
    kind,
    about: row.id,
    is_pending: false,
    needs_approval: false,
    key: null,
    fingerprint: null,
    posting_day: postingDay,
    value_day: row.value_day,
    text: row.text,
    reference: row.reference,
    source: row.source,
    cause: null,
    base_currency: null,
    rates: null,
    pending_lines: null,
    created_at: context.now,
    created_by: context.actor.kind === "user" ? context.actor.uid : null,
  };
}
