import type { runSourceChecks as contract, RouteOutput } from "@console/contracts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { defineJob, enqueue } from "../../../platform/jobs/define-job.ts";
import { noteChange } from "../connections/change-store.ts";
import { type Connection, findConnection } from "../connections/connection-store.ts";
import { requireConnection } from "../connections/manage-connections.ts";
import { recordConnectionAction } from "../connections/record-connection-action.ts";
import { publishConnectionChanged } from "../connections/report-state.ts";
import { keepResults } from "./check-store.ts";
import { checksForSource } from "./checks-for-source.ts";
import { checkedConnection } from "./list-checks.ts";

type Checked = Pick<Connection, "id" | "source">;
const jobInput = z.object({ connection: z.string() });

/** Checks the facts of a connection after a run of it. */
export const checksJob = defineJob({
  name: "sources.quality",
  logPart: "sources",
  input: jobInput,
  attempts: 3,
  async run(context, { connection: id }) {
    const connection = await findConnection(context, id);
    if (connection) await checkFacts(context, connection);
  },
});

/** Enqueues the checks of a connection; while the job waits for its turn, asking again adds no second one. */
export async function promiseChecks(context: Context, { id, source }: Checked): Promise<void> {
  if (checksForSource(source).length === 0) return;
  await enqueue<typeof jobInput>(
    context,
    checksJob,
    { connection: id },
    { key: `${checksJob.name}:${context.tenantId}:${id}` },
  );
}

async function checkFacts(context: Context, { id, source }: Checked): Promise<void> {
  await keepResults(context, id, checksForSource(source));
  await publishConnectionChanged(context, id);
}

/** Checks the facts of a connection now. */
export async function runSourceChecks(
  context: Context,
  { connection: id }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const connection = await requireConnection(context, id);
  await checkFacts(context, connection);
  const checked = await checkedConnection(context, connection);
  const failed = checked.items.filter(({ found, mute }) => found && !mute).length;
  await noteChange(context, id, "checked", { checks: checked.items.length, failed });
  await recordConnectionAction(context, { act: "source.checked", connection: id, details: { failed } });
  return checked;
}
