import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { alpha, beta, canary, carrier, createEmbedFixture, type EmbedFixture } from "../../testing/embed-fixture.ts";
import { signedInAs } from "../../testing/test-app.ts";
import { insertUser } from "../directory/index.ts";
import { seedAccount } from "../identity/index.ts";
import { mintLaiqkanToken } from "./laiqkan-token.ts";

let fixture: EmbedFixture;
let token: string;
const everything = { fields: ["phone", "address", "amount", "proof"], canExport: true, days: 366 };

beforeAll(async () => {
  fixture = await createEmbedFixture();
  token = await fixture.createToken(everything);
});
afterAll(() => fixture.close());

type Panel = { id: string };
const listPanels = (report: { sections: { panels: Panel[] }[] }) => report.sections.flatMap(({ panels }) => panels);
const year = "from=2025-06-01&to=2026-03-19";
/** With the days before it within a year. */
const half = "from=2025-10-01&to=2026-03-19";

test("every panel of a client is the one of a tenant that has nobody else's deliveries", async () => {
  const { body: report } = await fixture.see(token, "/api/embed/report");
  const panels = listPanels(report);
  expect(panels.length).toBeGreaterThan(8);
  for (const { id } of panels) {
    const { body, text } = await fixture.see(token, `/api/embed/panels/${id}?${half}&basis=created`);
    const own = await fixture.must(
      "GET",
      `/api/reports/tookan-report/panels/${id}?${half}&basis=created`,
      undefined,
      signedInAs("manager", "twin"),
    );
    expect(text).not.toContain(canary);
    const metricIds = body.questions.flatMap(({ query }: { query: { metrics: string[] } }) => query.metrics);
    expect(metricIds.length, id).toBeGreaterThan(0);
    for (const [place, { answer }] of body.questions.entries()) {
      const other = own.questions[place].answer;
      // A trend that is left with one metric is compared, where the whole one with several is not.
      const compared = other.compareTime === null ? [] : metricIds.map((one: string) => `${one}__compare`);
      if (other.compareTime !== null) expect(answer.compareTime, id).toEqual(other.compareTime);
      const metrics = new Set<string>([...metricIds, ...compared]);
      const keep = (row: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => metrics.has(name) || !name.includes("_")));
      expect(answer.rows.map(keep), id).toEqual(other.rows.map(keep));
      expect(keep(answer.totals), id).toEqual(keep(other.totals));
    }
  }
});

test("rows, searches and files hold the client's deliveries alone, with drivers by their first names", async () => {
  const { body } = await fixture.see(token, `/api/embed/rows?${year}&limit=100`);
  const own = await fixture.must(
    "POST",
    "/api/metrics/rows",
    { metric: "delivery_count", time: { from: "2025-06-01", to: "2026-03-19" }, totals: true },
    signedInAs("manager", "twin"),
  );
  expect(body.totals.count).toBe(own.totals.count);
  expect(body.totals.count).toBeGreaterThan(100);
  expect(new Set(body.items.map(({ driver }: { driver: string }) => driver))).toEqual(new Set(["Ali"]));
  expect(body.columns.map(({ id }: { id: string }) => id)).not.toContain("customer");
  expect((await fixture.see(token, `/api/embed/rows?${year}&q=${canary}`)).body.items).toEqual([]);
  expect((await fixture.see(token, `/api/embed/rows?${year}&q=SO-`)).body.items.length).toBeGreaterThan(0);
  for (const format of ["csv", "xlsx", "pdf"]) {
    const file = await fixture.see(token, `/api/embed/export?format=${format}&${year}`);
    expect(file.status, format).toBe(200);
    // The others are compressed; all three are written from the same rows.
    if (format === "csv") expect(file.text).toMatch(/SO-\d+/);
    if (format === "csv") expect(file.text).not.toMatch(/Canary|Surname/);
  }
});

