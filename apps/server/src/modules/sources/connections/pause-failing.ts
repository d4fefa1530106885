import type { Context } from "../../../platform/context.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import { notify } from "../../notices/index.ts";
import { sourceState } from "../source-notices.ts";
import { noteChange } from "./change-store.ts";
import { pathForConnection } from "./connection-page.ts";
import { type Connection, updateConnectionRow } from "./connection-store.ts";
import { recordConnectionAction } from "./record-connection-action.ts";
import { failureCause, publishConnectionChanged } from "./report-state.ts";
import { sourceSettings } from "./source-settings.ts";

const dayMs = 86_400_000;

/** Pauses a connection whose source could not be reached for as long as the settings allow; tells whether it did. */
export async function pauseFailing(context: Context, connection: Connection): Promise<boolean> {
  const { id, name, source, problem, problem_kind, first_failed_at: since } = connection;
  if (problem_kind !== "passing" || !since) return false;
  const { pausesAfterDays: days } = await readSettings(context, sourceSettings);
  if (days === 0 || context.now.getTime() - since.getTime() < days * dayMs) return false;
  const change = { is_paused: true, next_run_at: null, published_state: "paused" };
  await updateConnectionRow(context, id, { ...change, version: connection.version + 1, updated_at: context.now });
  const details = { isPaused: true, failingSince: since.toISOString() };
  await noteChange(context, id, "paused", details);
  await recordConnectionAction(context, { act: "source.connection_changed", connection: id, details });
  await publishConnectionChanged(context, id);
  const words = `The connection "${name}" (${source}) of the tenant ${context.tenantId}`;
  await notify(context, {
    kind: sourceState,
    to: { platformAdmins: true },
    subject: `${name} of ${context.tenantId} was paused`,
    about: `${failureCause(context.tenantId, id)} paused`,
    settles: failureCause(context.tenantId, id),
    link: pathForConnection({ tenantId: context.tenantId, id, source }),
    text: [
      `${words} could not be read since ${since.toISOString()} and was paused. Resume it once its source is back.`,
      ...(problem ? ["", problem] : []),
    ].join("\n"),
  });
  return true;
}
