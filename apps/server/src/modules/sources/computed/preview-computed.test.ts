import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { insertTenant } from "../../directory/index.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", "platform"), (context) =>
    insertTenant(context, {
      id: "north",
      name: "North",
      aiq_type: "Genesis",
      time_zone: "Asia/Bahrain",
      currency: "USD",
    }),
  );
});
afterAll(() => testApp.close());

async function preview(payload: object, headers = signedInAs("manager", "north")) {
  const url = "/api/tenants/north/computed/preview";
  const response = await testApp.app.inject({ method: "POST", url, headers, payload });
  return { status: response.statusCode, body: response.json() };
}

const columns = ["Quantity", "Price", "Date"];
const rows = [
  { Quantity: "2", Price: "0.1", Date: "12/01/2010 08:26" },
  { Quantity: "", Price: "0.1", Date: "" },
  { Quantity: "abc", Price: "0.1", Date: "soon" },
];

test("columns are computed for the rows that were sent, in the styles and the zone that they have", async () => {
  const computed = [
    { name: "Amount", expression: "[Quantity] * [Price]" },
    { name: "When", expression: "addMinutes([Date], 4)" },
  ];
  const { status, body } = await preview({ computed, columns, rows, columnStyles: { Date: { dates: "mdy" } } });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.items).toEqual([
    {
      name: "Amount",
      type: "number",
      nameProblem: null,
      problem: null,
      unseen: [],
      cells: [
        { value: "0.2", problem: null },
        { value: "", problem: null },
        { value: "", problem: '"abc" in the column "Quantity" is not a number.' },
      ],
    },
    {
      name: "When",
      type: "instant",
      nameProblem: null,
      problem: null,
      unseen: [],
      cells: [
        { value: "2010-12-01T05:30:00.000Z", problem: null },
        { value: "", problem: null },
        { value: "", problem: '"soon" in the column "Date" is not a date and time.' },
      ],
    },
  ]);
});

test("what is wrong is told with its place, and a name that is taken keeps nothing from being computed", async () => {
  const computed = [
    { name: "Amount", expression: "[Quantity] * [Prise]" },
    { name: "Price", expression: "1" },
  ];
  const { body } = await preview({ computed, columns, rows });
  expect(body.items).toMatchObject([
    {
      type: null,
      problem: { start: 13, end: 20, message: 'There is no column "Prise". Did you mean [Price]?' },
      cells: [],
    },
    {
      type: "number",
      nameProblem: 'The source has a column "Price". Choose another name.',
      cells: [{ value: "1" }, {}, {}],
    },
  ]);
});

test("a column that no row has shown is named where others may come", async () => {
  const computed = [{ name: "Amount", expression: "[Quantity] * [Discount]" }];
  const { body } = await preview({ computed, columns, rows, hasMoreColumns: true });
  expect(body.items).toMatchObject([{ problem: null, unseen: ["Discount"] }]);
});

test("others and other tenants have no say, and more than thirty columns or ten rows are too many", async () => {
  const computed = [{ name: "Amount", expression: "1" }];
  expect((await preview({ computed, columns, rows }, signedInAs("viewer", "north"))).status).toBe(403);
  expect((await preview({ computed, columns, rows }, signedInAs("manager", "south"))).status).toBe(404);
  expect((await preview({ computed, columns, rows }, signedInAs("admin"))).status).toBe(200);
  const many = Array.from({ length: 31 }, (_, place) => ({ name: `c${place}`, expression: "1" }));
  expect((await preview({ computed: many, columns, rows })).status).toBe(400);
  expect((await preview({ computed, columns, rows: Array.from({ length: 11 }, () => ({})) })).status).toBe(400);
  const long = [{ name: "Amount", expression: "1".repeat(1001) }];
  expect((await preview({ computed: long, columns, rows })).status).toBe(400);
});
