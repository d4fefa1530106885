import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { platformTenant, systemCaller } from "../context.ts";
import type { Database } from "../db/database.ts";
import { unavailable } from "../errors.ts";
import { alsoWriteTo, createLogger } from "../telemetry/logger.ts";
import { keepLogDays } from "./keep-days.ts";
import { writeLogs } from "./keep-logs.ts";
import { createLogQueue } from "./log-queue.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(() => testApp.pool.query("truncate log_lines, log_counts, log_groups"));

const select = async (statement: string) => (await testApp.pool.query(statement)).rows;
const inPlatform = <Result>(work: Parameters<typeof testApp.as<Result>>[1]) =>
  testApp.as<Result>(systemCaller("test", platformTenant), work);

/** A logger whose lines are kept, and a way to take its database away. */
function createKeptLogger(lines?: number) {
  const queue = createLogQueue({ lines: lines ?? 1000 });
  const printed: string[] = [];
  const log = createLogger("debug", alsoWriteTo({ write: (line) => void printed.push(line) }, queue));
  let isAway = false;
  const database = {
    inTenant: (...args: Parameters<Database["inTenant"]>) =>
      isAway ? Promise.reject(unavailable(new Error("away"))) : testApp.database.inTenant(...args),
  } as Database;
  const writer = writeLogs(queue, { database, log, version: "v1" });
  const setAway = (away: boolean) => {
    isAway = away;
  };
  return { log, queue, printed, writer, setAway };
}

test("what is printed is kept, in order, with the day that it needs", async () => {
  const { log, writer, printed } = createKeptLogger();
  for (let number = 0; number < 5; number++) log.child({ tenant: "north" }).info({ number }, `Line ${number}`);
  await writer.stop();
  const rows = await select("select message, details, tenant_id from log_lines order by at, id");
  expect(rows.map(({ message }) => message)).toEqual(["Line 0", "Line 1", "Line 2", "Line 3", "Line 4"]);
  expect(rows[3]).toMatchObject({ details: { number: 3 }, tenant_id: "north" });
  expect(printed).toHaveLength(5);
  expect(
    await select("select part, level, span_seconds, sum(lines) as lines from log_counts group by 1, 2, 3 order by 3"),
  ).toEqual([
    { part: "application", level: "info", span_seconds: 60, lines: 5 },
    { part: "application", level: "info", span_seconds: 3600, lines: 5 },
  ]);
});

test("while the database is away lines wait, the oldest go, and later one line states the gap", async () => {
  const { log, writer, setAway, queue } = createKeptLogger(10);
  setAway(true);
  for (let number = 0; number < 4; number++) log.info(`Early ${number}`);
  await writer.flush();
  for (let number = 0; number < 30; number++) log.info(`Late ${number}`);
  await writer.flush();
  const dropped = queue.droppedInAll();
  expect(dropped).toBeGreaterThan(15);
  setAway(false);
  await writer.flush();
  await writer.stop();
  const messages = (await select("select message from log_lines order by at, id")).map(({ message }) => message);
  // The batch that was under way is not lost, nor sent twice.
  expect(messages.filter((message) => message.startsWith("Early"))).toHaveLength(4);
  expect(messages).toContain("Late 29");
  const gaps = messages.filter((message) => message.includes("were dropped between"));
  expect(gaps).toHaveLength(1);
  expect(gaps[0]).toMatch(new RegExp(`^${dropped} log lines were dropped between 20.*Z and 20.*Z$`));
});

test("a batch that was stored although its end was not heard is kept once", async () => {
  const queue = createLogQueue();
  const log = createLogger("debug", queue);
  let isFirst = true;
  const database = {
    async inTenant(...args: Parameters<Database["inTenant"]>) {
      const result = await testApp.database.inTenant(...args);
      if (!isFirst) return result;
      isFirst = false;
      throw unavailable(new Error("Connection terminated"));
    },
  } as Database;
  log.error("Once");
  const writer = writeLogs(queue, { database, log, version: "v1" });
  await writer.flush();
  await writer.stop();
  expect(await select("select message from log_lines where message = 'Once'")).toHaveLength(1);
  expect(await select("select lines from log_groups where message = 'Once'")).toEqual([{ lines: 1 }]);
});

test("errors that are alike are one group, with the version that met it first", async () => {
  const { log, writer } = createKeptLogger();
  for (let number = 0; number < 3; number++) log.error({ err: new Error(`No row ${number}`) }, "Reading failed");
  await writer.stop();
  expect(await select("select lines, level, message, first_version from log_groups")).toEqual([
    { lines: 3, level: "error", message: "Reading failed", first_version: "v1" },
  ]);
});

test("a secret in a line is in no column of what is kept", async () => {
  const { log, writer } = createKeptLogger();
  const secret = "canary-7f3a";
  log
    .child({ token: secret })
    .info({ headers: { authorization: `Bearer ${secret}`, cookie: secret } }, `Basic ${secret}`);
  log.error({ err: new Error(`postgres://u:${secret}@db failed`), password: secret }, `/reset?oobCode=${secret}`);
  await writer.stop();
  const text = JSON.stringify([await select("select * from log_lines"), await select("select * from log_groups")]);
  expect(text).toContain("redacted");
  expect(text).not.toContain("canary");
});

const listDays = async () =>
  (
    await select(
      "select c.relname from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'log_lines'::regclass",
    )
  )
    .map(({ relname }) => relname as string)
    .sort();
const nameDay = (at: Date) => `log_lines_${at.toISOString().slice(0, 10).replaceAll("-", "")}`;
const daysFrom = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000);

test("the job makes days ahead, drops days that no part keeps, and removes what one part keeps no longer", async () => {
  const now = new Date();
  const insert = (days: number, part: string) =>
    select(`insert into log_lines (at, id, level, part, message, details, search_parts)
      values ('${daysFrom(now, -days).toISOString()}', ${part.charCodeAt(0)}, 'info', '${part}', '${part} ${days}', '{}', '{}')`);
  await inPlatform((context) =>
    sql`select make_log_days(${daysFrom(now, -40).toISOString()}::date, ${now.toISOString()}::date)`.execute(
      context.db,
    ),
  );
  for (const days of [2, 10, 35]) for (const part of ["mail", "auth"]) await insert(days, part);
  await select("insert into settings (name, value, updated_at) values ('logs.mail', '5', now())");
  for (const part of ["application", "auth", "jobs", "sources", "links", "browser", "assistant"])
    await select(`insert into settings (name, value, updated_at) values ('logs.${part}', '30', now())`);
  await inPlatform(keepLogDays);
  const days = await listDays();
  expect(days).toContain(nameDay(daysFrom(now, 7)));
  expect(days[0]).toBe(nameDay(daysFrom(now, -30)));
  expect((await select("select message from log_lines order by at, id")).map(({ message }) => message)).toEqual([
    "auth 10",
    "auth 2",
    "mail 2",
  ]);
});
