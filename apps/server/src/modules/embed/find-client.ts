import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { wrongField } from "../../platform/errors.ts";
import { providerClients } from "../delivery/index.ts";
import { tenantMembers } from "../metrics/index.ts";

/** A client of a tenant's deliveries: its key among them, its name, and the number that its address should have. */
export type DeliveryClient = { key: string; name: string; slug: string };

/** Finds a client by its number or its name: among the deliveries, or among those that the provider has told of. */
export async function findClient(database: Database, tenantId: string, word: string): Promise<DeliveryClient | null> {
  const { rows } = await database.inTenant(tenantId, (db) =>
    // The provider's own name of a client is the one that the client knows; among deliveries it may be told apart by more.
    sql<{ key: string; name: string }>`select key, name from (
        select client_id as key, name, 1 as place from ${providerClients(tenantId)} told
          where client_id = ${word} or name = ${word}
        union all
        select key, name, 2 from ${tenantMembers("customer", tenantId)} customer where key = ${word} or name = ${word}
      ) client order by key <> ${word}, place, key limit 10`.execute(db),
  );
  const client = rows[0];
  if (client && client.key !== word && rows.some(({ key }) => key !== client.key)) {
    throw wrongField("client", `Several clients have this name: use the number, such as ${client.key}.`);
  }
  return client ? { ...client, slug: addressFor(client.key) } : null;
}

/** A number stays; whatever else tells a client apart becomes something that fits into an address. */
function addressFor(key: string): string {
  const plain = key
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return plain || "client";
}
