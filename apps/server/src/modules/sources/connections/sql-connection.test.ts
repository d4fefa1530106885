import { afterAll, beforeAll, expect, test } from "vitest";
import { hostileQueries } from "../../../connectors/sql/hostile-queries-for-tests.ts";
import { openSourceFixture, type SourceFixture, tenantId } from "./source-fixture-for-tests.ts";

let fixture: SourceFixture;
beforeAll(async () => {
  fixture = await openSourceFixture({ isIdle: true });
});
afterAll(() => fixture.close());

const place = `/api/tenants/${tenantId}`;

function toSettings(query: string) {
  const url = new URL(fixture.testApp.databaseUrl);
  return {
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: url.username,
    tls: false,
    query,
    cursorColumn: "id",
  };
}

const readSecret = () => decodeURIComponent(new URL(fixture.testApp.databaseUrl).password);

test("a query that does more than read is never stored, tested or sampled: the field says why", async () => {
  const path = await fixture.connect({ kind: "sql", secret: readSecret(), settings: toSettings("select 1 as id;") });
  const { version } = (await fixture.call("GET", path)).body;
  for (const query of hostileQueries) {
    const settings = toSettings(query);
    const made = { source: "genesis", kind: "sql", name: "Trick", secret: readSecret(), settings };
    const answers = [
      await fixture.call("POST", `${place}/connections`, made),
      await fixture.call("PATCH", path, { version, settings }),
      await fixture.call("POST", `${path}/test`, { settings }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error?.fields?.["settings.query"]], query).toEqual([400, body.error.message]);
    }
  }
  const rows = await fixture.inTenant(({ db }) =>
    db.selectFrom("source_connections").select("settings").where("tenant_id", "=", tenantId).execute(),
  );
  expect(rows).toEqual([{ settings: toSettings("select 1 as id;") }]);
});

test("the test of a connection warns where its user can write", async () => {
  const path = await fixture.connect({ kind: "sql", secret: readSecret(), settings: toSettings("select 1 as id") });
  const { status, body } = await fixture.call("POST", `${path}/test`, {});
  expect([status, body.isReachable, body.message]).toEqual([200, true, "The query can be read; it has 1 columns."]);
  expect(body.warning).toContain("can write");
});
