import type { listSettings as contract, RouteOutput, Setting } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { describeField } from "../../../platform/entities/describe-entity.ts";
import { describeRefusal, type Settings } from "../../../platform/settings/change-settings.ts";
import { fixedValue, initialValue, type SettingSpec } from "../../../platform/settings/define-settings.ts";
import { settingName } from "../../../platform/settings/read-settings.ts";
import { type StoredSetting, selectSettings } from "../../../platform/settings/setting-store.ts";
import { findPeopleNames } from "../../directory/index.ts";

/** Every setting with its value, where it comes from and who changed it last. */
export async function listSettings(context: Context, groups: Settings): Promise<RouteOutput<typeof contract>> {
  const all = groups.flatMap((group) => Object.keys(group.specs).map((name) => settingName(group, name)));
  const stored = new Map((await selectSettings(context, all)).map((one) => [one.name, one]));
  const people = await findPeopleNames(
    context,
    [...stored.values()].flatMap(({ updatedBy }) => updatedBy ?? []),
  );
  return {
    groups: groups.map((group) => ({
      name: group.name,
      label: group.label,
      help: group.help,
      settings: Object.entries(group.specs).map(([name, spec]) => {
        const whole = settingName(group, name);
        return describe(context, { name: whole, spec, stored: stored.get(whole), people });
      }),
    })),
  };
}

type One = { name: string; spec: SettingSpec; stored: StoredSetting | undefined; people: ReadonlyMap<string, string> };

function describe(context: Context, { name, spec, stored, people }: One): Setting {
  const fixed = fixedValue(spec, context.config);
  const initial = initialValue(spec, context.config);
  const value = fixed ?? (stored ? (stored.value as Setting["value"]) : initial);
  const refusal = describeRefusal(context, spec);
  const toShownValue = (one: unknown) => (spec.isSecret ? one !== null && one !== "" : (one as Setting["value"]));
  return {
    name,
    field: describeField(name, spec),
    value: toShownValue(value),
    initial: toShownValue(initial),
    isSecret: spec.isSecret === true,
    min: spec.min ?? null,
    unit: spec.unit ?? null,
    isColour: spec.isColour === true,
    confirm: spec.confirm ?? null,
    isChosen: stored !== undefined && fixed === undefined,
    fixedBy: fixed === undefined ? null : (spec.variable ?? null),
    canChange: refusal === null,
    refusal,
    changedAt: stored?.updatedAt.toISOString() ?? null,
    changedBy: stored?.updatedBy ? (people.get(stored.updatedBy) ?? stored.updatedBy) : null,
  };
}
