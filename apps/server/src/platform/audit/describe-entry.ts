import { type AuditChange, auditLabels, auditPhrases } from "@console/contracts";
import { isSecretName } from "./describe-change.ts";

/** An entry as it is put into words, with what is known by name. */
export type EntryToDescribe = {
  act: string;
  subject: string;
  /** What the subject is called; null where nobody knows. */
  name: string | null;
  /** What the tenant that it is about is called. */
  tenant: string | null;
  actor: string | null;
  details: Readonly<Record<string, unknown>>;
  /** The names of people and tenants that the details mention, by their ids. */
  names: Readonly<Record<string, string>>;
};

/** What fields are called, and their values. */
export type FieldLabels = Readonly<Record<string, { label: string; choices?: Readonly<Record<string, string>> }>>;

export type EntryWords = {
  /** What stands behind the name of who did it. */
  words: string;
  changes: AuditChange[];
  facts: Record<string, string>;
};

/** The details that name a person or a tenant by its id. */
export const namingDetails = ["tenant", "tenantId", "owner", "seenAs"] as const;

/** Told by the sentence itself. */
const untold = new Set(["title", "connection"]);
const mostChanges = 60;
const deepest = 2;
const longestText = 300;

/** An entry of the audit log in words: what was done, what it changed, and what else is known of it. */
export function describeEntry(entry: EntryToDescribe, fields: FieldLabels = {}): EntryWords {
  const { act, details, tenant, actor } = entry;
  const { changes, facts } = splitDetails(entry, fields);
  const subject = nameSubject(entry);
  const isOwn = actor !== null && entry.subject === `users/${actor}`;
  const say = auditPhrases[act]?.say ?? (({ subject: name }) => `${humanize(act.split(".").at(-1) ?? act)} ${name}`);
  return { words: say({ subject, tenant, isOwn, details, changes }), changes, facts };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function nameSubject({ subject, name, details }: EntryToDescribe): string {
  const title = name ?? details.title ?? details.connection ?? details.name;
  if (typeof title === "string" && title !== "") return title;
  const id = subject.slice(subject.indexOf("/") + 1);
  if (subject.startsWith("clients/")) return `client ${id.split("/").at(-1) ?? id}`;
  // A path of a call is a name of its own.
  if (subject.startsWith("/")) return subject;
  return uuid.test(id) ? `(id ${id.slice(0, 8)})` : id;
}

function splitDetails({ details, names }: EntryToDescribe, fields: FieldLabels) {
  const changes: AuditChange[] = [];
  const facts: Record<string, string> = {};
  const isWhole = "before" in details && "after" in details;
  if (isWhole) addChanges(changes, { name: "name", before: details.before, after: details.after }, { fields, names });
  for (const [name, value] of Object.entries(details)) {
    if (untold.has(name) || (isWhole && (name === "before" || name === "after"))) continue;
    if (isChange(value)) {
      addChanges(changes, { name, before: value.before, after: value.after }, { fields, names });
      continue;
    }
    const text = toText(name, value, { fields, names });
    if (text !== null) facts[labelFor(name, fields)] = text;
  }
  return { changes: changes.slice(0, mostChanges), facts };
}

type Known = { fields: FieldLabels; names: Readonly<Record<string, string>> };
type Change = { name: string; before: unknown; after: unknown; within?: string; depth?: number };

/** What differs between two values; of two objects each part that does. */
function addChanges(changes: AuditChange[], { name, before, after, within, depth = 0 }: Change, known: Known): void {
  const parts = depth < deepest ? { ...toParts(before), ...toParts(after) } : {};
  const isNested = Object.keys(parts).length > 0;
  const label = within === undefined ? labelFor(name, known.fields) : `${within} · ${labelFor(name, {})}`;
  if (!isNested) {
    changes.push({ label, before: toText(name, before, known), after: toText(name, after, known) });
    return;
  }
  for (const part of Object.keys(parts)) {
    const [was, is] = [toParts(before)[part] ?? null, toParts(after)[part] ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    // A change of the entry itself has no field around it.
    const around = depth === 0 && name === "name" ? {} : { within: label };
    addChanges(changes, { name: part, before: was, after: is, depth: depth + 1, ...around }, known);
  }
}

function toParts(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isChange(value: unknown): value is { before: unknown; after: unknown } {
  return isObject(value) && "before" in value && "after" in value;
}

function labelFor(name: string, fields: FieldLabels): string {
  return (
    (Object.hasOwn(fields, name) ? fields[name]?.label : undefined) ?? auditLabels[name] ?? capitalize(humanize(name))
  );
}

function toText(name: string, value: unknown, { fields, names }: Known): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (isSecretName(name)) return "(secret)";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return value.toLocaleString("en-US");
  if (typeof value === "string") {
    if (name === "query") return describeQuery(value);
    if (name === "format") return value.toUpperCase();
    const choice = Object.hasOwn(fields, name) ? fields[name]?.choices?.[value] : undefined;
    const isNaming = (namingDetails as readonly string[]).includes(name);
    return shorten(choice ?? (isNaming && Object.hasOwn(names, value) ? names[value] : undefined) ?? value);
  }
  if (Array.isArray(value)) {
    const texts = value.map((one) => toText(name, one, { fields, names })).filter((one) => one !== null);
    return texts.length === 0 ? null : shorten(texts.join(", "));
  }
  const parts = Object.entries(value).flatMap(([part, one]) => {
    const text = toText(part, one, { fields: {}, names });
    return text === null ? [] : [`${humanize(part)}: ${text}`];
  });
  return parts.length === 0 ? null : shorten(parts.join(", "));
}

/** The filters of a report's address. */
function describeQuery(query: string): string | null {
  const parts = [...new URLSearchParams(query)].map(([name, value]) => `${humanize(name)}: ${humanize(value)}`);
  return parts.length === 0 ? null : shorten(parts.join(", "));
}

function shorten(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

/** `passwordReset`, `password_reset` and `isPaused` as words. */
function humanize(name: string): string {
  return name
    .replace(/^is(?=[A-Z])/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
}

function capitalize(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
