import type { ModelPreload, RouteOutput, setModelPreload as setContract } from "@console/contracts";
import { isTimeZone } from "@console/figures/time-zone";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Context } from "../../platform/context.ts";
import { AppError, wrongField } from "../../platform/errors.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { requireServer } from "./ask-server.ts";
import { modelsChanged } from "./models-channel.ts";
import { deletePreload, findPreload, type StoredPreload, writePreload } from "./preload-store.ts";
import { readModelId } from "./usable-models.ts";

/** Sets when a model is loaded by itself, or that it is not. */
export async function setModelPreload(
  context: Context,
  { model: id, preload }: z.output<(typeof setContract)["input"]>,
): Promise<RouteOutput<typeof setContract>> {
  const chosen = readModelId(id);
  if (!chosen) throw new AppError("not_found", "There is no such model.");
  const server = await requireServer(context, chosen.provider);
  if (server.kind !== "ollama") {
    throw new AppError("invalid_input", `${server.name} loads its models itself: that is done on Ollama servers only.`);
  }
  const details = { title: chosen.model, server: server.name };
  const subject = `models/${id}`;
  if (preload === null) {
    if (!(await deletePreload(context, chosen))) return { preload: null };
    await recordAudit(context, { act: "models.preload_removed", subject, details });
  } else {
    if (!isTimeZone(preload.timeZone)) throw wrongField("timeZone", "Choose a time zone.");
    if (preload.endsAt <= preload.beginsAt) throw wrongField("endsAt", "Choose a time after the first one.");
    const days = [...new Set(preload.days)].sort();
    await writePreload(context, chosen, { ...preload, days });
    await recordAudit(context, { act: "models.preload_changed", subject, details: { ...details, ...preload, days } });
  }
  await publishEvent(context, modelsChanged);
  return { preload: presentPreload(await findPreload(context, chosen)) };
}

export function presentPreload(row: StoredPreload | null): ModelPreload | null {
  if (!row) return null;
  const { days, beginsAt, endsAt, timeZone, keepAlive, lastRunAt, lastProblem } = row;
  return { days, beginsAt, endsAt, timeZone, keepAlive, lastRunAt: lastRunAt?.toISOString() ?? null, lastProblem };
}
