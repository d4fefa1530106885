import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type pg from "pg";
import { describeStatement } from "../tracing/describe-statement.ts";
import { traced } from "../tracing/traced.ts";

/**
 * Lets Kysely speak over one client whose transaction is already open; it can neither begin nor end one. After `signal`
 * is aborted no further statement is sent.
 */
export function oneClientDialect(client: pg.PoolClient, signal?: AbortSignal): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      signal?.throwIfAborted();
      const { rows, rowCount } = await traced(describeStatement(sql), () =>
        client.query<Row & pg.QueryResultRow>(sql, [...parameters]),
      );
      return { rows, ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) };
    },
    streamQuery() {
      throw new Error("Rows are read in pages, not as a stream.");
    },
  };
  const refuse = async () => {
    throw new Error("This transaction is opened and ended by the database, not by a query.");
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
  };
}
