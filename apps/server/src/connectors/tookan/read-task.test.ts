import { expect, test } from "vitest";
import { createTookan } from "./index.ts";

const job = {
  job_id: 90000001,
  order_id: "INV-10482",
  job_type: 1,
  job_status: 2,
  team_id: 7001,
  fleet_id: 5001,
  fleet_name: "Agent A",
  customer_id: 3001,
  customer_username: "Customer A",
  job_address: "Block 000, Manama",
  job_latitude: "26.2285000",
  job_longitude: "50.5860000",
  timezone: "-180",
  transport_type: "2",
  job_delivery_datetime: "2026-03-04 15:30:00",
  job_time: "2026-03-04 03:30:0",
  job_time_utc: "2026-03-04T12:30:00.000Z",
  creation_datetime: "2026-03-04T11:02:10.000Z",
  acknowledged_datetime: "2026-03-04 14:10:05",
  started_datetime: "2026-03-04 14:25:3",
  arrived_datetime: "2026-03-04 14:58:40",
  completed_datetime: "2026-03-04 15:04:12",
  total_distance_travelled: 8430,
  distance_in: "KM",
  fleet_rating: 5,
  customer_rating: 5,
};
const agents = [{ fleet_id: 5001, fleet_name: "Agent A", team_id: 7001, team_name: "Manama Hub" }];

/** An account whose every endpoint answers what is given for it. */
function account(answers: Record<string, unknown>) {
  return createTookan({
    settings: { baseUrl: "https://provider.test/v2/", requestsPerSecond: 1000 },
    apiKey: "key",
    outbound: async (url) => {
      const endpoint = new URL(url).pathname.replace("/v2/", "");
      return {
        status: 200,
        headers: {},
        body: Buffer.alloc(0),
        text: JSON.stringify({ status: 200, message: "", data: answers[endpoint] }),
      };
    },
    signal: new AbortController().signal,
  });
}

async function read(fields: Record<string, unknown>) {
  const tookan = account({ get_job_details: [{ ...job, ...fields }], get_all_fleets: agents });
  const [task] = await tookan.readTasks(["90000001"]);
  if (!task) throw new Error("The task was not read.");
  return task;
}

async function list(fields: Record<string, unknown>) {
  const tookan = account({ get_all_tasks: [{ ...job, ...fields }] });
  const { tasks } = await tookan.listTasks({ type: 1, from: "2026-03-01", to: "2026-03-31", page: 1 });
  return tasks[0];
}

const step = (id: number, description: string, at: string, more = {}) => ({
  id,
  type: "state_changed",
  description,
  creation_datetime: at,
  ...more,
});

test.each([
  ["-180", "2026-03-04T11:25:03.000Z"],
  ["-330", "2026-03-04T08:55:03.000Z"],
  ["300", "2026-03-04T19:25:03.000Z"],
  [0, "2026-03-04T14:25:03.000Z"],
])("a local time without leading zeros is moved by the minutes that lead to UTC (%s)", async (timezone, at) => {
  expect((await read({ timezone })).startedAt?.toISOString()).toBe(at);
});

test("a local time whose zone is not known is not known", async () => {
  for (const timezone of [null, "", "Asia/Bahrain", "9999"]) {
    expect((await read({ timezone })).startedAt).toBeNull();
  }
});

test("a task is due at its UTC time, never at the one that has lost its half of the day", async () => {
  expect((await read({})).dueAt?.toISOString()).toBe("2026-03-04T12:30:00.000Z");
  expect((await read({ job_time_utc: "" })).dueAt).toBeNull();
});

test.each(["", null, "0000-00-00 00:00:00", "Invalid date", "2026-02-30 10:00:00", undefined])(
  "an empty date is no date (%s)",
  async (empty) => {
    const fields = { started_datetime: empty, arrived_datetime: empty, completed_datetime: empty };
    const { startedAt, arrivedAt, completedAt, createdAt, dueAt } = await read({
      ...fields,
      creation_datetime: empty,
      job_time_utc: empty,
    });
    expect([startedAt, arrivedAt, completedAt, createdAt, dueAt]).toEqual([null, null, null, null, null]);
  },
);