test("what a link does not show cannot be read, searched, sorted by or saved", async () => {
  const bare = await fixture.createToken();
  const { body: report } = await fixture.see(bare, "/api/embed/report");
  expect(JSON.stringify(report.sections)).not.toMatch(/cost|cod_|proof/);
  expect(listPanels(report).map(({ id }) => id)).not.toContain("map");
  expect(report).toMatchObject({ phone: null, exports: [], fields: [] });
  for (const panel of ["map", "cash", "coverage", "drivers", "customers", "cash-drivers"]) {
    expect((await fixture.see(bare, `/api/embed/panels/${panel}`)).status, panel).toBe(404);
  }
  const { body: rows } = await fixture.see(bare, "/api/embed/rows");
  const columns = rows.columns.map(({ id }: { id: string }) => id);
  for (const hidden of ["address", "cost_minor", "cod_collected_minor", "customer", "vehicle", "distance_metres"]) {
    expect(columns).not.toContain(hidden);
    expect((await fixture.see(bare, `/api/embed/rows?sort=${hidden}`)).status, hidden).toBe(400);
  }
  expect(Object.keys(rows.totals.sums)).not.toContain("cost_minor");
  expect((await fixture.see(bare, "/api/embed/rows?q=Road")).body.items).toEqual([]);
  for (const query of [
    "metric=cod_amount",
    "q=%00",
    "cursor=nothing",
    "sort=%00",
    "limit=101",
    "delivery_status=%00",
  ]) {
    expect((await fixture.see(bare, `/api/embed/rows?${query}`)).status, query).toBe(400);
  }
  expect((await fixture.see(bare, "/api/embed/export?format=csv")).status).toBe(403);
});

type Rules = { rules: { comparisonGap: { firstDay: string } | null }[]; compareTime: object | null };

test("a period is compared with days that the link shows, and with no days before them", async () => {
  const two = await fixture.createToken({ days: 14 });
  const less = await fixture.createToken({ days: 13 });
  const readHeadline = async (own: string, compare: string) => {
    const path = `/api/embed/panels/headline?period=last_7_days${compare}`;
    const { body } = await fixture.see(own, path);
    const [{ answer }] = body.questions as [{ answer: Rules }];
    const gaps = new Set(answer.rules.map(({ comparisonGap }) => comparisonGap?.firstDay));
    return {
      gaps: [...gaps],
      compareTime: answer.compareTime,
      hasCompared: JSON.stringify(answer).includes("__compare"),
    };
  };
  const before = { from: "2026-03-05", to: "2026-03-12" };
  expect(await readHeadline(two, "")).toEqual({ gaps: [undefined], compareTime: before, hasCompared: true });
  const hidden = { compareTime: null, hasCompared: false };
  expect(await readHeadline(less, "")).toEqual({ ...hidden, gaps: ["2026-03-06"] });
  expect(await readHeadline(two, "&compare=same_period_last_year")).toEqual({ ...hidden, gaps: ["2026-03-05"] });
  expect(await readHeadline(two, "&compare=none")).toEqual({ ...hidden, gaps: [undefined] });
});

test("days before and after those of the link, and other filters, are not shown", async () => {
  const month = await fixture.createToken({ days: 10 });
  const status = async (query: string) => (await fixture.see(month, `/api/embed/panels/outcomes?${query}`)).status;
  expect(await status("from=2026-03-09&to=2026-03-19")).toBe(200);
  expect(await status("period=last_7_days")).toBe(200);
  for (const query of [
    "from=2026-03-08&to=2026-03-19",
    "from=2026-03-10&to=2026-03-20",
    "period=last_30_days",
    "period=this_year",
    "customer=Beta Canary Shop",
    "not.customer=Alpha Shop",
    "driver=Ali Surname 0",
    "tenant=twin",
    "zone=Zone 1",
  ]) {
    expect(await status(query), query).toBe(400);
  }
});

