import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createTookan, type TaskDetail, type Tookan, taskRecord } from "../../connectors/tookan/index.ts";
import { createOutbound } from "../../platform/outbound/outbound-request.ts";
import { SeededRandom } from "../demo/seeded-random.ts";
import { type StandInControl, startTookanStandIn } from "./start-tookan-stand-in.ts";

const apiKey = "key-of-the-account";
const types = [0, 1, 2, 3];
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start({ seed = 7, tasksPerDay = 60 } = {}) {
  const time = { now: new Date("2026-03-18T12:00:00Z") };
  const accounts = [{ apiKey, userId: 41, name: "Demo Deliveries", tasksPerDay }];
  const standIn = await startTookanStandIn({ accounts, clock: () => time.now, seed });
  closing.push(standIn.close);
  const settings = { baseUrl: standIn.url, requestsPerSecond: 1000 };
  const outbound = createOutbound({ innerHosts: ["127.0.0.1"] });
  const pace = { now: () => performance.now(), sleep: async () => undefined };
  const tookan = createTookan({ settings, apiKey, outbound, signal: new AbortController().signal }, pace);
  return { ...standIn, tookan, time };
}

/** Reads a range as a run does: all pages of all types, then in full whatever was listed. */
async function readRange(tookan: Tookan, from: string, to: string): Promise<Map<string, TaskDetail>> {
  const listed = new Set<string>();
  for (const type of types) {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await tookan.listTasks({ type, from, to, page });
      pages = answer.pages;
      for (const { jobId } of answer.tasks) listed.add(jobId);
    }
  }
  const jobIds = [...listed];
  const read = new Map<string, TaskDetail>();
  for (let place = 0; place < jobIds.length; place += 50) {
    for (const task of await tookan.readTasks(jobIds.slice(place, place + 50))) {
      expect(read.has(task.jobId)).toBe(false);
      read.set(task.jobId, task);
    }
  }
  return read;
}

/** Faults that a list may have while it is read, by chance. */
function upset(control: StandInControl, random: SeededRandom): void {
  control.fault({ kind: "page-order", seed: random.whole(1, 1_000_000), endpoint: "get_all_tasks" });
  for (let count = 0; count < 4; count++) {
    const when = { after: random.whole(0, 30), times: 1, endpoint: "get_all_tasks" };
    control.fault(random.chance(0.6) ? { kind: "page-twice", ...when } : { kind: "dropped", ...when });
  }
  control.fault({ kind: "truncated", after: random.whole(0, 10), times: 2, endpoint: "get_job_details" });
}

test("every task of a month is read exactly once, whatever the order of the pages", { timeout: 60_000 }, async () => {
  for (const seed of [1, 2, 3]) {
    const { tookan, control, close } = await start({ seed });
    upset(control, new SeededRandom(seed));
    const read = await readRange(tookan, "2026-02-16", "2026-03-18");
    const expected = control.listJobs(apiKey, "2026-02-16", "2026-03-18").map(String);
    expect(expected.length).toBeGreaterThan(1500);
    expect([...read.keys()].sort()).toEqual(expected.sort());
    closing.pop();
    await close();
  }
});

test("what a list hides whose order changes while it is read is found at the next reading", async () => {
  const { tookan, control } = await start();
  control.fault({ kind: "page-order", seed: 5, after: 4, times: 1, endpoint: "get_all_tasks" });
  const expected = control.listJobs(apiKey, "2026-03-10", "2026-03-18").map(String);
  const first = await readRange(tookan, "2026-03-10", "2026-03-18");
  expect(first.size).toBeLessThan(expected.length);
  const both = new Set([...first.keys(), ...(await readRange(tookan, "2026-03-10", "2026-03-18")).keys()]);
  expect([...both].sort()).toEqual(expected.sort());
});

test("our tasks of a day are as many as the provider counts, by status", async () => {
  const { tookan } = await start();
  const read = [...(await readRange(tookan, "2026-03-18", "2026-03-18")).values()];
  const counted = await tookan.countTasks("2026-03-18");
  const statuses = [...new Set(read.map(({ status }) => status))];
  expect([...counted.keys()].sort()).toEqual(statuses.sort());
  for (const [status, count] of counted) expect(read.filter((task) => task.status === status)).toHaveLength(count);
});