test("an arrival at the moment of the end is not known", async () => {
  expect((await read({})).arrivedAt?.toISOString()).toBe("2026-03-04T11:58:40.000Z");
  expect((await read({ arrived_datetime: "2026-03-04 15:4:12" })).arrivedAt).toBeNull();
  const together = [
    step(1, "Arrived at", "2026-03-04T12:04:12.000Z"),
    step(2, "Successful at", "2026-03-04T12:04:12.000Z"),
  ];
  expect((await read({ task_history: together })).arrivedAt).toBeNull();
  const ended = {
    arrived_datetime: "2026-03-04 15:04:12",
    task_history: [step(1, "Successful at", "2026-03-04T12:04:14Z")],
  };
  expect((await read(ended)).arrivedAt).toBeNull();
});

test("the history knows the times of states better than the fields, and the last time counts", async () => {
  const task = await read({
    task_history: [
      step(5, "Successful at", "2026-03-04T12:09:00.000Z", { latitude: "26.2", longitude: "50.5" }),
      step(1, "Assigned to Agent B", "2026-03-04T11:03:00.000Z"),
      step(2, "Assigned to Agent A", "2026-03-04T11:06:00.000Z"),
      step(3, "Started at", "2026-03-04T11:30:00.000Z"),
      {
        id: 4,
        type: "signature_image_added",
        label_description: "<b>Signed</b>",
        creation_datetime: "2026-03-04T12:08:00Z",
      },
    ],
  });
  expect(task.assignedAt?.toISOString()).toBe("2026-03-04T11:06:00.000Z");
  expect(task.startedAt?.toISOString()).toBe("2026-03-04T11:30:00.000Z");
  expect(task.completedAt?.toISOString()).toBe("2026-03-04T12:09:00.000Z");
  expect(task.acceptedAt?.toISOString()).toBe("2026-03-04T11:10:05.000Z");
  expect(task.history.map(({ id, text }) => [id, text])).toEqual([
    [1, "Assigned to Agent B"],
    [2, "Assigned to Agent A"],
    [3, "Started at"],
    [4, "Signed"],
    [5, "Successful at"],
  ]);
  expect(task.hasProof).toBe(true);
});

test("a task that is open again has not ended", async () => {
  expect((await read({ job_status: 1 })).completedAt).toBeNull();
});

test.each([
  ["metres, since nobody drives so far in the time", 8430, "KM", 8430],
  ["metres on a short way", 640, "KM", 640],
  ["kilometres", 8.43, "KM", 8430],
  ["miles", "2", "Miles", 3219],
  ["metres where no unit is named", 950, undefined, 950],
  ["nothing without GPS", 0, "KM", null],
  ["nothing where the text is empty", "", "KM", null],
])("a distance is read as %s", async (_, total_distance_travelled, distance_in, metres) => {
  expect((await read({ total_distance_travelled, distance_in })).distanceMetres).toBe(metres);
});

test.each([
  ["", ""],
  ["0", "0"],
  ["0.0000000", "0.0000000"],
  ["91.5", "50.5"],
  [null, "50.5"],
])("a place at %s, %s is none", async (job_latitude, job_longitude) => {
  const { latitude, longitude } = await read({ job_latitude, job_longitude });
  expect([latitude, longitude]).toEqual([null, null]);
});

test("coordinates and ids that are texts are read", async () => {
  const task = await read({ job_id: "90000001", fleet_id: "5001", team_id: "7001" });
  expect([task.jobId, task.agentId, task.latitude, task.longitude]).toEqual(["90000001", "5001", 26.2285, 50.586]);
});

test("a pickup lies where it is picked up", async () => {
  const place = { job_pickup_address: "Shop 1", job_pickup_latitude: "26.1", job_pickup_longitude: "50.6" };
  const task = await read({ job_type: 0, job_address: "", job_latitude: "", job_longitude: "", ...place });
  expect([task.address, task.latitude, task.longitude]).toEqual(["Shop 1", 26.1, 50.6]);
});

