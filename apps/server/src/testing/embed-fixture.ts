import { insertTenant } from "../modules/directory/index.ts";
import { ingestFacts } from "../modules/metrics/index.ts";
import { platformTenant, systemCaller } from "../platform/context.ts";
import { factTable, randomNumbers, randomRecord } from "./facts.ts";
import { createTestApp, signedInAs, type TestApp } from "./test-app.ts";

export const carrier = "carrier";
/** A tenant that has the deliveries of Alpha and no others. */
export const twin = "twin";
export const alpha = { key: "3001", name: "Alpha Shop" };
export const beta = { key: "3002", name: "Beta Canary Shop" };
/** Stands in everything of Beta that could be shown. */
export const canary = "Canary";

type Fields = Record<string, unknown>;

/** An app with a carrier that delivers to two clients, and what is done to their links. */
export async function createEmbedFixture(environment: Record<string, string> = {}) {
  const testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z", ...environment } });
  await fill(testApp);
  const admin = signedInAs("superadmin");
  const call = async (method: "GET" | "POST" | "PATCH", url: string, payload?: object, headers = admin) => {
    const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
    return {
      status: response.statusCode,
      body: String(response.headers["content-type"]).includes("json") ? response.json() : response.body,
    };
  };
  const must = async (...request: Parameters<typeof call>) => {
    const { status, body } = await call(...request);
    if (status >= 300) throw new Error(`${request[1]}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const makeLink = async (fields: Fields = {}): Promise<Fields & { id: string }> =>
    must("POST", "/api/admin/links", {
      fields: { label: "In the shop", tenantId: carrier, client: alpha.key, ...fields },
    });
  return {
    ...testApp,
    call,
    must,
    makeLink,
    act: (name: string, ids: string[], fields: Fields = {}) =>
      must("POST", `/api/admin/links/acts/${name}`, { ids, fields }),
    change: async (id: string, fields: Fields) => {
      const { version } = await must("GET", `/api/admin/links/rows/${id}`);
      return must("PATCH", `/api/admin/links/rows/${id}`, { version, fields });
    },
    issueKey: (id: string, overlapHours = 24): Promise<{ key: string; kid: string; address: string }> =>
      must("POST", `/api/admin/links/${id}/keys`, { overlapHours }),
    /** What a visitor is answered who comes with a key, a token or nothing. */
    enter: async (payload: object) => {
      const response = await testApp.app.inject({ method: "POST", url: "/api/embed/session", payload });
      return { status: response.statusCode, text: response.body, body: response.json() };
    },
    /** What a visitor gets with a LAIQKAN token. */
    see: async (token: string, url: string) => {
      const response = await testApp.app.inject({ method: "GET", url, headers: { authorization: `Bearer ${token}` } });
      const isJson = String(response.headers["content-type"]).includes("json");
      return { status: response.statusCode, text: response.body, body: isJson ? response.json() : null };
    },
    /** The token of a link that needs a key. */
    createToken: async (fields: Fields = {}): Promise<string> => {
      const { id } = await makeLink(fields);
      const { key } = (await must("POST", `/api/admin/links/${id}/keys`, {})) as { key: string };
      const opened = await testApp.app.inject({
        method: "POST",
        url: "/api/embed/session",
        payload: { tookan_id: fields.client ?? alpha.key, key },
      });
      return opened.json().token;
    },
  };
}

export type EmbedFixture = Awaited<ReturnType<typeof createEmbedFixture>>;

async function fill(testApp: TestApp): Promise<void> {
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of [carrier, twin]) await insertTenant(context, { id, name: "Carrier Ltd", aiq_type: "Tookan" });
  });
  const random = randomNumbers(8);
  const table = factTable("delivery_tasks");
  const records = Array.from({ length: 400 }, (_, place) => {
    const client = place % 2 === 0 ? alpha : beta;
    const mark = client === beta ? canary : "";
    return {
      ...randomRecord(table, random),
      source_key: `${mark}job-${place}`,
      order_reference: `${mark}SO-${place}`,
      address: `${mark}Road ${place}`,
      driver: `${mark || "Ali"} Surname ${place % 5}`,
      zone: `${mark || "Zone"} ${place % 3}`,
      customer: client,
    };
  });
  const ofAlpha = records.filter(({ customer }) => customer === alpha);
  for (const [tenantId, some] of [
    [carrier, records],
    [twin, ofAlpha],
  ] as const) {
    await testApp.as(systemCaller("test", tenantId), (context) =>
      ingestFacts(context, { fact: "delivery_tasks", source: "test", records: some }),
    );
  }
}
