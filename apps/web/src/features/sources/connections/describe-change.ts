import { scheduleWords } from "../source-words.ts";

export type ChangedPart = { name: string; before: string | null; after: string };

type Pair = { before: unknown; after: unknown };

/** What a change was about, part by part: what it was before where that is known, and what it is now. */
export function describeChange(details: Readonly<Record<string, unknown>>): ChangedPart[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (!isPair(value)) return [{ name: wordForField(name), before: null, after: toText(name, value) }];
    if (name === "settings" || name === "mapping") return toParts(name, value);
    return [{ name: wordForField(name), before: toText(name, value.before), after: toText(name, value.after) }];
  });
}

/** Only those parts of a larger whole that differ, down to single values. */
function toParts(name: string, { before, after }: Pair): ChangedPart[] {
  const [old, now] = [flatten(before), flatten(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((part) => old.get(part) !== now.get(part));
  if (changed.length === 0) return [{ name: wordForField(name), before: null, after: "saved without a change" }];
  return changed.map((part) => ({
    name: part,
    before: old.get(part) ?? "nothing",
    after: now.get(part) ?? "nothing",
  }));
}

function flatten(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (typeof value !== "object" || value === null) return new Map([[path.join(" "), String(value)]]);
  return new Map(Object.entries(value).flatMap(([name, part]) => [...flatten(part, [...path, name])]));
}

function isPair(value: unknown): value is Pair {
  return typeof value === "object" && value !== null && "before" in value && "after" in value;
}

const words: Readonly<Record<string, string>> = {
  intervalMinutes: "Schedule",
  isPaused: "Paused",
  hookSecret: "Webhook secret",
  secret: "Secret",
  kind: "Type",
  name: "Name",
  source: "Source",
  settings: "Settings",
  mapping: "Mapping",
  check: "Check",
  checks: "Checks",
  failed: "Failed",
  reason: "Reason",
  until: "Until",
  owner: "Owner",
};

/** What it is called that nobody and no end is given. */
const withoutValue: Readonly<Record<string, string>> = { owner: "nobody", until: "someone unmutes it" };

function wordForField(name: string): string {
  return words[name] ?? name;
}

function toText(name: string, value: unknown): string {
  if (name === "intervalMinutes") return scheduleWords(typeof value === "number" ? value : null).toLowerCase();
  if (value === null && name in withoutValue) return withoutValue[name] ?? "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
