import type {
  addLedgerPeriod as addContract,
  closeLedgerPeriod as closeContract,
  LedgerPeriod,
  ledgerPeriodStates,
  listLedgerPeriods as listContract,
  RouteOutput,
} from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { findPeopleNames } from "../../directory/index.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { promiseTaking } from "../arrivals/take-postings-job.ts";
import { lockBook } from "../book/book-lock.ts";
import { type PeriodRow, selectPeriods, writePeriod } from "./period-store.ts";

/** The months of the book, the newest first. */
export async function listPeriods(context: Context): Promise<RouteOutput<typeof listContract>> {
  const periods = await selectPeriods(context);
  const names = await readNames(context, periods);
  return { items: periods.map((period) => presentPeriod(context, period, names)) };
}

/** Adds a month without entries; one that is there already stays as it is. */
export async function addPeriod(
  context: Context,
  { month }: z.output<(typeof addContract)["input"]>,
): Promise<LedgerPeriod> {
  await lockBook(context);
  const periods = await selectPeriods(context);
  if (!periods.some((period) => period.month === month)) await writePeriod(context, openPeriod(month));
  return requirePeriod(context, month);
}

type PeriodInput = z.output<(typeof closeContract)["input"]>;

/** Asks to close a month; the second person closes it. Whoever wished to reopen it is told that it stays closed. */
export async function closePeriod(context: Context, { period: month }: PeriodInput): Promise<LedgerPeriod> {
  await lockBook(context);
  const uid = requirePerson(context);
  const periods = await selectPeriods(context);
  const period = findPeriod(periods, month);
  if (period.state === "closed") throw new AppError("conflict", `${month} is closed already.`);
  if (period.state === "reopening") {
    await writePeriod(context, { ...period, state: "closed", asked_by: null, asked_at: null });
    return requirePeriod(context, month);
  }
  const { timeZone } = (await loadMetricState(context)).settings;
  if (month > dayIn(timeZone, context.now).slice(0, 7)) {
    throw new AppError("conflict", `${month} has not begun. Close it once its entries are in.`);
  }
  const earlier = periods.findLast((one) => one.month < month && isOpen(one) && one.entries + one.pending > 0);
  if (earlier) throw new AppError("conflict", `Close ${earlier.month} first.`);
  if (period.pending > 0) {
    throw new AppError("conflict", `${month} has ${countPending(period.pending)}. Post or void them first.`);
  }
  if (period.state === "open") await ask(context, period, "closing", uid);
  else await decide(context, period, "closed", uid);
  return requirePeriod(context, month);
}

/** Asks to reopen a month; the second person reopens it. A wish to close it is withdrawn. */
export async function reopenPeriod(context: Context, { period: month }: PeriodInput): Promise<LedgerPeriod> {
  await lockBook(context);
  const uid = requirePerson(context);
  const periods = await selectPeriods(context);
  const period = findPeriod(periods, month);
  if (period.state === "open") throw new AppError("conflict", `${month} is open already.`);
  if (period.state === "closing") {
    await writePeriod(context, { ...period, state: "open", asked_by: null, asked_at: null });
    return requirePeriod(context, month);
  }
  const later = periods.find((one) => one.month > month && !isOpen(one));
  if (later) throw new AppError("conflict", `Reopen ${later.month} first.`);
  if (period.state === "closed") await ask(context, period, "reopening", uid);
  else {
    await decide(context, period, "open", uid);
    await promiseTaking(context);
  }
  return requirePeriod(context, month);
}

function ask(context: Context, period: PeriodRow, state: string, uid: string): Promise<void> {
  return writePeriod(context, { ...period, state, asked_by: uid, asked_at: context.now });
}

async function decide(context: Context, period: PeriodRow, state: string, uid: string): Promise<void> {
  if (period.asked_by === uid)
    throw new AppError("conflict", "You have asked for it yourself: it takes a second person.");
  await writePeriod(context, { ...period, state, decided_by: uid, decided_at: context.now });
}

const isOpen = ({ state }: Pick<PeriodRow, "state">) => state === "open" || state === "closing";
const countPending = (count: number) => (count === 1 ? "1 pending entry" : `${count} pending entries`);

function openPeriod(month: string): PeriodRow {
  return {
    month,
    state: "open",
    asked_by: null,
    asked_at: null,
    decided_by: null,
    decided_at: null,
    entries: 0,
    pending: 0,
  };
}

/** A month without entries is open, although nobody has named it. */
function findPeriod(periods: readonly PeriodRow[], month: string): PeriodRow {
  return periods.find((period) => period.month === month) ?? openPeriod(month);
}

async function requirePeriod(context: Context, month: string): Promise<LedgerPeriod> {
  const period = findPeriod(await selectPeriods(context), month);
  return presentPeriod(context, period, await readNames(context, [period]));
}

function readNames(context: Context, periods: readonly PeriodRow[]): Promise<Map<string, string>> {
  const uids = periods.flatMap((period) => [period.asked_by ?? [], period.decided_by ?? []].flat());
  return findPeopleNames(context, [...new Set(uids)]);
}

function presentPeriod(context: Context, period: PeriodRow, names: ReadonlyMap<string, string>): LedgerPeriod {
  const namePerson = (uid: string | null) => (uid === null ? null : (names.get(uid) ?? uid));
  const isWaiting = period.state === "closing" || period.state === "reopening";
  const { month, state, entries, pending } = period;
  return {
    month,
    state: state as (typeof ledgerPeriodStates)[number],
    askedBy: namePerson(period.asked_by),
    askedAt: period.asked_at?.toISOString() ?? null,
    isAskedByOneself: isWaiting && context.actor.kind === "user" && context.actor.uid === period.asked_by,
    decidedBy: namePerson(period.decided_by),
    decidedAt: period.decided_at?.toISOString() ?? null,
    entries,
    pending,
  };
}
