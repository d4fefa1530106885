import pg from "pg";
import { StartupProblem } from "../startup-problem.ts";

/** A connection of one's own, without the limits of time that requests have. What is under way is cut when it is closed. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: "console backup",
  });
  // Whoever waits for an answer is told of a lost connection there.
  client.on("error", () => {});
  await client.connect().catch((error) => {
    throw new StartupProblem(`The database cannot be reached: ${error.message}.`);
  });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
