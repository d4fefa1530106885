import type { Connector, SourceInput } from "../connector.ts";
import type { ReadingPool } from "./reading-pool.ts";
import type { PlainInput } from "./reading-task.ts";

/** Reads queries of other databases in processes of their own. */
export function isolatedSql(pool: ReadingPool): Connector {
  return {
    async test(input) {
      for await (const outcome of pool.read("sqlTest", plainInput(input), input.signal)) return outcome;
      throw new Error("A test of a query ended without an answer.");
    },
    read: (input) => pool.read("sqlRead", plainInput(input), input.signal),
  };
}

/** What can be sent to another process. */
function plainInput({ settings, secret, cursor, range, innerHosts }: SourceInput): PlainInput {
  return { settings, secret, cursor, innerHosts, ...(range && { range }) };
}
