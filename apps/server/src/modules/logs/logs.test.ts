import type { LogLine } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askLogs, keepLines } from "../../testing/logs-fixture.ts";
import { createPerson } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let person: string;
const start = Date.parse("2026-11-10T10:00:00.000Z");
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();

beforeAll(async () => {
  testApp = await createTestApp();
  ({ uid: person } = await createPerson(testApp, { role: "manager", tenantId: "north" }));
  await testApp.pool.query("update tenants set name = 'North Wind Ltd' where id = 'north'");
  const noise = Array.from({ length: 150 }, (_, number) => ({ time: at(number), msg: `Noise ${number}` }));
  await keepLines(testApp, [
    ...noise,
    { time: at(60.5), level: "error", part: "jobs", msg: "Reading timed out", tenant: "north", requestId: "req-1" },
    { time: at(61.5), level: "warn", part: "mail", msg: "A mail timed out", person, requestId: "req-1" },
    { time: at(62.5), level: "error", part: "browser", msg: "x is undefined", aboutRequest: "req-1", requestId: "r9" },
    { time: at(63.5), method: "GET", route: "/api/config", status: "200", ms: 3, msg: "request", requestId: "req-2" },
    {
      time: at(64.5),
      level: "error",
      part: "jobs",
      msg: "out of time",
      err: { type: "DiskSpaceError", message: "disk full" },
    },
  ]);
});
afterAll(() => testApp.close());

async function search(query: string, more: Record<string, string> = {}): Promise<LogLine[]> {
  const { status, text } = await askLogs(testApp, "", { query, since: at(-60), until: at(600), ...more });
  expect(status, text).toBe(200);
  return JSON.parse(text).items;
}
const findMessages = async (query: string) => (await search(query)).map(({ message }) => message);

test.each<[string, string[]]>([
  ["level:error", ["out of time", "x is undefined", "Reading timed out"]],
  ["level:error -part:browser", ["out of time", "Reading timed out"]],
  ["level:error level:warn timed", ["A mail timed out", "Reading timed out"]],
  ['"timed out"', ["A mail timed out", "Reading timed out"]],
  ['level:error "timed out"', ["Reading timed out"]],
  ['level:error -"timed out" -part:browser', ["out of time"]],
  ["TIMED", ["A mail timed out", "Reading timed out"]],
  ['"disk full"', ["out of time"]],
  ["tenant:north", ["Reading timed out"]],
  ['tenant:"north wind ltd"', ["Reading timed out"]],
  ["tenant:nobody", []],
  ["request:req-2", ["200 GET /api/config in 3 ms"]],
  ["route:/api/config", ["200 GET /api/config in 3 ms"]],
  ['route:"GET /api/config" config', ["200 GET /api/config in 3 ms"]],
  ["undefine", ["x is undefined"]],
  ["defined", []],
  ['"timed ou" mail', ["A mail timed out"]],
  ["space", ["out of time"]],
  ["diskspacee", ["out of time"]],
  ["it's", []],
])("the search %s finds %j", async (query, messages) => {
  expect(await findMessages(query)).toEqual(messages);
});

test("a person is found by name, address or id", async () => {
  const [{ email }] = (await testApp.pool.query("select email from users where uid = $1", [person])).rows;
  for (const name of [person, email]) expect(await findMessages(`person:${name}`)).toEqual(["A mail timed out"]);
});

test("pages follow each other without a gap or a line twice", async () => {
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const more: Record<string, string> = cursor ? { cursor } : {};
    const { text } = await askLogs(testApp, "", { since: at(-60), until: at(600), limit: "40", ...more });
    const page: { items: LogLine[]; next: string | null } = JSON.parse(text);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  }
  expect(seen).toHaveLength(155);
  expect(new Set(seen).size).toBe(155);
});

test("a line is found again by its id, with fifty lines on each side whatever was searched for", async () => {
  const [line] = await search('level:error "timed out"');
  const { text } = await askLogs(testApp, `/lines/${line?.id}`);
  const context: { line: LogLine; items: LogLine[] } = JSON.parse(text);
  expect(context.line).toEqual(line);
  expect(context.items.map(({ message }) => message).slice(48, 53)).toEqual([
    "Noise 59",
    "Noise 60",
    "Reading timed out",
    "Noise 61",
    "A mail timed out",
  ]);
  expect(context.items).toHaveLength(101);
});