test("the rating that stands on tasks nobody has rated is dropped", async () => {
  expect((await read({})).rating).toBeNull();
  expect((await read({ is_customer_rated: 0 })).rating).toBeNull();
  expect((await read({ is_customer_rated: "1", customer_rating: 4 })).rating).toBe(4);
});

test("a task that was closed at the desk says so", async () => {
  expect((await read({ completed_by_admin: 1 })).isClosedByAdmin).toBe(true);
  expect((await read({ completed_by_admin: "0" })).isClosedByAdmin).toBe(false);
});

test("the name of a team comes from the agents, since tasks know only its number", async () => {
  expect((await read({})).teamName).toBe("Manama Hub");
  expect((await read({ team_id: 7099 })).teamName).toBeNull();
});

test("what an agent has entered counts more than what was there before", async () => {
  const field = { label: "COD", display_name: "Cash", data: "10", fleet_data: "12" };
  expect((await read({ custom_field: [field, { label: "Empty", data: "" }] })).custom).toEqual([
    { label: "COD", name: "Cash", value: "12" },
  ]);
  expect((await read({ custom_fields: [{ ...field, fleet_data: null }] })).custom[0]?.value).toBe("10");
});

test("the fingerprint changes with what matters, and not with how emptiness is written", async () => {
  const { fingerprint } = (await list({ completed_datetime: "", job_status: 1 })) ?? {};
  expect((await list({ completed_datetime: "Invalid date", job_status: 1 }))?.fingerprint).toBe(fingerprint);
  for (const change of [{ job_status: 4 }, { fleet_id: 5002 }, { job_time_utc: "2026-03-04T13:30:00.000Z" }]) {
    expect((await list({ completed_datetime: "", job_status: 1, ...change }))?.fingerprint).not.toBe(fingerprint);
  }
  expect((await read({})).fingerprint).toBe((await list({}))?.fingerprint);
});

test("tokens, devices and passwords go no further", async () => {
  const secret = "must-not-pass";
  const secrets = {
    access_token: secret,
    job_token: secret,
    device_token: secret,
    password: secret,
    fleet_email: secret,
  };
  const tookan = account({
    get_job_details: [{ ...job, ...secrets }],
    get_all_fleets: [{ ...agents[0], ...secrets, status: 0 }],
    get_all_customers: [{ customer_id: 3001, customer_username: "A", customer_phone: "0", ...secrets }],
  });
  const read = [await tookan.readTasks(["90000001"]), await tookan.listAgents(), await tookan.listClients(1)];
  expect(JSON.stringify(read)).not.toContain(secret);
});

test("agents are available, offline or busy by the numbers of their own list, and gone ones are left out", async () => {
  const listed = [{ status: 0 }, { status: "1" }, { status: 2 }, { status: 9 }, { is_active: 0 }].map(
    (fields, place) => ({
      fleet_id: 5001 + place,
      first_name: "Agent",
      last_name: String(place),
      battery_level: "140",
      ...fields,
    }),
  );
  const read = await account({ get_all_fleets: listed }).listAgents();
  expect(read.map(({ name, status, battery }) => [name, status, battery])).toEqual([
    ["Agent 0", "available", null],
    ["Agent 1", "offline", null],
    ["Agent 2", "busy", null],
    ["Agent 3", "offline", null],
  ]);
});

test("an empty phone may be a zero", async () => {
  const phones = ["0", "", null, "+973 3600 1000"].map((customer_phone, place) => ({
    customer_id: 3001 + place,
    customer_username: "A",
    customer_phone,
  }));
  const { clients } = await account({ get_all_customers: phones }).listClients(1);
  expect(clients.map(({ phone }) => phone)).toEqual([null, null, null, "+973 3600 1000"]);
});

test("counts are read from an object and from a list", async () => {
  const listed = account({ user_task_stats: [{ job_status: 2, count: "3" }] });
  const keyed = account({ user_task_stats: { "2": 3, "6": "1", note: "x" } });
  expect([...(await listed.countTasks("2026-03-04"))]).toEqual([[2, 12]]);
  expect([...(await keyed.countTasks("2026-03-04"))]).toEqual([
    [2, 12],
    [6, 4],
  ]);
});
