import type { SourceName } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { signedInAs } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { insertUser } from "../../directory/index.ts";
import { ingestFacts } from "../../metrics/index.ts";
import { admin, type ImportFixture, openImportFixture, tenantId } from "../imports/import-fixture-for-tests.ts";
import { checksForSource } from "./checks-for-source.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
  await fixture.testApp.as(systemCaller("test", "platform"), async (context) => {
    await insertUser(context, { uid: "ada", email: "ada@platform.test", role: "admin", name: "Ada" });
    await insertUser(context, {
      uid: "tom",
      email: "tom@north.test",
      role: "manager",
      name: "Tom",
      tenant_id: tenantId,
    });
  });
});
afterAll(() => fixture.close());

const at = (connection: string, tenant = tenantId) => `/api/tenants/${tenant}/connections/${connection}`;
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

/** A connection that is never read: what it would bring is brought by hand. */
async function connect(source: SourceName, name: string): Promise<string> {
  const made = { source, kind: "rest", name, settings: { url: "http://127.0.0.1:1/rows" } };
  const { status, body } = await fixture.call("POST", `/api/tenants/${tenantId}/connections`, made);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

/** Stores facts as if a connection had brought them. */
async function bring(connection: string, fact: string, records: Record<string, unknown>[], tenant = tenantId) {
  const outcome = await fixture.testApp.as(systemCaller("test", tenant), (context) =>
    ingestFacts(context, { fact, source: connection, records }),
  );
  expect(outcome.rejected).toEqual([]);
}

type Shown = { id: string; found: number | null; looked: number | null; foundBefore: number | null };

async function check(connection: string): Promise<Record<string, string>> {
  const { status, body } = await fixture.call("POST", `${at(connection)}/checks/run`, {});
  expect(status, JSON.stringify(body)).toBe(200);
  return Object.fromEntries(body.items.map(({ id, found, looked }: Shown) => [id, `${found} of ${looked}`]));
}

async function examples(connection: string, name: string): Promise<Record<string, unknown>[]> {
  const { status, body } = await fixture.call("GET", `${at(connection)}/checks/${name}/examples`);
  expect(status, JSON.stringify(body)).toBe(200);
  const labels = (row: Record<string, unknown>) =>
    Object.fromEntries(body.columns.map(({ id, label }: Record<string, string>) => [label, row[id ?? ""]]));
  return body.items.map(labels);
}

const move = (source_key: string, product: string, extra: Record<string, unknown> = {}) => ({
  source_key,
  product,
  warehouse: "Main",
  movement_type: "Receipt",
  moved_at: hours(-48),
  quantity_milli: 5000,
  value_minor: 900,
  ...extra,
});

test("a source that has no checks can be checked all the same", async () => {
  expect(await check(await connect("tookan", "Deliveries"))).toEqual({});
});

test("each check of a warehouse finds its own fault and nothing else", async () => {
  const connection = await connect("warehouse", "Stock");
  const stock = (source_key: string, product: string, unit_cost_minor = 180) => ({
    source_key,
    product,
    unit_cost_minor,
    warehouse: "Main",
    listed_at: hours(-400),
  });
  await bring(
    connection,
    "stock_items",
    ["Tea", "Salt", "Rice", "Oats"].map((name) => stock(`i-${name}`, name)),
  );
  await bring(connection, "stock_movements", [move("ok-1", "Tea"), move("ok-2", "Rice")]);
  const count = { warehouse: "Main", product: "Tea", counted_milli: 5000 };
  await bring(connection, "stock_counts", [{ ...count, source_key: "today", counted_at: hours(10) }]);
  expect(await check(connection)).toEqual({
    negative_stock: "0 of 2",
    stock_without_cost: "0 of 2",
    unlisted_item: "0 of 2",
    listed_twice: "0 of 4",
    future_movement: "0 of 2",
    future_count: "0 of 1",
    wrong_sign: "0 of 2",
    item_without_cost: "0 of 4",
  });

  const issue = { movement_type: "Issue", quantity_milli: -8000, value_minor: -1440 };
  await bring(connection, "stock_movements", [
    move("below", "Rice", issue),
    move("free", "Salt", { value_minor: 0 }),
    move("ahead", "Tea", { moved_at: hours(30) }),
    move("sign", "Oats", { movement_type: "Issue", quantity_milli: 100, value_minor: 20 }),
    move("nowhere", "Figs"),
  ]);
  await bring(connection, "stock_counts", [{ ...count, source_key: "ahead", counted_at: hours(48) }]);
  await bring(connection, "stock_items", [stock("i-free", "Dates", 0), stock("i-again", "Tea")]);
  expect(await check(connection)).toEqual({
    negative_stock: "1 of 5",
    stock_without_cost: "1 of 5",
    unlisted_item: "1 of 5",
    listed_twice: "1 of 5",
    future_movement: "1 of 7",
    future_count: "1 of 2",
    wrong_sign: "1 of 7",
    item_without_cost: "1 of 6",
  });
  expect(await examples(connection, "negative_stock")).toMatchObject([
    { Warehouse: "Main", Product: "Rice", "On hand": -3000, Value: -540 },
  ]);
  expect(await examples(connection, "stock_without_cost")).toMatchObject([{ Product: "Salt", "On hand": 5000 }]);
  expect(await examples(connection, "future_movement")).toMatchObject([{ Movement: "ahead", Type: "Receipt" }]);
  expect(await examples(connection, "future_count")).toMatchObject([{ Product: "Tea", "Counted quantity": 5000 }]);
  expect(await examples(connection, "wrong_sign")).toMatchObject([{ Movement: "sign", Type: "Issue", Quantity: 100 }]);
  expect(await examples(connection, "unlisted_item")).toMatchObject([{ Product: "Figs", Movements: 1 }]);
  expect(await examples(connection, "item_without_cost")).toMatchObject([{ "Stock item": "i-free", "Unit cost": 0 }]);
  expect(await examples(connection, "listed_twice")).toMatchObject([
    { Product: "Tea", Listings: 2, "Keys in the source": "i-Tea, i-again" },
  ]);
});

test("each check of Genesis finds its own fault and nothing else", async () => {
  const connection = await connect("genesis", "Sales");
  const sale = (source_key: string, extra: Record<string, unknown> = {}) => ({
    source_key,
    receipt_key: source_key,
    sold_at: hours(-3),
    branch: "Seef",
    product: "Tea",
    quantity_milli: 1000,
    gross_minor: 1000,
    discount_minor: 100,
    ...extra,
  });
  await bring(connection, "branches", [{ source_key: "b1", branch: "Riffa", opened_at: hours(-9000) }]);
  await bring(connection, "sale_lines", [
    sale("ok"),
    sale("returned", { gross_minor: -1000, discount_minor: -100 }),
    sale("homeless", { branch: null }),
    sale("ahead", { sold_at: hours(30) }),
    sale("dear", { discount_minor: -50 }),
  ]);
  const target = (source_key: string, branch: string) => ({ source_key, branch, day: "2026-03-01", target_minor: 5 });
  await bring(connection, "sales_targets", [target("t1", "Seef"), target("t2", "Riffa"), target("t3", "Sitra")]);
  expect(await check(connection)).toEqual({
    sale_without_branch: "1 of 5",
    future_sale: "1 of 5",
    net_over_gross: "1 of 5",
    returns_written_two_ways: "0 of 0",
    target_of_unknown_branch: "1 of 3",
  });
  expect(await examples(connection, "sale_without_branch")).toMatchObject([{ Line: "homeless", Gross: 1000 }]);
  expect(await examples(connection, "future_sale")).toMatchObject([{ Line: "ahead", Branch: "Seef" }]);
  expect(await examples(connection, "net_over_gross")).toMatchObject([{ Line: "dear", Discount: -50, Net: 1050 }]);
  expect(await examples(connection, "target_of_unknown_branch")).toMatchObject([
    { Target: "t3", Branch: "Sitra", Day: "2026-03-01" },
  ]);
});

test("each check of Docman finds its own fault and nothing else", async () => {
  const connection = await connect("docman", "Documents");
  const paper = (source_key: string, extra: Record<string, unknown> = {}) => ({
    source_key,
    title: `Paper ${source_key}`,
    status: "Approved",
    document_type: "Contract",
    owner: "Ada",
    created_at: "2026-03-01T09:00:00Z",
    expires_on: "2027-03-01",
    reference: source_key,
    ...extra,
  });
  await bring(connection, "documents", [
    paper("ok"),
    paper("untyped", { document_type: null }),
    paper("unowned", { owner: null }),
    paper("past", { expires_on: "2026-02-28" }),
    paper("copy", { reference: "first", supplier: "Acme" }),
    paper("first", { supplier: "Acme" }),
    paper("endless", { is_perpetual: true, expires_on: null }),
    paper("both", { is_perpetual: true }),
    paper("in time", { notice_on: "2027-03-01" }),
    paper("too late", { notice_on: "2027-03-02" }),
  ]);
  const step = (source_key: string, document_key: string) => ({
    source_key,
    document_key,
    step_number: 1,
    approver: "Tom",
    entered_at: "2026-03-02T09:00:00Z",
  });
  await bring(connection, "approval_steps", [step("s1", "ok"), step("s2", "lost")]);
  expect(await check(connection)).toEqual({
    document_without_type: "1 of 10",
    document_without_owner: "1 of 10",
    expired_before_created: "1 of 9",
    perpetual_with_expiry: "1 of 2",
    notice_after_expiry: "1 of 2",
    same_reference: "1 of 9",
    step_of_unknown_document: "1 of 2",
  });
  expect(await examples(connection, "document_without_type")).toMatchObject([{ Title: "Paper untyped" }]);
  expect(await examples(connection, "document_without_owner")).toMatchObject([{ Title: "Paper unowned" }]);
  expect(await examples(connection, "expired_before_created")).toMatchObject([{ Expires: "2026-02-28" }]);
  expect(await examples(connection, "perpetual_with_expiry")).toMatchObject([{ Title: "Paper both" }]);
  expect(await examples(connection, "notice_after_expiry")).toMatchObject([{ "Notice date": "2027-03-02" }]);
  expect(await examples(connection, "same_reference")).toMatchObject([
    { Reference: "first", Type: "Contract", Supplier: "Acme", Documents: 2, "Keys in the source": "copy, first" },
  ]);
  expect(await examples(connection, "step_of_unknown_document")).toMatchObject([{ "Document key": "lost", Step: 1 }]);
});

test("a run to its end is followed by the checks of its connection, and the count before is kept", async () => {
  const header = "id,sku,warehouse,type,date,qty,value";
  const run = await fixture.take(`${header}\na1,Nuts,Main,Issue,2026-03-05,-4,-20.00\n`, { source: "warehouse" });
  const { connection } = run;
  const waitForCount = async (found: number) => {
    let shown: Shown | undefined;
    await until(async () => {
      const { body } = await fixture.call("GET", `${at(connection)}/checks`);
      shown = body.items.find(({ id }: Shown) => id === "negative_stock");
      return body.checkedAt !== null && shown?.found === found;
    });
    return shown;
  };
  expect(await waitForCount(1)).toMatchObject({ foundBefore: null, looked: 1 });
  await fixture.take(`${header}\na2,Nuts,Main,Receipt,2026-03-04,9,45.00\n`, { source: "warehouse" });
  expect(await waitForCount(0)).toMatchObject({ foundBefore: 1 });
});

test("an item that two connections move is judged by all of its movements", async () => {
  const [inbound, outbound] = [await connect("warehouse", "Inbound"), await connect("warehouse", "Outbound")];
  await bring(inbound, "stock_movements", [move("in", "Shared")]);
  await bring(outbound, "stock_movements", [
    move("out", "Shared", { movement_type: "Issue", quantity_milli: -5000, value_minor: -900 }),
  ]);
  expect(await check(outbound)).toMatchObject({ negative_stock: "0 of 1" });
});

test("a muted check needs nobody until its time is over; muting, owner and checking stand among the changes", async () => {
  const connection = await connect("docman", "Muted");
  const own = `${at(connection)}/checks/document_without_type`;
  const muted = await fixture.call("PUT", `${own}/mute`, { reason: "Types come in May.", until: hours(24) });
  expect(muted.body).toMatchObject({ mute: { by: "u1", reason: "Types come in May.", until: expect.any(String) } });
  const refused = await fixture.call("PUT", `${own}/mute`, { reason: "Too late.", until: hours(-1) });
  expect([refused.status, refused.body.error.fields]).toEqual([400, { until: "Give a later time." }]);
  await fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db
      .updateTable("source_checks")
      .set({ muted_until: new Date(Date.now() - 1000) })
      .where("tenant_id", "=", tenantId)
      .where("connection_id", "=", connection)
      .execute(),
  );
  const listed = await fixture.call("GET", `${at(connection)}/checks`);
  expect(listed.body.items.map(({ mute }: { mute: unknown }) => mute)).toEqual(
    checksForSource("docman").map(() => null),
  );
  expect(listed.body.people).toEqual([{ uid: "ada", name: "Ada" }]);

  await fixture.call("PUT", `${own}/mute`, { reason: "For good.", until: null });
  expect((await fixture.call("DELETE", `${own}/mute`)).body.mute).toBeNull();
  expect((await fixture.call("PUT", `${own}/owner`, { owner: "ada" })).body.owner).toBe("ada");
  for (const owner of ["tom", "nobody"]) {
    expect((await fixture.call("PUT", `${own}/owner`, { owner })).status).toBe(400);
  }
  await check(connection);
  const changes = await fixture.call("GET", `${at(connection)}/changes`);
  expect(changes.body.items.map(({ act }: { act: string }) => act)).toEqual([
    "checked",
    "check_owner_set",
    "check_unmuted",
    "check_muted",
    "check_muted",
    "created",
  ]);
  const audited = await fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db
      .selectFrom("audit_entries")
      .select("act")
      .where("tenant_id", "=", tenantId)
      .where("subject", "=", connection)
      .execute(),
  );
  expect(audited.map(({ act }) => act)).toEqual(
    expect.arrayContaining(["source.check_muted", "source.check_unmuted", "source.check_owner_set", "source.checked"]),
  );
});