test.each(["nothing", "WyIyMDI2LTExLTEwVDEwOjAwOjAwLjAwMFoiLCIxIl0"])("there is no line %s", async (place) => {
  expect((await askLogs(testApp, `/lines/${place}`)).status).toBe(404);
});

test("the timeline of a request has its lines of every part, oldest first", async () => {
  const { text } = await askLogs(testApp, "/requests/req-1");
  expect(JSON.parse(text).items.map(({ part, message }: LogLine) => `${part}: ${message}`)).toEqual([
    "jobs: Reading timed out",
    "mail: A mail timed out",
    "browser: x is undefined",
  ]);
});

async function countBars(query: string, since: string, until: string) {
  const { text } = await askLogs(testApp, "/histogram", { query, since, until });
  return JSON.parse(text) as { stepSeconds: number; bars: { at: string; lines: number; errors: number }[] };
}

test.each([
  ["", 155, 3],
  ["level:error", 3, 3],
  ["tenant:north", 1, 1],
  ["timed", 2, 1],
])("the bars of the search %s add up to what it finds, by seconds and by minutes", async (query, lines, errors) => {
  for (const [since, until, step] of [
    [at(-60), at(600), 15],
    [at(-600), at(3000), 60],
  ] as const) {
    const { stepSeconds, bars } = await countBars(query, since, until);
    expect(stepSeconds).toBe(step);
    expect(bars.reduce((sum, bar) => sum + bar.lines, 0)).toBe(lines);
    expect(bars.reduce((sum, bar) => sum + bar.errors, 0)).toBe(errors);
  }
});

test("what came since an instant is given oldest first", async () => {
  const { text } = await askLogs(testApp, "/tail", { query: "level:error", since: at(62) });
  expect(JSON.parse(text).items.map(({ message }: LogLine) => message)).toEqual(["x is undefined", "out of time"]);
});

test("admins read lines without their details, superadmins with them, and no one else reads any", async () => {
  const query = { query: '"disk full"', since: at(-60), until: at(600) };
  const read = async (role: string, tenant = "platform") =>
    askLogs(testApp, "", query, signedInAs(role, tenant, "someone"));
  expect(JSON.parse((await read("admin")).text).items[0].details).toBeNull();
  expect(JSON.parse((await read("superadmin")).text).items[0].details.err.message).toBe("disk full");
  for (const role of ["manager", "user"]) expect((await read(role, "north")).status).toBe(403);
});

test("who searched for what is in the audit log, and shown among the lines", async () => {
  await search("level:fatal", { since: new Date(Date.now() - 60_000).toISOString(), until: "2099-01-01T00:00:00Z" });
  const { text } = await askLogs(testApp, "", { query: "part:audit" });
  const [entry]: LogLine[] = JSON.parse(text).items;
  expect(entry).toMatchObject({ part: "audit", message: "searched the platform logs for level:fatal" });
});

test("a saved search is its owner's alone", async () => {
  const headers = signedInAs("admin", "platform", "owner-1");
  const saved = await testApp.app.inject({
    method: "POST",
    url: "/api/logs/searches",
    headers,
    payload: { name: "Errors", query: "level:error" },
  });
  expect(saved.statusCode).toBe(201);
  const others = signedInAs("admin", "platform", "owner-2");
  expect(JSON.parse((await askLogs(testApp, "/searches", {}, others)).text).items).toEqual([]);
  expect(JSON.parse((await askLogs(testApp, "/searches", {}, headers)).text).items).toEqual([saved.json()]);
  const remove = (as: Record<string, string>) =>
    testApp.app.inject({ method: "DELETE", url: `/api/logs/searches/${saved.json().id}`, headers: as });
  expect((await remove(others)).statusCode).toBe(404);
  expect((await remove(headers)).statusCode).toBe(200);
});
