import type { ConnectionState } from "@console/contracts";
import { z } from "zod";
import { type Context, platformTenant } from "../../../platform/context.ts";
import { publishEvent } from "../../../platform/events/event-store.ts";
import { defineJob, enqueue } from "../../../platform/jobs/define-job.ts";
import { notify } from "../../notices/index.ts";
import { sourceState } from "../source-notices.ts";
import { pathForConnection } from "./connection-page.ts";
import { stateAt } from "./connection-state.ts";
import { type Connection, updateConnectionRow } from "./connection-store.ts";

const changeInput = z.object({ tenantId: z.string(), connection: z.string() });

/** Tells the open pages of platform admins that a connection has moved. */
export const tellPlatformJob = defineJob({
  name: "sources.tell",
  logPart: "sources",
  input: changeInput,
  attempts: 3,
  run: (context, moved) => publishEvent(context, { type: "sources.changed", data: moved }),
});

/** Tells open pages that something about a connection has changed, in its tenant and on the platform. */
export async function publishConnectionChanged(context: Context, connection: string): Promise<void> {
  const moved = { tenantId: context.tenantId, connection };
  await publishEvent(context, { type: "sources.changed", data: moved });
  await enqueue<typeof changeInput>({ ...context, tenantId: platformTenant }, tellPlatformJob, moved, {
    key: `${tellPlatformJob.name}:${context.tenantId}:${connection}`,
  });
}

const words: Record<ConnectionState, string> = {
  pending: "has not been read yet",
  healthy: "is healthy",
  late: "is late",
  failing: "is failing",
  needs_you: "needs attention",
  paused: "is paused",
};

/** What notices about a failing connection are about. */
export function failureCause(tenantId: string, connection: string): string {
  return `connections/${tenantId}/${connection}`;
}

/**
 * Notes a new state of a connection and tells of it: open pages always, admins when it needs a person and when it works
 * again after that. That a source fails is told by its incident, once for all connections that fail with it.
 */
export async function reportState(context: Context, connection: Connection): Promise<void> {
  const state = stateAt(connection, context.now);
  if (state === connection.published_state) return;
  await updateConnectionRow(context, connection.id, { published_state: state });
  await publishConnectionChanged(context, connection.id);
  const isRecovered = connection.published_state === "needs_you" && state === "healthy";
  if (state !== "needs_you" && !isRecovered) return;
  const { tenantId } = context;
  await notify(context, {
    kind: sourceState,
    to: { platformAdmins: true },
    subject: `${connection.name} of ${tenantId} ${isRecovered ? "has recovered" : words[state]}`,
    about: `${failureCause(tenantId, connection.id)}${isRecovered ? " recovered" : ""}`,
    ...(isRecovered && { settles: failureCause(tenantId, connection.id) }),
    link: pathForConnection({ tenantId, id: connection.id, source: connection.source }),
    text: [
      `The connection "${connection.name}" (${connection.source}) of the tenant ${tenantId} ${isRecovered ? "has recovered" : words[state]}.`,
      ...(connection.problem && !isRecovered ? ["", connection.problem] : []),
      "",
      connection.last_success_at
        ? `Last success: ${connection.last_success_at.toISOString()}`
        : "It has never been read completely.",
    ].join("\n"),
  });
}
