import type { ConnectionKind, testConnection as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import { type SourceInput, SourceProblem, type TestOutcome } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { OutboundFailure } from "../../../platform/outbound/outbound-failure.ts";
import type { Sources } from "../sources.ts";
import { keepSecret } from "./keep-secret.ts";
import { readSettings, requireConnection } from "./manage-connections.ts";
import { sourceInput } from "./source-input.ts";

const patienceMs = 20_000;

/**
 * Asks a source whether it may be read, with what is stored or with what someone is about to store. No transaction is
 * open while it is waited for.
 */
export async function testConnection(
  context: Omit<Context, "db">,
  { connection: id, settings, secret }: z.output<(typeof contract)["input"]>,
  { sources, database, signal: callerSignal }: { sources: Sources; database: Database; signal: AbortSignal },
): Promise<RouteOutput<typeof contract>> {
  const { kind, input } = await database.inTenant(context.tenantId, async (db) => {
    const connection = await requireConnection({ ...context, db }, id);
    const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(patienceMs)]);
    const values = {
      ...(settings && { settings: await readSettings(connection.kind, settings) }),
      ...(secret !== undefined && { secret }),
    };
    keepSecret(connection, values.settings, secret);
    return {
      kind: connection.kind,
      input: await sourceInput({ ...context, db }, sources, connection, { signal, ...values }),
    };
  });
  const startedAt = performance.now();
  const outcome = await testInSlot(sources, kind, context.tenantId, input).then(
    ({ message, warning }) => ({ isReachable: true, message, warning }),
    (error: unknown) => {
      if (input.signal.aborted) {
        return {
          isReachable: false,
          message: `The source did not answer within ${patienceMs / 1000} seconds.`,
          warning: null,
        };
      }
      const isTold = error instanceof SourceProblem || error instanceof OutboundFailure;
      if (!isTold) throw error;
      return { isReachable: false, message: error.message, warning: null };
    },
  );
  return { ...outcome, milliseconds: Math.round(performance.now() - startedAt) };
}

async function testInSlot(
  sources: Sources,
  kind: ConnectionKind,
  tenantId: string,
  input: SourceInput,
): Promise<TestOutcome> {
  const release = await sources.fileReading.slots.take(tenantId, input.signal);
  return sources.readers[kind].test(input).finally(release);
}
