import { pathParameters, type Route } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beta, canary, createEmbedFixture, type EmbedFixture } from "../testing/embed-fixture.ts";
import { describedEndpoints } from "./endpoints-for-tests.ts";

let fixture: EmbedFixture;
let token: string;
beforeAll(async () => {
  fixture = await createEmbedFixture();
  token = await fixture.createToken({ fields: ["phone", "address", "amount", "proof"], canExport: true, days: 366 });
});
afterAll(() => fixture.close());

/** A call that names the other client wherever something can be named. */
function makeCall(route: Route) {
  const url = pathParameters(route.path).reduce<string>(
    (path, name) => path.replace(`{${name}}`, name === "tenantId" ? "carrier" : beta.key),
    route.path,
  );
  const isRead = route.method === "GET" || route.method === "DELETE";
  return isRead
    ? { url }
    : { url, payload: { tookan_id: beta.key, metric: "delivery_count", metrics: ["delivery_count"] } };
}

test("with the token of one client no route of the product tells anything of another", async () => {
  const authorization = `Bearer ${token}`;
  const entered: string[] = [];
  for (const { route } of describedEndpoints) {
    const response = await fixture.app.inject({ method: route.method, headers: { authorization }, ...makeCall(route) });
    const name = `${route.method} ${route.path}`;
    expect(response.body, name).not.toContain(canary);
    if (route.permission !== "public" && ![401, 403].includes(response.statusCode)) entered.push(name);
  }
  expect(entered.sort()).toEqual([
    "GET /api/embed/export",
    "GET /api/embed/panels/{panel}",
    "GET /api/embed/report",
    "GET /api/embed/rows",
    "GET /api/embed/standing",
  ]);
});
