import { expect, test } from "vitest";
import { taskRecord } from "./index.ts";
import type { TaskDetail } from "./tookan.ts";

const bare: TaskDetail = {
  jobId: "90000001",
  type: 1,
  status: 6,
  agentId: null,
  agentName: null,
  teamId: null,
  dueAt: null,
  completedAt: null,
  fingerprint: "",
  orderId: null,
  customerId: null,
  customerName: null,
  teamName: null,
  transportType: null,
  tags: [],
  address: null,
  latitude: null,
  longitude: null,
  createdAt: new Date("2026-03-04T11:02:10Z"),
  assignedAt: null,
  acceptedAt: null,
  startedAt: null,
  arrivedAt: null,
  distanceMetres: null,
  rating: null,
  hasProof: false,
  isClosedByAdmin: false,
  failureReason: null,
  custom: [],
  history: [],
};
const makeRecord = (task: Partial<TaskDetail>, mapping = {}, currency = "BHD") =>
  taskRecord({ ...bare, ...task }, mapping, currency);

test("what is not known is left out", () => {
  expect(makeRecord({})).toEqual({
    record: {
      source_key: "90000001",
      task_type: "Delivery",
      status: "Planned",
      is_cancelled: false,
      created_at: "2026-03-04T11:02:10.000Z",
    },
    unmapped: [],
  });
});

test("tags, distances and ratings that are missing erase nothing", () => {
  const { record } = makeRecord({ status: 2 });
  for (const field of ["zone", "distance_metres", "rating", "arrived_at", "driver"])
    expect(record).not.toHaveProperty(field);
});

test("a whole task fills its record", () => {
  const at = new Date("2026-03-04T12:04:12Z");
  const { record, unmapped } = makeRecord(
    {
      type: 0,
      status: 3,
      agentId: "5001",
      agentName: "Agent A",
      customerId: "3001",
      customerName: "Customer A",
      teamName: "North",
      transportType: 2,
      tags: ["express", "Manama"],
      completedAt: at,
      distanceMetres: 8430,
      rating: 4,
      hasProof: true,
      isClosedByAdmin: true,
      failureReason: "nobody there",
      orderId: "INV-1",
      custom: [
        { label: "COD_Amount", name: "Cash to collect", value: "12.500" },
        { label: "SL", name: "Service level", value: "Express" },
      ],
      history: [{ id: 1, at, type: "state_changed", text: "Failed at", latitude: 26.2, longitude: 50.5 }],
    },
    {
      codDue: "cod_amount",
      serviceLevel: "service LEVEL",
      depots: { North: "Manama Hub", Manama: "Capital" },
      reasons: { "nobody there": "Nobody home" },
    },
  );
  expect(unmapped).toEqual([]);
  expect(record).toMatchObject({
    task_type: "Pickup",
    status: "Failed",
    is_cancelled: false,
    driver: { key: "5001", name: "Agent A" },
    customer: { key: "3001", name: "Customer A" },
    vehicle: "Motorcycle",
    depot: "Manama Hub",
    zone: "Capital",
    service_level: "Express",
    failure_reason: "Nobody home",
    completed_at: "2026-03-04T12:04:12.000Z",
    cod_due_minor: 12500,
    distance_metres: 8430,
    rating: 4,
    attempts: 1,
    has_gps: true,
    has_proof: true,
    is_closed_by_admin: true,
    order_reference: "INV-1",
    history: [{ at: "2026-03-04T12:04:12.000Z", kind: "failed", note: "Failed at" }],
  });
});

test.each([
  [[6, 0, 7], "Planned", false],
  [[1, 4], "Out for delivery", false],
  [[2], "Delivered", false],
  [[3], "Failed", false],
  [[8, 9, 10], "Planned", true],
])("the statuses %s are %s", (statuses, status, is_cancelled) => {
  for (const code of statuses) expect(makeRecord({ status: code }).record).toMatchObject({ status, is_cancelled });
});

test("names that are not mapped are taken as they are and told", () => {
  const { record, unmapped } = makeRecord({ status: 3, teamName: "North", tags: ["express"], failureReason: "Gone" });
  expect(record).toMatchObject({ depot: "North", zone: "express", failure_reason: "Gone" });
  expect(unmapped).toEqual([
    { field: "depot", value: "North" },
    { field: "zone", value: "express" },
    { field: "failure_reason", value: "Gone" },
  ]);
});

test("a status and an amount that nobody can read are told", () => {
  const custom = [{ label: "COD", name: "COD", value: "twelve" }];
  const { record, unmapped } = makeRecord({ status: 5, custom }, { codDue: "COD" });
  expect(record).not.toHaveProperty("cod_due_minor");
  expect(unmapped).toEqual([
    { field: "status", value: "5" },
    { field: "cod_due_minor", value: "twelve" },
  ]);
});

test.each([
  ["12.500", 3, 12500],
  ["12,500.00", 2, 1250000],
  ["12,500.00", 3, 12500000],
  ["12.5", 3, 12500],
  ["12,5", 2, 1250],
  ["1.250,75", 2, 125075],
  ["1,250,000", 0, 1250000],
  ["١٢٫٥٠٠", 3, 12500],
  ["۱۲٬۵۰۰", 2, 1250000],
  ["BHD 12.500", 3, 12500],
  ["12.500 د.ب", 3, 12500],
  ["-3.20", 2, -320],
  ["0", 3, 0],
  ["2.345", 2, 235],
  ["1 250.5", 2, 125050],
])("the amount %s in a currency of %i digits is %i", (value, digits, minor) => {
  const custom = [{ label: "COD", name: "COD", value }];
  const currency = { 0: "JPY", 2: "USD", 3: "BHD" }[digits] ?? "";
  const { record } = makeRecord({ custom }, { codCollected: "COD" }, currency);
  expect([record.cod_collected_minor, record.currency]).toEqual([minor, currency]);
});

test("amounts that hold two numbers are not guessed", () => {
  for (const value of ["12 or 15", "12/15", "9".repeat(30)]) {
    const custom = [{ label: "COD", name: "COD", value }];
    expect(makeRecord({ custom }, { cost: "COD" }).record).not.toHaveProperty("cost_minor");
  }
});