test("a range of more than 31 days is refused before the provider is asked", async () => {
  const { tookan, control } = await start();
  const range = { type: 1, from: "2026-02-15", to: "2026-03-18", page: 1 };
  await expect(tookan.listTasks(range)).rejects.toThrow(RangeError);
  await expect(tookan.readTasks(Array.from({ length: 51 }, (_, id) => String(id)))).rejects.toThrow(RangeError);
  expect(control.calls).toEqual([]);
});

test("tasks, agents and statuses move with the clock, and the past stays", async () => {
  const { tookan, time } = await start();
  const before = await readRange(tookan, "2026-03-17", "2026-03-18");
  const places = (await tookan.listAgents()).map(({ latitude }) => latitude);
  time.now = new Date("2026-03-18T12:30:00Z");
  const after = await readRange(tookan, "2026-03-17", "2026-03-18");
  expect((await tookan.listAgents()).map(({ latitude }) => latitude)).not.toEqual(places);
  expect(after.size).toBeGreaterThan(before.size);
  const changed = [...before.values()].filter(
    ({ jobId, fingerprint }) => after.get(jobId)?.fingerprint !== fingerprint,
  );
  expect(changed.length).toBeGreaterThan(3);
  expect([...before.keys()].filter((jobId) => !after.has(jobId)).length).toBeLessThan(3);
  for (const { status, completedAt } of after.values()) expect(completedAt !== null).toBe(status === 2 || status === 3);
});

test("every task becomes a record that has what a report needs", async () => {
  const { tookan } = await start();
  const mapping = {
    codDue: "COD_Amount",
    codCollected: "COD_Collected",
    cost: "Delivery_Cost",
    serviceLevel: "Service_Level",
  };
  const read = [...(await readRange(tookan, "2026-03-10", "2026-03-18")).values()];
  const records = read.map((task) => taskRecord(task, mapping, "BHD").record);
  const withField = (field: string) => records.filter((record) => field in record).length / records.length;
  for (const field of ["created_at", "due_at", "status", "customer", "depot", "zone", "service_level", "history"]) {
    expect([field, withField(field)]).toEqual([field, 1]);
  }
  for (const [field, least] of [
    ["distance_metres", 0.8],
    ["arrived_at", 0.7],
    ["cost_minor", 0.9],
    ["rating", 0.15],
  ] as const) {
    expect(withField(field), field).toBeGreaterThan(least);
    expect(withField(field), field).toBeLessThan(1);
  }
  for (const { cod_collected_minor: collected = 0 } of records) expect(Number(collected) % 25).toBe(0);
});

test("agents, duty and clients are read", async () => {
  const { tookan } = await start();
  const agents = await tookan.listAgents();
  expect(agents.length).toBeGreaterThan(15);
  expect(new Set(agents.map(({ status }) => status))).toEqual(new Set(["available", "busy", "offline"]));
  const duty = await tookan.listDuty({ from: "2026-03-16", to: "2026-03-18" });
  expect(Math.max(...duty.map(({ seconds }) => seconds))).toBe(15 * 3600);
  const { clients, pages } = await tookan.listClients(1);
  expect([pages, clients.length]).toEqual([2, 50]);
});

test("webhooks tell of each event, repeated and in another order when asked to", async () => {
  const { control } = await start();
  const bodies: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>);
    response.writeHead(202).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  closing.push(async () => server.close());
  const hook = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/tookan/x`, secret: "shared" };
  const between = { after: new Date("2026-03-18T11:00:00Z"), until: new Date("2026-03-18T12:00:00Z") };

  const answers = await control.tell(apiKey, hook, between);
  expect(new Set(answers)).toEqual(new Set([202]));
  const hooks = bodies.splice(0);
  expect(hooks.length).toBeGreaterThan(10);
  for (const body of hooks) {
    expect(body).toMatchObject({ tookan_shared_secret: "shared", access_token: "access-41", user_id: 41 });
    expect(body.template_key).toMatch(/^[A-Z_]+$/);
  }
  await control.tell(apiKey, { ...hook, copies: 3, orderSeed: 9 }, between);
  const fingerprint = (body: Record<string, unknown>) => JSON.stringify(body);
  expect(bodies.length).toBe(hooks.length * 3);
  expect(new Set(bodies.map(fingerprint))).toEqual(new Set(hooks.map(fingerprint)));
  expect(bodies.map(fingerprint)).not.toEqual(hooks.flatMap((body) => [body, body, body]).map(fingerprint));
});
