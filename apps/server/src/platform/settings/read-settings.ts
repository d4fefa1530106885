import { type Context, platformTenant } from "../context.ts";
import {
  fixedValue,
  initialValue,
  type SettingGroup,
  type SettingSpec,
  type SettingValue,
  type SettingValues,
} from "./define-settings.ts";
import { selectSettings } from "./setting-store.ts";

/** The name of a setting among all. */
export function settingName(group: Pick<SettingGroup, "name">, name: string): string {
  return `${group.name}.${name}`;
}

/** The values in force of a group, or of some of its settings. Secret ones are read only where the platform is at work. */
export async function readSettings<
  Specs extends Readonly<Record<string, SettingSpec>>,
  Name extends keyof Specs & string = keyof Specs & string,
>(
  context: Context,
  group: SettingGroup<Specs>,
  names: readonly Name[] = Object.keys(group.specs) as Name[],
): Promise<Pick<SettingValues<Specs>, Name>> {
  const rows = await selectSettings(
    context,
    names.map((name) => settingName(group, name)),
  );
  const valueByName = new Map(rows.map(({ name, value }) => [name, value]));
  const values: Record<string, SettingValue> = {};
  for (const name of names) {
    const spec = group.specs[name] as SettingSpec;
    const own = settingName(group, name);
    const value = fixedValue(spec, context.config) ?? (valueByName.get(own) as SettingValue | undefined);
    const isSealed = spec.isSecret && typeof value === "string" && fixedValue(spec, context.config) === undefined;
    if (value === undefined) values[name] = initialValue(spec, context.config);
    else values[name] = isSealed ? await openSecret(context, own, value) : value;
  }
  return values as Pick<SettingValues<Specs>, Name>;
}

function openSecret(context: Context, name: string, sealed: string): Promise<string> {
  return context.secrets.open({ ...context, tenantId: platformTenant }, `settings.${name}`, sealed);
}
