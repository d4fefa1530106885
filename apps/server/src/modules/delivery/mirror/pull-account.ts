import { SourceProblem } from "../../../connectors/connector.ts";
import type { Duty, TaskDetail, Tookan } from "../../../connectors/tookan/index.ts";
import { addDays, dayIn, daysBetween, earlier } from "../../metrics/index.ts";
import type { AccountReader, RunScope, RunStep } from "../../sources/index.ts";
import { compareAccounts } from "./compare-accounts.ts";
import { mirrorAgents, mirrorClients, mirrorDuty } from "./mirror-account.ts";
import { openTookan } from "./open-account.ts";
import { reconcileDays } from "./reconcile-days.ts";
import { newest, toBatch } from "./store-tasks.ts";
import { countUntaken, noteMissing, noteTaken, selectUntaken, showTasks } from "./task-store.ts";

/** The provider's list serves so many days at once, and no more than so many back. */
const windowDays = 31;
const types = [0, 1, 2, 3];
const detailsAtOnce = 50;

/** What a step that only looks around brings: nothing for the facts. */
const nothing = { facts: [], unreadable: [], unmapped: [], read: 0, total: null };

type Cursor =
  | { stage: "list"; type: number; page: number; last: number }
  | { stage: "details"; after: string; done: number }
  | { stage: "agents" | "duty" | "check" | "clients"; page: number };

/** Reads an account of the delivery provider: first its thin lists, then in full whatever has changed. */
export const tookanReader: AccountReader = {
  fact: "delivery_tasks",
  listFacts: () => ["delivery_tasks"],
  compareMappings: compareAccounts,
  // A name of an account may stand for a depot or for a zone: it is told as a zone where rows say it.
  ambiguousField: "zone",
  async test(input) {
    const { name } = await openTookan(input).account();
    return { message: `The account ${name} can be read.`, warning: null };
  },
  async *read(scope) {
    const tookan = openTookan(scope.input);
    const days = chooseDays(scope);
    let cursor = (scope.input.cursor ?? { stage: "list", type: 0, page: 1, last: 1 }) as Cursor;
    if (cursor.stage === "list") {
      yield* listTasks(scope, tookan, days, cursor);
      cursor = { stage: "details", after: "", done: 0 };
    }
    if (cursor.stage === "details") {
      yield* readDetails(scope, tookan, cursor);
      cursor = { stage: "agents", page: 1 };
    }
    yield* lookAround(scope, tookan, days, cursor);
  },
};

/** Yesterday and today; once a day, at the first run and on request more, but never more than the provider serves. */
function chooseDays({ connection, run, input: { now, timeZone } }: RunScope): {
  from: string;
  to: string;
  isWide: boolean;
} {
  const today = dayIn(timeZone, now);
  const earliest = addDays(today, 1 - windowDays);
  if (run.task.range) {
    const { from, to } = run.task.range;
    if (to < earliest) {
      throw new SourceProblem("config", `The provider keeps the last ${windowDays} days only, from ${earliest} on.`);
    }
    const [, start = from] = [from, earliest].sort();
    return { from: start, to: earlier(to, today), isWide: true };
  }
  const last = connection.last_success_at;
  const isWide = last === null || dayIn(timeZone, last) !== today;
  const gap = last === null ? windowDays : daysBetween(dayIn(timeZone, last), today) + 2;
  return { from: isWide ? earliest : addDays(today, -Math.min(gap, windowDays - 1) + 1), to: today, isWide };
}

async function* listTasks(
  { connection }: RunScope,
  tookan: Tookan,
  { from, to }: { from: string; to: string },
  start: Extract<Cursor, { stage: "list" }>,
): AsyncGenerator<RunStep> {
  for (const type of types.filter((one) => one >= start.type)) {
    let page = type === start.type ? start.page : 1;
    for (let pages = page; page <= pages; page++) {
      const listed = await tookan.listTasks({ type, from, to, page });
      pages = listed.pages;
      const cursor: Cursor =
        page < pages
          ? { stage: "list", type, page: page + 1, last: pages }
          : { stage: "list", type: type + 1, page: 1, last: 1 };
      yield {
        ...nothing,
        cursor,
        note: `Listing tasks of ${from} to ${to}: page ${page} of ${Math.max(1, pages)}`,
        store: (context) => showTasks(context, connection.id, listed.tasks),
      };
    }
  }
}

