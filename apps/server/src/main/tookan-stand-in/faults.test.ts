import { afterEach, expect, test } from "vitest";
import { SourceProblem } from "../../connectors/connector.ts";
import { createTookan } from "../../connectors/tookan/index.ts";
import { createOutbound } from "../../platform/outbound/outbound-request.ts";
import type { Fault } from "./faults.ts";
import { type StandIn, startTookanStandIn } from "./start-tookan-stand-in.ts";

const apiKey = "key-of-the-account";
const now = new Date("2026-03-18T12:00:00Z");
const today = { from: "2026-03-18", to: "2026-03-18", page: 1 };
const open: StandIn[] = [];

afterEach(async () => {
  for (const standIn of open.splice(0)) await standIn.close();
});

async function start(timeoutMs = 5000, signal = new AbortController().signal) {
  const account = { apiKey, userId: 41, name: "Demo Deliveries", tasksPerDay: 60 };
  const standIn = await startTookanStandIn({ accounts: [account], clock: () => now, seed: 7 });
  open.push(standIn);
  const pauses: number[] = [];
  const pace = { now: () => performance.now(), sleep: async (pauseMs: number) => void pauses.push(pauseMs) };
  const settings = { baseUrl: standIn.url, requestsPerSecond: 1000 };
  const outbound = createOutbound({ innerHosts: ["127.0.0.1"], timeoutMs });
  const tookan = createTookan({ settings, apiKey, outbound, signal }, pace);
  return { ...standIn, tookan, pauses };
}

/** The problem that a reading ends with. */
async function findProblem(reading: Promise<unknown>): Promise<{ kind: string; message: string }> {
  const error = await reading.then(
    () => new Error("There was no problem."),
    (reason: unknown) => reason,
  );
  if (!(error instanceof SourceProblem)) throw error;
  return { kind: error.kind, message: error.message };
}

const mishaps: [string, Fault, string][] = [
  ["a body that is text", { kind: "text" }, "The delivery provider answers with something that is not JSON."],
  ["JSON that is cut off", { kind: "truncated" }, "The delivery provider answers with something that is not JSON."],
  ["a connection that drops in the middle", { kind: "dropped" }, "127.0.0.1 ended the connection early."],
  ["an answer 500", { kind: "http", status: 500 }, "The delivery provider answers 500."],
  ["an answer 429", { kind: "http", status: 429 }, "The delivery provider answers 429."],
];

test.each(mishaps)("%s is asked for again until it comes", async (_, fault) => {
  const { tookan, control, pauses } = await start();
  control.fault({ ...fault, times: 5 });
  expect((await tookan.account()).name).toBe("Demo Deliveries");
  expect(control.calls).toHaveLength(6);
  for (const [place, pauseMs] of pauses.entries()) {
    expect(pauseMs / (500 * 2 ** place)).toBeGreaterThanOrEqual(0.75);
    expect(pauseMs / (500 * 2 ** place)).toBeLessThanOrEqual(1.25);
  }
  expect(pauses).toHaveLength(5);
});

test.each(mishaps)("%s that stays is a passing problem", async (_, fault, message) => {
  const { tookan, control } = await start();
  control.fault(fault);
  expect(await findProblem(tookan.account())).toEqual({ kind: "passing", message });
  expect(control.calls).toHaveLength(6);
});

test("a slow answer is waited for, and one that is too slow is asked for again", async () => {
  const { tookan, control } = await start(300);
  control.fault({ kind: "slow", milliseconds: 100, times: 1 });
  expect((await tookan.account()).id).toBe("41");
  expect(control.calls).toHaveLength(1);
  control.fault({ kind: "slow", milliseconds: 2000, times: 1 });
  expect((await tookan.account()).id).toBe("41");
  expect(control.calls).toHaveLength(3);
});

test("a provider that is away is a passing problem", async () => {
  const { tookan, close } = await start();
  await close();
  expect(await findProblem(tookan.account())).toEqual({ kind: "passing", message: "127.0.0.1 refuses connections." });
});

test("an address that is not the provider's needs attention", async () => {
  const { tookan, control } = await start();
  control.fault({ kind: "http", status: 404 });
  const { kind, message } = await findProblem(tookan.account());
  expect([kind, message]).toEqual(["config", "The address of the delivery provider answers 404. Check the address."]);
});

test("a key that is refused needs attention, and is not tried again", async () => {
  const { tookan, control } = await start();
  control.fault({ kind: "status", status: 101, message: "INVALID_KEY" });
  const message = "The delivery provider refused the key. Enter a valid one.";
  expect(await findProblem(tookan.listAgents())).toEqual({ kind: "config", message });
  expect(control.calls).toHaveLength(1);
});

