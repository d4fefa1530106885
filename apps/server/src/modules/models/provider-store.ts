import type { Selectable } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/database.ts";
import type { DB } from "../../platform/db/schema.gen.ts";

export type StoredProvider = Selectable<DB["model_providers"]>;

/** The server of OLLAMA_URL, which is there by itself. */
export const operatorId = "operator";

type Scope = Pick<Context, "db" | "config">;

/** The servers that are enabled, in the order in which they are asked. */
export async function selectOpenProviders({ db, config }: Scope): Promise<StoredProvider[]> {
  const rows = await db
    .selectFrom("model_providers")
    .selectAll()
    .where("is_enabled", "=", true)
    .orderBy("priority")
    .orderBy("name")
    .execute();
  return rows.filter((row) => isConfigured(row, config));
}

/** What servers are called, enabled or not, by their ids. */
export async function findProviderNames({ db }: Pick<Scope, "db">): Promise<Map<string, string>> {
  const rows = await db.selectFrom("model_providers").select(["id", "name"]).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A server, enabled or not; null where there is none. */
export async function findProvider({ db, config }: Scope, id: string): Promise<StoredProvider | null> {
  const row = await db.selectFrom("model_providers").selectAll().where("id", "=", id).executeTakeFirst();
  return row && isConfigured(row, config) ? row : null;
}

/** The row of the operator's server outlives its setting, so that its slots and order come back with it. */
function isConfigured({ id }: StoredProvider, { ollamaUrl }: Scope["config"]): boolean {
  return id !== operatorId || ollamaUrl !== null;
}

/** Keeps the row of the operator's server in step with the configuration. */
export async function adoptOperator({ db, config, now }: Scope & Pick<Context, "now">): Promise<void> {
  if (config.ollamaUrl === null) return;
  await db
    .insertInto("model_providers")
    .values({
      id: operatorId,
      name: "Ollama of the operator",
      kind: "ollama",
      address: config.ollamaUrl,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ address: config.ollamaUrl ?? "", updated_at: now }))
    .execute();
}

export async function setSealedKey(
  { db, now }: Pick<Context, "db" | "now">,
  id: string,
  sealed: string | null,
): Promise<void> {
  await db
    .updateTable("model_providers")
    .set((row) => ({ sealed_key: sealed, updated_at: now, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export async function deleteProvider({ db }: { db: Db }, id: string): Promise<void> {
  await db.deleteFrom("model_providers").where("id", "=", id).execute();
}
