import { type TookanMapping, tookanMapping } from "@console/contracts";
import type { SourceBatch } from "../../../connectors/connector.ts";
import { type TaskDetail, taskRecord } from "../../../connectors/tookan/index.ts";
import type { Context } from "../../../platform/context.ts";
import { type Connection, countUnmapped } from "../../sources/index.ts";
import { holdTasks, lastStep, showTasks } from "./task-store.ts";

/** Tasks as a piece of a run: their facts, and what the account's mapping does not know. */
export function toBatch(
  connection: Pick<Connection, "mapping">,
  tasks: readonly TaskDetail[],
  currency: string,
): Pick<SourceBatch, "facts" | "unreadable" | "unmapped" | "read"> {
  const mapping: TookanMapping = tookanMapping.catch({}).parse(connection.mapping);
  const mapped = tasks.map((task) => ({ task, ...taskRecord(task, mapping, currency) }));
  const unmapped = countUnmapped(mapped.flatMap((one) => one.unmapped));
  const rows = mapped.map(({ task, record }) => ({ place: `task ${task.jobId}`, row: record }));
  return {
    facts: [{ fact: "delivery_tasks", records: mapped.map(({ record }) => record), rows }],
    unreadable: [],
    unmapped,
    read: tasks.length,
  };
}

/**
 * Those of some tasks that are not older than what we have: two readings may overtake each other. The rows of the tasks
 * are held, so that the next reading waits for this one.
 */
export async function newest(
  context: Context,
  connection: string,
  tasks: readonly TaskDetail[],
): Promise<TaskDetail[]> {
  const lastSteps = await holdTasks(
    context,
    connection,
    tasks.map(({ jobId }) => jobId),
  );
  const isNew = (task: TaskDetail) => !lastSteps.has(task.jobId);
  await showTasks(context, connection, tasks.filter(isNew));
  return tasks.filter((task) => lastStep(task) >= (lastSteps.get(task.jobId) ?? 0));
}