test("a key that is revoked in the middle of a run ends it there", async () => {
  const { tookan, control } = await start();
  control.fault({ kind: "revoked", after: 2 });
  await tookan.listTasks({ type: 1, ...today });
  await tookan.listTasks({ type: 0, ...today });
  expect((await findProblem(tookan.listTasks({ type: 2, ...today }))).kind).toBe("config");
  control.mend();
  expect((await tookan.account()).id).toBe("41");
});

test("a question that the provider does not understand is our mistake, and is not repeated", async () => {
  const { tookan, control } = await start();
  control.fault({ kind: "status", status: 100, message: "Parameter missing: job_type" });
  const { kind, message } = await findProblem(tookan.listTasks({ type: 1, ...today }));
  expect(kind).toBe("config");
  expect(message).toContain("get_all_tasks: Parameter missing: job_type.");
  expect(control.calls).toHaveLength(1);
});

test.each([
  [201, "No tasks available."],
  [201, "No data found"],
  [404, "No customer found"],
  [404, "Job not found"],
])("the status %i with the words %s is an empty list", async (status, message) => {
  const { tookan, control } = await start();
  control.fault({ kind: "status", status, message });
  expect(await tookan.listTasks({ type: 1, ...today })).toEqual({ tasks: [], pages: 1 });
  expect(await tookan.readTasks(["1"])).toEqual([]);
  expect(await tookan.listClients(1)).toEqual({ clients: [], pages: 1 });
  expect(await tookan.listAgents()).toEqual([]);
  expect(await tookan.listDuty(today)).toEqual([]);
  expect((await tookan.countTasks(today.from)).size).toBe(0);
});

test.each([
  [201, "The date range cannot be longer than 31 days."],
  [404, "ERROR_IN_EXECUTION"],
  [201, "No response from the server"],
])("the status %i with other words is a passing problem (%s)", async (status, message) => {
  const { tookan, control } = await start();
  control.fault({ kind: "status", status, message });
  const problem = { kind: "passing", message: `The delivery provider answers ${status}: ${message}` };
  expect(await findProblem(tookan.listTasks({ type: 1, ...today }))).toEqual(problem);
});

test("what the provider says never repeats the key", async () => {
  const { tookan, control } = await start();
  control.fault({ kind: "status", status: 201, message: `<b>${apiKey}</b> is blocked` });
  expect((await findProblem(tookan.account())).message).toBe("The delivery provider answers 201: … is blocked");
});

test("one task that comes without its list is taken as one", async () => {
  const { tookan, control } = await start();
  control.fault({ kind: "single" });
  const [first = 0] = control.listJobs(apiKey, today.from, today.to);
  expect((await tookan.readTasks([String(first)])).map(({ jobId }) => jobId)).toEqual([String(first)]);
});

test("a page that is shown twice is asked for again, and what stays so is a passing problem", async () => {
  const { tookan, control } = await start();
  const month = { type: 1, from: "2026-02-20", to: "2026-03-18" };
  const first = await tookan.listTasks({ ...month, page: 1 });
  control.fault({ kind: "page-twice", times: 2 });
  const second = await tookan.listTasks({ ...month, page: 2 });
  expect(second.tasks.filter(({ jobId }) => first.tasks.some((task) => task.jobId === jobId))).toEqual([]);
  control.fault({ kind: "page-twice" });
  const message = "The delivery provider shows page 2 again as page 3.";
  expect(await findProblem(tookan.listTasks({ ...month, page: 3 }))).toEqual({ kind: "passing", message });
});

test("a reading that is called off ends at once, and one that takes too long says so", async () => {
  const called = new AbortController();
  const { tookan, control } = await start(5000, called.signal);
  control.fault({ kind: "slow", milliseconds: 3000 });
  const reading = tookan.account();
  setTimeout(() => called.abort(new Error("Cancelled")), 50);
  await expect(reading).rejects.toThrow("Cancelled");
  const late = await start(5000, AbortSignal.timeout(100));
  late.control.fault({ kind: "slow", milliseconds: 3000 });
  const message = "The delivery provider did not answer in time.";
  expect(await findProblem(late.tookan.account())).toEqual({ kind: "passing", message });
});

test("an account is asked no faster than it may be", async () => {
  const { url } = await start();
  let nowMs = 0;
  const pace = {
    now: () => nowMs,
    sleep: async (pauseMs: number) => {
      nowMs += pauseMs;
    },
  };
  const outbound = createOutbound({ innerHosts: ["127.0.0.1"] });
  const settings = { baseUrl: url, requestsPerSecond: 3 };
  const tookan = createTookan({ settings, apiKey, outbound, signal: new AbortController().signal }, pace);
  for (let call = 0; call < 12; call++) await tookan.account();
  expect(nowMs).toBeCloseTo(3000);
});
