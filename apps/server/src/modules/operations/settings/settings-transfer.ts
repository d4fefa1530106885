import type {
  exportSettings as exportContract,
  importSettings as importContract,
  RouteOutput,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Context } from "../../../platform/context.ts";
import { readFields } from "../../../platform/entities/field-values.ts";
import { AppError } from "../../../platform/errors.ts";
import {
  changeSettings,
  describeRefusal,
  type Settings,
  settingsByName,
} from "../../../platform/settings/change-settings.ts";
import { initialValue } from "../../../platform/settings/define-settings.ts";
import { selectSettings } from "../../../platform/settings/setting-store.ts";

type Value = string | number | boolean | null | string[];

/** What someone has chosen, without secrets. */
export async function exportSettings(context: Context, groups: Settings): Promise<RouteOutput<typeof exportContract>> {
  const specs = settingsByName(groups);
  const storedSettings = await selectSettings(context, [...specs.keys()]);
  const open = storedSettings.filter(({ name }) => !specs.get(name)?.isSecret);
  await recordAudit(context, { act: "settings.exported", subject: "settings", details: { settings: open.length } });
  return {
    product: context.config.productName,
    exportedAt: context.now.toISOString(),
    settings: Object.fromEntries(open.map(({ name, value }) => [name, value as Value])),
  };
}

/** Takes over the settings of another installation, as far as they may be changed here. */
export async function importSettings(
  context: Context,
  groups: Settings,
  { settings, isTrial }: z.output<(typeof importContract)["input"]>,
): Promise<RouteOutput<typeof importContract>> {
  const specs = settingsByName(groups);
  const storedSettings = new Map(
    (await selectSettings(context, Object.keys(settings))).map(({ name, value }) => [name, value]),
  );
  const answer: RouteOutput<typeof importContract> = { changes: [], refused: [], isWritten: false };
  for (const [name, after] of Object.entries(settings)) {
    const spec = specs.get(name);
    const reason = spec?.isSecret
      ? "Enter secrets by hand."
      : (describeRefusal(context, spec) ?? (await describeProblem(spec, name, after)));
    const before = (storedSettings.get(name) ?? (spec ? initialValue(spec, context.config) : null)) as Value;
    if (reason !== null) answer.refused.push({ name, reason });
    else if (JSON.stringify(before) !== JSON.stringify(after)) {
      answer.changes.push({ name, label: spec?.label ?? name, before, after });
    }
  }
  if (isTrial || answer.changes.length === 0) return answer;
  const changes = Object.fromEntries(answer.changes.map(({ name, after }) => [name, after]));
  await changeSettings(context, groups, { changes });
  return { ...answer, isWritten: true };
}

async function describeProblem(
  spec: Parameters<typeof readFields>[0][string] | undefined,
  name: string,
  value: Value,
): Promise<string | null> {
  try {
    await readFields(spec ? { [name]: spec } : {}, { [name]: value });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.fields?.[name] ?? error.message;
    throw error;
  }
}
