import { sourceMapping, tookanMapping } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { type Connection, selectConnections } from "./connection-store.ts";

/** The caller's connections that deliver amounts without a currency: these are read in the tenant's. */
export async function listWithoutCurrency(context: Context): Promise<{ id: string; name: string }[]> {
  const connections = await selectConnections(context);
  return connections.filter(lacksCurrency).map(({ id, name }) => ({ id, name }));
}

function lacksCurrency({ source, mapping }: Pick<Connection, "source" | "mapping">): boolean {
  const own = sourceMapping.safeParse(mapping);
  if (own.success) {
    const fields = Object.keys(own.data.fields);
    return fields.some((name) => name.endsWith("_minor")) && !fields.includes("currency");
  }
  const { cost, codDue, codCollected } = tookanMapping.catch({}).parse(mapping);
  return source === "tookan" && [cost, codDue, codCollected].some(Boolean);
}