async function* readDetails(
  { connection, input, inTenant }: RunScope,
  tookan: Tookan,
  start: Extract<Cursor, { stage: "details" }>,
): AsyncGenerator<RunStep> {
  let { after, done } = start;
  const total = done + (await inTenant((context) => countUntaken(context, connection.id)));
  for (;;) {
    const jobIds = await inTenant((context) => selectUntaken(context, connection.id, { after, limit: detailsAtOnce }));
    const last = jobIds.at(-1);
    if (last === undefined) return;
    const tasks = await tookan.readTasks(jobIds);
    const readIds = new Set(tasks.map(({ jobId }) => jobId));
    const missing = jobIds.filter((jobId) => !readIds.has(jobId));
    after = last;
    done += jobIds.length;
    let fresh: TaskDetail[] = [];
    yield {
      ...nothing,
      read: tasks.length,
      total,
      note: `Reading changed tasks: ${done} of ${Math.max(done, total)}`,
      cursor: { stage: "details", after, done },
      refine: async (context) => {
        fresh = await newest(context, connection.id, tasks);
        return toBatch(connection, fresh, input.currency);
      },
      store: async (context) => {
        await noteTaken(context, connection.id, fresh);
        await noteMissing(context, connection.id, missing);
      },
    };
  }
}

/** Agents with every run; duty, our counts beside the provider's, and the clients where there is time for it. */
async function* lookAround(
  scope: RunScope,
  tookan: Tookan,
  { from, to, isWide }: { from: string; to: string; isWide: boolean },
  start: Cursor,
): AsyncGenerator<RunStep> {
  const { connection } = scope;
  const stages = ["agents", "duty", "check", "clients"] as const;
  const begin = stages.indexOf(start.stage as (typeof stages)[number]);
  const step = (stage: (typeof stages)[number], page: number, note: string, store: RunStep["store"]): RunStep => ({
    ...nothing,
    cursor: { stage, page },
    note,
    ...(store && { store }),
  });
  if (begin <= 0) {
    const agents = await tookan.listAgents();
    yield step("duty", 1, "Locating agents", (context) => mirrorAgents(context, connection.id, agents));
  }
  if (begin <= 1) {
    const duty = await tookan.listDuty({ from, to }).catch(unlessServed);
    yield step("check", 1, "Reading hours on duty", (context) => mirrorDuty(context, connection.id, duty));
  }
  if (begin <= 2) {
    const days = isWide ? daysFrom(from, to) : daysFrom(addDays(to, -1), to);
    const counted = new Map<string, Map<number, number>>();
    for (const day of days) counted.set(day, await tookan.countTasks(day));
    yield step("clients", 1, "Comparing our counts with the provider's", (context) =>
      reconcileDays(context, connection.id, counted),
    );
  }
  if (!isWide) return;
  for (let page = start.stage === "clients" ? start.page : 1, pages = page; page <= pages; page++) {
    const listed = await tookan.listClients(page);
    pages = listed.pages;
    const isLast = page >= pages;
    yield step("clients", page + 1, `Listing clients: page ${page} of ${Math.max(1, pages)}`, (context) =>
      mirrorClients(context, connection.id, listed.clients, isLast ? scope.run.asked_at : null),
    );
  }
}

/** Not every plan of the provider serves it, and nothing else depends on it; a refused key is met elsewhere too. */
function unlessServed(error: unknown): Duty[] {
  if (error instanceof SourceProblem) return [];
  throw error;
}

function daysFrom(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to)) + 1 }, (_, index) => addDays(from, index));
}