test("another tenant's facts, checks and documents do not exist", async () => {
  const connection = await connect("warehouse", "Alone");
  await bring(connection, "stock_movements", [move("far", "Tea", { quantity_milli: -1, value_minor: -1 })], "south");
  expect((await check(connection)).negative_stock).toBe("0 of 0");
  const elsewhere = at(connection, "south");
  const negative = "checks/negative_stock";
  const calls = [
    ...(["checks", `${negative}/examples`, "warehouses", "documents", "document-types"] as const).map(
      (path) => ["GET", path, undefined] as const,
    ),
    ["POST", "checks/run", {}] as const,
    ["PUT", `${negative}/mute`, { reason: "None of mine.", until: null }] as const,
    ["DELETE", `${negative}/mute`, undefined] as const,
    ["PUT", `${negative}/owner`, { owner: null }] as const,
  ];
  for (const [method, path, body] of calls) {
    expect((await fixture.call(method, `${elsewhere}/${path}`, body, admin)).status, path).toBe(404);
    const manager = signedInAs("manager", tenantId);
    expect((await fixture.call(method, `${at(connection)}/${path}`, body, manager)).status, path).toBe(403);
  }
  expect((await fixture.call("GET", `${at(connection)}/checks/future_sale/examples`)).status).toBe(404);
});

test("amounts are told in the currency of their own row, and those of several currencies are not added up", async () => {
  const shop = await connect("genesis", "Shop abroad");
  const sale = (source_key: string, currency: string) => ({
    source_key,
    receipt_key: source_key,
    sold_at: hours(-48),
    quantity_milli: 1000,
    gross_minor: 1000,
    currency,
  });
  await bring(shop, "sale_lines", [sale("yen", "JPY"), sale("dinar", "BHD")]);
  const rows = await examples(shop, "sale_without_branch");
  expect(Object.fromEntries(rows.map((row) => [row.Line, [row.Gross, row.Currency]]))).toEqual({
    yen: [1000, "JPY"],
    dinar: [1000, "BHD"],
  });
  const store = await connect("warehouse", "Store abroad");
  await bring(store, "stock_movements", [
    move("mixed-1", "Rice", { warehouse: "Abroad", value_minor: 900, currency: "JPY" }),
    move("mixed-2", "Rice", { warehouse: "Abroad", quantity_milli: 1, value_minor: -1000, currency: "BHD" }),
    move("bare", "Oats", { warehouse: "Abroad", value_minor: 0 }),
  ]);
  expect((await check(store)).stock_without_cost).toBe("1 of 1");
});
