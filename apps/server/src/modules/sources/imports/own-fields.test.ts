import { metricQuery, type OwnField } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { signedInAs } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { metricsJobs, queryMetrics } from "../../metrics/index.ts";
import {
  admin,
  type ImportFixture,
  manager,
  openImportFixture,
  saleFields,
  tenantId,
} from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture({ jobs: metricsJobs() });
});
afterAll(() => fixture.close());

const path = `/api/tenants/${tenantId}/own-fields`;
const lines = (tills: readonly string[]) =>
  [
    "id,receipt,date,branch,qty,gross,till",
    ...tills.map((till, index) => `${index},r${index},2026-03-0${index + 1},Seef,1,${index + 1}.00,${till}`),
    "",
  ].join("\n");
const mapping = (field: string) =>
  JSON.stringify({ fact: "sale_lines", fields: { ...saleFields, [field]: { from: "till" } } });

async function add(
  label: string,
  fact = "sale_lines",
): Promise<{ status: number; body: OwnField & { message: string } }> {
  return fixture.call("POST", path, { fact, label }, manager);
}

async function query(question: object, headers = manager) {
  const time = { from: "2026-03-01", to: "2026-04-01" };
  return fixture.call("POST", "/api/metrics/query", { metrics: ["net_sales"], time, ...question }, headers);
}

test("a column of the tenant's own is filled by a load, and figures, rows and reports are split and narrowed by it", async () => {
  const { status, body: field } = await add("Till");
  expect([status, field]).toEqual([
    201,
    {
      fact: "sale_lines",
      number: 1,
      label: "Till",
      id: expect.any(String),
      field: "own_1",
      dimension: "sale_lines_own_1",
      values: 0,
      isBeingRemoved: false,
    },
  ]);
  const run = await fixture.take(lines(["A", "B", "A", ""]), { mapping: mapping("own_1") });
  expect(run.rows).toMatchObject({ read: 4, written: 4, rejected: 0 });
  // Without a mapping, the column is found by the name of the field.
  const again = await fixture.take(lines(["A", "B", "B", ""]), { name: "again.csv" });
  expect(again.rows).toMatchObject({ read: 4, replaced: 1, unchanged: 3 });

  const { body: split } = await query({ dimensions: [field.dimension] });
  expect(split.columns[0]).toMatchObject({ id: field.dimension, label: "Till" });
  const byTill = Object.fromEntries(
    split.rows.map((row: Record<string, unknown>) => [row[field.dimension], row.net_sales]),
  );
  expect(byTill).toEqual({ A: 1, B: 5, Unassigned: 4 });
  const filters = [{ field: field.dimension, op: "in", values: ["B"] }];
  expect((await query({ filters })).body.totals.net_sales).toBe(5);
  const rows = await fixture.call(
    "POST",
    "/api/metrics/rows",
    { metric: "net_sales", filters, time: { from: "2026-03-01", to: "2026-04-01" } },
    manager,
  );
  expect(rows.body.columns.map(({ label }: { label: string }) => label)).toContain("Till");
  expect(rows.body.items.map((row: Record<string, unknown>) => row[field.dimension])).toEqual(["B", "B"]);

  const report = await fixture.call("GET", "/api/reports/genesis-report", undefined, manager);
  expect(report.body.filters.at(-1)).toEqual({ dimension: field.dimension, label: "Till", members: null });
  expect(report.body.sections.at(-1)).toMatchObject({
    title: "Own fields",
    panels: [{ title: "Till", by: field.dimension }],
  });
  const view = `from=2026-03-01&to=2026-04-01&${field.dimension}=B`;
  const panel = await fixture.call(
    "GET",
    `/api/reports/genesis-report/panels/${field.dimension}?${view}`,
    undefined,
    manager,
  );
  expect(panel.body.questions[0].answer.rows).toMatchObject([{ [field.dimension]: "B", net_sales: 5 }]);
  const members = await fixture.call("GET", `/api/metrics/members?dimension=${field.dimension}`, undefined, manager);
  expect(members.body.items).toEqual([{ name: "A" }, { name: "B" }]);
});

test("another tenant, and one without such a field, can neither see nor ask it", async () => {
  const other = signedInAs("manager", "south");
  expect((await fixture.call("GET", path, undefined, other)).status).toBe(404);
  expect((await fixture.call("POST", path, { fact: "sale_lines", label: "Mine" }, other)).status).toBe(404);
  expect((await query({ dimensions: ["sale_lines_own_1"] }, other)).status).toBe(400);
  expect((await query({ dimensions: ["sale_lines_own_2"] })).status).toBe(400);
  const report = await fixture.call("GET", "/api/reports/genesis-report", undefined, other);
  expect(JSON.stringify(report.body)).not.toContain("own_1");
  const confined = { members: [], columns: new Set<string>(), shortened: new Set<string>(), days: 30 };
  const visitor = { ...systemCaller("test", tenantId), confined };
  const question = metricQuery.parse({ metrics: ["net_sales"], dimensions: ["sale_lines_own_1"] });
  await expect(fixture.testApp.inSnapshot(visitor, (context) => queryMetrics(context, question))).rejects.toThrow(
    'There is no dimension "sale_lines_own_1"',
  );
  const refused = await fixture.send(lines(["A"]), { mapping: mapping("own_2") });
  expect([refused.status, refused.body.error?.message ?? refused.body.message]).toEqual([
    400,
    "This own field was removed. Reload the page and choose again.",
  ]);
});

