import { connectionSettings } from "@console/contracts";
import { type SourceInput, SourceProblem } from "../../../connectors/connector.ts";
import { createTookan, type Tookan } from "../../../connectors/tookan/index.ts";
import type { Context } from "../../../platform/context.ts";
import { type Connection, findConnection, type Sources, sourceInput } from "../../sources/index.ts";

/** The account that a connection reads, through the one door to the outside. */
export function openTookan({ settings, secret, outbound, signal, pace }: SourceInput): Tookan {
  if (!secret) throw new SourceProblem("config", "The key of the delivery provider is missing. Enter it.");
  const access = { settings: connectionSettings.tookan.parse(settings), apiKey: secret, outbound, signal };
  return createTookan(access, pace);
}

/** An account that may be asked: its connection is neither paused nor waiting for someone. */
export async function openAccount(
  context: Context,
  sources: Sources,
  id: string,
  signal: AbortSignal,
): Promise<{ connection: Connection; input: SourceInput } | null> {
  const connection = await findConnection(context, id);
  if (!connection?.secret || connection.is_paused || connection.problem_kind === "config") return null;
  return { connection, input: await sourceInput(context, sources, connection, { signal }) };
}
