import type { ConnectionDetail, ConnectionKind, RouteInput, Routes, SourceName } from "@console/contracts";
import { type MappingValues, toMapping, toMappingValues } from "./mapping-values.ts";
import { type SettingField, settingFields } from "./setting-fields.ts";

/** What the form of a connection holds while someone types: texts, so that nothing typed is lost. */
export type ConnectionValues = {
  tenantId: string;
  kind: ConnectionKind;
  name: string;
  /** By name of the setting; switches are "true" or "false". */
  settings: Readonly<Record<string, string>>;
  /** Empty where the stored one stays. */
  secret: string;
  hookSecret: string;
  /** Minutes; empty for only by hand, `usual` for what the settings of the installation say. */
  interval: string;
  mapping: MappingValues;
};

/** The kinds of connection that a source can have, the usual one first. */
export function kindsForSource(source: SourceName): readonly ConnectionKind[] {
  return source === "tookan" ? ["tookan", "rest", "sql", "file"] : ["rest", "sql", "file"];
}

/** What a form begins with: the stored connection, or an empty one of a source. */
export function toValues(source: SourceName, stored: ConnectionDetail | null, tenantId = ""): ConnectionValues {
  const kind = stored?.kind ?? kindsForSource(source)[0] ?? "rest";
  return {
    tenantId: stored?.tenantId ?? tenantId,
    kind,
    name: stored?.name ?? "",
    secret: "",
    hookSecret: "",
    settings: settingTexts(kind, stored?.settings ?? {}),
    interval: stored ? String(stored.intervalMinutes ?? "") : "usual",
    mapping: toMappingValues(kind, stored?.mapping ?? {}),
  };
}

function settingTexts(kind: ConnectionKind, stored: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(settingFields[kind].map(({ name, start }) => [name, String(stored[name] ?? start)]));
}

/** The same form for another kind of connection: what both have in common stays. */
export function withKind(values: ConnectionValues, kind: ConnectionKind): ConnectionValues {
  const settings = { ...settingTexts(kind, {}), ...pick(values.settings, settingFields[kind]) };
  const interval = kind === "file" ? "" : values.kind === "file" ? "usual" : values.interval;
  return { ...values, kind, settings, interval, mapping: toMappingValues(kind, {}) };
}

function pick(settings: ConnectionValues["settings"], fields: readonly SettingField[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name }) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
  );
}

/** The settings as the server takes them; an empty optional one is left to its own default. */
export function toSettings({ kind, settings }: Pick<ConnectionValues, "kind" | "settings">): Record<string, unknown> {
  return Object.fromEntries(
    settingFields[kind].flatMap(({ name, type, isTextAlways }): [string, unknown][] => {
      const text = settings[name] ?? "";
      if (type === "switch") return [[name, text === "true"]];
      if (text.trim() === "" && !isTextAlways) return [];
      return [[name, type === "number" ? Number(text) : isTextAlways ? text : text.trim()]];
    }),
  );
}

/** What makes a new connection. */
export function toCreation(source: SourceName, values: ConnectionValues): RouteInput<Routes["createConnection"]> {
  const { tenantId, kind, name } = values;
  const intervalMinutes = values.interval === "usual" ? ("usual" as const) : readMinutes(values);
  return { tenantId, source, kind, name: name.trim(), ...changeable(values), intervalMinutes };
}

/** What changes a stored one; a part that is as it was is not sent. */
export function toChange(
  stored: ConnectionDetail,
  values: ConnectionValues,
): Omit<RouteInput<Routes["updateConnection"]>, "tenantId" | "connection" | "version"> {
  const before = toValues(stored.source, stored);
  const { settings, mapping, ...secrets } = changeable(values);
  const isChanged = (part: "settings" | "mapping") => JSON.stringify(before[part]) !== JSON.stringify(values[part]);
  return {
    ...(values.name.trim() !== stored.name && { name: values.name.trim() }),
    ...(isChanged("settings") && { settings }),
    ...(isChanged("mapping") && { mapping }),
    ...(before.interval !== values.interval && { intervalMinutes: readMinutes(values) }),
    ...secrets,
  };
}

function readMinutes({ interval }: ConnectionValues): number | null {
  return interval === "" ? null : Number(interval);
}

function changeable(values: ConnectionValues) {
  const { kind, secret, hookSecret, mapping } = values;
  return {
    settings: toSettings(values),
    mapping: toMapping(kind, mapping),
    ...(secret !== "" && { secret }),
    ...(hookSecret !== "" && { hookSecret }),
  };
}
