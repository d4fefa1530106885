import type { AskAnswer, EntityRow } from "@console/contracts";
import { sql } from "kysely";
import { expect } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../../metrics/index.ts";

const drivers = ["Ann Berg", "Bo Carlsen", "Zoë Dietrich"];

/** Two tenants with the same deliveries, and ways to teach and to ask. */
export async function createTrainingApp() {
  const testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await testApp.pool.query(`insert into tenants (id, name, aiq_type, created_at)
    values ('asks', 'Asks', 'tookan', now()), ('others', 'Others', 'tookan', now())`);
  for (const tenantId of ["asks", "others"]) {
    const records = Array.from({ length: 60 }, (_, index) => ({
      source_key: `${index}`,
      driver: drivers[index % 3],
      depot: index % 2 === 0 ? "North Depot" : "South Depot",
      status: index % 5 === 0 ? "Failed" : "Delivered",
      created_at: `2026-03-${String((index % 17) + 1).padStart(2, "0")}T08:00:00Z`,
    }));
    await testApp.as(systemCaller("test", tenantId), (context) =>
      ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }),
    );
  }
  /** Reads or writes rows of training past all use cases, as the platform. */
  const query = async (text: string) => {
    const { rows } = await testApp.as(systemCaller("test", "platform"), ({ db }) =>
      sql.raw<Record<string, unknown>>(text).execute(db),
    );
    return rows;
  };
  return { testApp, query, ...callsTo(testApp) };
}

export const manager = signedInAs("manager", "asks", "manager-1");
export const otherManager = signedInAs("manager", "others", "manager-2");
export const admin = signedInAs("admin");

/** What tests do with a running product. */
export function callsTo({ app }: Pick<TestApp, "app">) {
  const send = (method: "POST" | "PATCH" | "GET", url: string, payload: object | undefined, headers = manager) =>
    app.inject({ method, url, headers, ...(payload && { payload }) });
  return {
    send,
    async ask(question: string, headers = manager): Promise<AskAnswer> {
      const response = await send("POST", "/api/assistant/ask", { question }, headers);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    async teach(entity: string, fields: object, headers = manager, isConfirmed = false): Promise<EntityRow> {
      const response = await send("POST", `/api/admin/${entity}`, { fields, isConfirmed }, headers);
      expect(response.statusCode, response.body).toBe(201);
      return response.json();
    },
    async act(entity: string, name: string, row: EntityRow, headers = manager): Promise<void> {
      const payload = { ids: [row.id], fields: {} };
      const response = await send("POST", `/api/admin/${entity}/acts/${name}`, payload, headers);
      expect(response.json().outcomes, response.body).toMatchObject([{ isDone: true }]);
    },
  };
}