test("names are told apart, tables have room for ten, and a name is changed without its values", async () => {
  expect((await add("till")).status).toBe(400);
  for (const label of [
    "Branch",
    "gross",
    "Sold at",
    "ＴＩＬＬ",
    " till ",
    "Ti\u200bll",
    "Ti\u202ell",
    "\u3164",
    "\u2800",
  ]) {
    expect([label, (await add(label)).status]).toEqual([label, 400]);
  }
  expect((await add("Till", "branches")).status).toBe(400);
  for (let number = 1; number <= 10; number++) expect((await add(`Field ${number}`, "documents")).status).toBe(201);
  expect((await add("One more", "documents")).status).toBe(409);
  const renamed = await fixture.call("PATCH", `${path}/sale_lines/1`, { label: "Cash desk" }, manager);
  expect(renamed.body).toMatchObject({ label: "Cash desk", values: 2 });
  const { body } = await query({ dimensions: ["sale_lines_own_1"] });
  expect(body.columns[0].label).toBe("Cash desk");
});

test("a removed field is gone at once, its values are cleared, and no mapping fills the next one of its number", async () => {
  const views = "/api/reports/genesis-report/views";
  const kept = "from=2026-03-01&sale_lines_own_1=B&not.sale_lines_own_1=A&sale_lines_own_10=C";
  expect((await fixture.call("POST", views, { title: "Till B", query: kept }, manager)).status).toBe(201);
  const cards = ["sale_lines_own_1", "headline"].map((panel) => ({ report: "genesis-report", panel, width: 6 }));
  const choice = "/api/choices/dashboard";
  expect((await fixture.call("PUT", choice, { value: cards }, manager)).status).toBe(200);
  const tab = await fixture.send(lines(["A"]), { draft: "1" });
  const preview = await fixture.call(
    "POST",
    `/api/tenants/${tenantId}/imports/${tab.body.run.id}/preview`,
    {},
    manager,
  );
  const till = preview.body.fields.find(({ name }: { name: string }) => name === "own_1");
  const before = await fixture.call("DELETE", `${path}/sale_lines/1`, undefined, manager);
  expect(before.body).toMatchObject({ isBeingRemoved: true });
  expect((await query({ dimensions: ["sale_lines_own_1"] })).status).toBe(400);
  await until(async () => {
    const { body } = await fixture.call("GET", path, undefined, admin);
    return body.items.every(({ fact }: OwnField) => fact !== "sale_lines");
  });
  const report = await fixture.call("GET", "/api/reports/genesis-report", undefined, manager);
  expect(report.body.views).toMatchObject([{ title: "Till B", query: "from=2026-03-01&sale_lines_own_10=C" }]);
  expect((await fixture.call("GET", choice, undefined, manager)).body.value).toEqual([cards[1]]);
  // Numbers that were never used come first, so that one comes again as late as can be.
  for (let number = 2; number <= 10; number++) expect((await add(`Field ${number}`)).body).toMatchObject({ number });
  expect((await add("Shift")).body).toMatchObject({ number: 1, values: 0 });
  // A page that was opened before means the field that was.
  const stale = { ...JSON.parse(mapping("own_1")), ownFields: { own_1: till.ownField } };
  const started = await fixture.call(
    "POST",
    `/api/tenants/${tenantId}/imports/${tab.body.run.id}/start`,
    { mapping: stale },
    manager,
  );
  expect([started.status, JSON.stringify(started.body)]).toEqual([
    400,
    expect.stringContaining("Shift is in its place"),
  ]);
  // The same file again, with the mapping of its connection: the column is none of the new field's.
  const again = await fixture.take(lines(["A", "B", "B", ""]), { name: "again.csv" });
  expect(again.rows).toMatchObject({ unchanged: 4 });
  const { body } = await query({ dimensions: ["sale_lines_own_1"] });
  expect(body.rows.map((row: Record<string, unknown>) => row.sale_lines_own_1)).toEqual(["Unassigned"]);
  // What a load keeps to be undone does not bring the values back either.
  const runs = `/api/tenants/${tenantId}/connections/${again.connection}/runs`;
  const { items } = (await fixture.call("GET", runs)).body;
  const replaced = items.find(({ rows }: { rows: { replaced: number } }) => rows.replaced === 1);
  const undone = (await fixture.call("POST", `${runs}/${replaced.id}/undo`, {})).body;
  await until(async () => (await fixture.call("GET", `${runs}/${undone.id}`)).body.state === "done");
  const after = await query({ dimensions: ["sale_lines_own_1"] });
  expect(after.body.rows.map((row: Record<string, unknown>) => row.sale_lines_own_1)).toEqual(["Unassigned"]);
});
