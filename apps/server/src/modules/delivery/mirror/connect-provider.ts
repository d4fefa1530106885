import type { Context } from "../../../platform/context.ts";
import { createConnection, selectConnections, updateConnection } from "../../sources/index.ts";

type Provider = { name: string; baseUrl: string; secret: string; hookSecret: string; intervalMinutes: number };

/** The tenant's connection to a delivery provider of this name, made or brought up to date; gives the path of its webhooks. */
export async function connectProvider(context: Context, { name, baseUrl, ...access }: Provider): Promise<string> {
  const settings = { baseUrl, requestsPerSecond: 20 };
  const existing = (await selectConnections(context)).find((one) => one.kind === "tookan" && one.name === name);
  const { tenantId } = context;
  const { hookPath } = existing
    ? await updateConnection(context, {
        tenantId,
        connection: existing.id,
        version: existing.version,
        settings,
        ...access,
      })
    : await createConnection(context, {
        tenantId,
        source: "tookan",
        kind: "tookan",
        name,
        settings,
        mapping: demoMapping,
        ...access,
      });
  return hookPath ?? "";
}

/** The labels of the account's own fields. */
const demoMapping = {
  codDue: "COD_Amount",
  codCollected: "COD_Collected",
  cost: "Delivery_Cost",
  serviceLevel: "Service_Level",
};
