import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** A model that is another one of its server, with instructions and parameters. */
export type CustomModel = {
  name: string;
  base: string;
  instructions: string | null;
  temperature: number | null;
  topP: number | null;
  contextTokens: number | null;
  mostTokens: number | null;
};

/** The custom models of a server. */
export async function selectCustomModels({ db }: { db: Db }, providerId: string): Promise<CustomModel[]> {
  const { rows } = await sql<CustomModel>`select name, base, instructions, temperature::float8 as temperature,
      top_p::float8 as "topP", context_tokens as "contextTokens", most_tokens as "mostTokens"
    from custom_models where provider_id = ${providerId} order by name`.execute(db);
  return rows;
}

export async function findCustomModel(
  { db }: { db: Db },
  providerId: string,
  name: string,
): Promise<CustomModel | null> {
  return (await selectCustomModels({ db }, providerId)).find((one) => one.name === name) ?? null;
}

export async function insertCustomModel({ db }: { db: Db }, row: Readonly<Record<string, unknown>>): Promise<void> {
  await sql`insert into custom_models (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db);
}

export async function deleteCustomModel({ db }: { db: Db }, providerId: string, name: string): Promise<void> {
  await db.deleteFrom("custom_models").where("provider_id", "=", providerId).where("name", "=", name).execute();
}
