import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Context } from "../../../platform/context.ts";
import { findConnection } from "./connection-store.ts";

type Action = { act: string; connection: string; details?: Record<string, unknown> };

/** Records what was done to a connection with its name: platform admins read it where they see no connections. */
export async function recordConnectionAction(
  context: Context,
  { act, connection: id, details = {} }: Action,
): Promise<void> {
  const connection = await findConnection(context, id);
  await recordAudit(context, {
    act,
    subject: id,
    details: { ...(connection && { title: connection.name }), ...details },
  });
}
