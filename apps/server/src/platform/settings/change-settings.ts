import { describeChange } from "../audit/describe-change.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Context, platformTenant } from "../context.ts";
import { readFields } from "../entities/field-values.ts";
import { AppError } from "../errors.ts";
import { publishEvent } from "../events/event-store.ts";
import { fixedValue, initialValue, type SettingGroup, type SettingSpec } from "./define-settings.ts";
import { readSettings, settingName } from "./read-settings.ts";
import { deleteSetting, type StoredSetting, selectSettings, upsertSetting } from "./setting-store.ts";

/** All groups of the product. */
export type Settings = readonly SettingGroup[];

/** What is to become of some settings; null goes back to what the product comes with. `seen` is when each was last changed, as it was read. */
export type SettingChanges = {
  changes: Readonly<Record<string, unknown>>;
  seen?: Readonly<Record<string, string | null>> | undefined;
};

/** Every setting by its whole name. */
export function settingsByName(groups: Settings): Map<string, SettingSpec> {
  return new Map(
    groups.flatMap((group) =>
      Object.entries(group.specs).map(([name, spec]) => [settingName(group, name), spec] as const),
    ),
  );
}

/** Changes settings, all of them or none. What is wrong is told for each. */
export async function changeSettings(
  context: Context,
  groups: Settings,
  { changes, seen }: SettingChanges,
): Promise<void> {
  const specByName = settingsByName(groups);
  const names = Object.keys(changes);
  refuseAny(names, (name) => describeRefusal(context, specByName.get(name)));
  const specs = Object.fromEntries(names.map((name) => [name, specByName.get(name) as SettingSpec]));
  const changed = Object.fromEntries(
    names.filter((name) => changes[name] !== null).map((name) => [name, changes[name]]),
  );
  const values = Object.fromEntries(
    Object.entries(await readFields(specs, changed)).map(([name, one]) => [name, plain(one)]),
  );
  refuseAny(names, (name) => tooSmall(specs[name], values[name]));
  const stored = new Map((await selectSettings(context, names)).map((one) => [one.name, one]));
  if (seen) refuseAny(names, (name) => changedMeanwhile(stored.get(name), seen[name]), "conflict");
  const concerned = groups.filter((group) => names.some((name) => name.startsWith(`${group.name}.`)));
  const earlier = new Map<SettingGroup, Awaited<ReturnType<typeof readSettings>>>();
  for (const group of concerned) if (group.changed) earlier.set(group, await readSettings(context, group));
  for (const name of names)
    await changeOne(context, { name, spec: specs[name] as SettingSpec, stored: stored.get(name), value: values[name] });
  await refuseTogether(context, concerned);
  for (const [group, before] of earlier) await group.changed?.(context, before, await readSettings(context, group));
  await publishEvent(context, { type: "settings.changed", data: { names } });
}

type One = { name: string; spec: SettingSpec; stored: StoredSetting | undefined; value: unknown };

async function changeOne(context: Context, { name, spec, stored, value }: One): Promise<void> {
  const isPicture = spec.type === "picture";
  const toAuditValue = (one: unknown) =>
    one === null ? null : spec.isSecret ? "(secret)" : isPicture ? "(picture)" : one;
  const before = stored ? stored.value : initialValue(spec, context.config);
  const after = value === undefined ? initialValue(spec, context.config) : value;
  if (value === undefined && !stored) return;
  const change = spec.isSecret
    ? { value: { before: null, after: null } }
    : describeChange({ value: before }, { value: after });
  if (Object.keys(change).length === 0 && stored) return;
  if (value === undefined) await deleteSetting(context, name);
  else await upsertSetting(context, name, spec.isSecret ? await seal(context, name, String(value)) : value);
  await recordAudit(context, {
    act: value === undefined ? "settings.reset" : "settings.changed",
    subject: `settings/${name}`,
    // Whole values, so that a change can be taken back; what is secret or large cannot.
    details: { value: { before: toAuditValue(before), after: toAuditValue(after) } },
  });
}

/** Values that do not go together are refused after they are written: the transaction takes them back. */
async function refuseTogether(context: Context, groups: Settings): Promise<void> {
  for (const group of groups) {
    if (!group.check) continue;
    const problems = new Map(
      Object.entries(group.check(await readSettings(context, group))).map(([name, problem]) => [
        settingName(group, name),
        problem,
      ]),
    );
    refuseAny([...problems.keys()], (name) => problems.get(name) ?? null);
  }
}

/** As it is kept: an instant is a text. */
function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

function seal(context: Context, name: string, secret: string): Promise<string> {
  return context.secrets.seal({ ...context, tenantId: platformTenant }, `settings.${name}`, secret);
}

/** Why the caller cannot change a setting; null when it can be changed. */
export function describeRefusal({ config, permissions }: Context, spec: SettingSpec | undefined): string | null {
  if (!spec) return "There is no such setting.";
  if (fixedValue(spec, config) !== undefined) return `It is fixed by the environment variable ${spec.variable}.`;
  return spec.isGuarded && !permissions.has("settings.guarded") ? "Only a superadmin can change this." : null;
}

function tooSmall(spec: SettingSpec | undefined, value: unknown): string | null {
  return typeof value === "number" && spec?.min !== undefined && value < spec.min
    ? `Enter at least ${spec.min}.`
    : null;
}

function changedMeanwhile(stored: StoredSetting | undefined, seen: string | null | undefined): string | null {
  const now = stored?.updatedAt.toISOString() ?? null;
  return seen === undefined || seen === now ? null : "Someone has changed it in the meantime. Check it again.";
}

function refuseAny(
  names: readonly string[],
  findProblem: (name: string) => string | null,
  kind: "invalid_input" | "conflict" = "invalid_input",
): void {
  const problems = names.flatMap((name) => {
    const problem = findProblem(name);
    return problem === null ? [] : [[name, problem] as const];
  });
  if (problems.length === 0) return;
  throw new AppError(kind, `Check: ${problems.map(([name]) => name).join(", ")}.`, {
    fields: Object.fromEntries(problems),
  });
}