test("filters that the host has fixed can be narrowed and never widened", async () => {
  const { createHmac } = await import("node:crypto");
  const { id } = await fixture.makeLink({ kind: "signed", days: 300 });
  const { key, kid } = await fixture.issueKey(id);
  const part = (one: object) => Buffer.from(JSON.stringify(one)).toString("base64url");
  const iat = Date.parse("2026-03-18T12:00:00Z") / 1000;
  const filters = { delivery_status: ["Delivered", "Failed"] };
  const text = `${part({ alg: "HS256", kid })}.${part({ sub: alpha.key, iat, exp: iat + 60, filters, days: 90 })}`;
  const signed = `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
  const { token: fixed } = (await fixture.enter({ token: signed })).body;
  const names = async (query: string) => {
    const { body, status } = await fixture.see(fixed, `/api/embed/rows?period=last_90_days&limit=100${query}`);
    if (status !== 200) return status;
    return new Set(body.items.map((row: { delivery_status: string }) => row.delivery_status));
  };
  expect(await names("")).toEqual(new Set(["Delivered", "Failed"]));
  expect(await names("&delivery_status=Failed")).toEqual(new Set(["Failed"]));
  expect(await names("&delivery_status=Pending")).toBe(400);
  expect((await fixture.see(fixed, "/api/embed/rows?period=this_year")).status).toBe(200);
  expect((await fixture.see(fixed, "/api/embed/rows?period=last_12_months")).status).toBe(400);
});

test("an ID token, a reset code, a key and a LAIQKAN token do not pass for each other", async () => {
  const email = "person@carrier.example";
  await fixture.as(systemCaller("test", platformTenant), async (context) => {
    const uid = await seedAccount(fixture.identity, context, { email, password: "a long password", name: "Person" });
    await insertUser(context, { uid, email, role: "superadmin", tenant_id: null });
  });
  const post = async (url: string, payload: object) =>
    (await fixture.app.inject({ method: "POST", url, payload })).json();
  const { idToken } = await post("/v1/accounts:signInWithPassword?key=any", {
    email,
    password: "a long password",
    returnSecureToken: true,
  });
  expect(idToken).toBeDefined();
  for (const path of ["report", "standing", "rows"])
    expect((await fixture.see(idToken, `/api/embed/${path}`)).status).toBe(403);
  for (const wrong of [idToken, token]) {
    expect((await fixture.enter({ tookan_id: alpha.key, key: wrong.slice(0, 200) })).status).toBe(404);
    expect((await fixture.enter({ tookan_id: alpha.key, token: wrong })).status).toBe(404);
  }
  const looked = await post("/v1/accounts:lookup?key=any", { idToken: token });
  expect(looked.error.message).toMatch(/INVALID_ID_TOKEN/);
  const reset = await post("/v1/accounts:resetPassword?key=any", { oobCode: token, newPassword: "another long one" });
  expect(reset.error.message).toMatch(/INVALID_OOB_CODE/);
  const [head, body = "", mark] = token.split(".");
  const other = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(body, "base64url").toString()), tookan_id: beta.key, exp: 4e9 }),
  ).toString("base64url");
  for (const forged of [
    `${head}.${other}.${mark}`,
    `${head}.${body}.`,
    `${head}.${body}.${mark}x`,
    `${head}..${mark}`,
  ]) {
    expect((await fixture.see(forged, "/api/embed/report")).status).toBe(401);
  }
});

test("a token whose time is over opens nothing, on no route of the report", async () => {
  const { id } = await fixture.makeLink(everything);
  const iat = Date.parse("2026-03-18T12:00:00Z") / 1000;
  const tokenUntil = (exp: number) =>
    fixture.as(systemCaller("test", platformTenant), async ({ secrets }) =>
      mintLaiqkanToken(secrets, { link: id, kid: null, tookan_id: alpha.key, jti: "j", iat: iat - 600, exp }),
    );
  const [over, good] = [await tokenUntil(iat), await tokenUntil(iat + 1)];
  for (const path of ["standing", "report", "panels/headline", "rows", "export?format=csv"]) {
    expect((await fixture.see(good, `/api/embed/${path}`)).status, path).toBe(200);
    expect((await fixture.see(over, `/api/embed/${path}`)).status, path).toBe(401);
  }
});

test("a client is found by its number, or by a name that only one has; its phone is shown where the link says so", async () => {
  await fixture.as(systemCaller("test", carrier), async ({ db, now }) => {
    await sql`insert into source_connections (tenant_id, id, source, kind, name, settings, mapping, published_state, created_at, updated_at)
      values (${carrier}, 'c', 'tookan', 'tookan', 'Account', '{}', '{}', 'healthy', ${now}, ${now})`.execute(db);
    for (const [id, name] of [
      [alpha.key, "Alpha Shop"],
      ["3003", "Gamma"],
      ["3004", "Gamma"],
    ]) {
      await sql`insert into provider_clients (tenant_id, connection_id, client_id, name, phone, print, first_seen_at, changed_at, seen_at)
        values (${carrier}, 'c', ${id}, ${name}, '+973 3600 1000', '', ${now}, ${now}, ${now})`.execute(db);
    }
  });
  await expect(fixture.makeLink({ client: "Gamma" })).rejects.toThrow(/Several clients have this name/);
  await expect(fixture.makeLink({ client: "Nobody" })).rejects.toThrow(/no such client/);
  expect(await fixture.makeLink({ client: "3004" })).toMatchObject({ clientName: "Gamma", tookanId: "3004" });
  const findPhone = async (ownToken: string) => (await fixture.see(ownToken, "/api/embed/report")).body.phone;
  expect(await findPhone(await fixture.createToken({ fields: ["phone"] }))).toBe("+973 3600 1000");
  expect(await findPhone(await fixture.createToken({ fields: ["address"] }))).toBeNull();
});
