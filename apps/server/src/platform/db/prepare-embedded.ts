import pg from "pg";

const owner = "console_owner";
const databaseName = "console";

/** Makes the product's own database in a fresh embedded server and gives the address of its owner, who is no superuser. */
export async function prepareEmbedded(superuserUrl: string): Promise<string> {
  const url = new URL(superuserUrl);
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const role = await client.query("select from pg_roles where rolname = $1", [owner]);
    if (role.rowCount === 0) {
      await client.query(`create role ${owner} login createrole password ${pg.escapeLiteral(url.password)}`);
    }
    const database = await client.query("select from pg_database where datname = $1", [databaseName]);
    if (database.rowCount === 0) await client.query(`create database ${databaseName} owner ${owner}`);
  } finally {
    await client.end();
  }
  url.username = owner;
  url.pathname = `/${databaseName}`;
  return url.href;
}
