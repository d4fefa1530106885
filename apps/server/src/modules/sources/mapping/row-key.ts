import { createHash } from "node:crypto";
import type { SourceMapping } from "@console/contracts";
import type { RawRow, SourceRecord } from "../../../connectors/connector.ts";
import { ownText } from "./own-text.ts";

const longestKey = 200;

/** What a row is known by: one column, several together, or all that it says. */
export function readKey(
  {
    computed,
    source,
    faults,
  }: { computed: RawRow["values"]; source: RawRow["values"]; faults: ReadonlyMap<string, string> },
  { duplicates, keyColumns = [], fields }: SourceMapping,
  { source_key: own }: SourceRecord,
): { key: unknown; problem: string | null } {
  // Of what the source says alone: another expression does not make another row of it.
  const hashWhole = () => hashRow(source);
  if (duplicates === "each") return { key: hashWhole(), problem: null };
  // A row whose key cannot be computed would come a second time under another one.
  const fault = [fields.source_key?.from ?? "", ...keyColumns].map((column) => faults.get(column)).find(Boolean);
  if (fault) return { key: hashWhole(), problem: fault };
  if (keyColumns.length === 0) return { key: own ?? hashWhole(), problem: null };
  const parts = keyColumns.map((column) => (ownText(computed, column) ?? "").trim());
  const empty = keyColumns[parts.indexOf("")];
  if (empty !== undefined) return { key: hashWhole(), problem: `The key is incomplete: "${empty}" is empty.` };
  return { key: fitKey(parts.map((part) => part.replace(/[\\|]/g, "\\$&")).join("|")), problem: null };
}

/** A key that is too long to be stored is known by its hash. */
function fitKey(key: string): string {
  if (key.length <= longestKey) return key;
  return `key ${createHash("sha256").update(key).digest("base64url").slice(0, 32)}`;
}

/** The key of a row that is known by some of its fields; one that lacks them is rejected for that, as the row it is. */
export function joinKey(keyFields: readonly string[], record: SourceRecord, values: RawRow["values"]) {
  const parts = keyFields.flatMap((field) => keyPart(record[field]));
  if (parts.length < keyFields.length) return { key: hashRow(values), problem: null };
  // The last part ends with the key, so that what it holds cannot be taken for another part.
  const escaped = parts.map((part, index) => (index < parts.length - 1 ? part.replace(/[\\|]/g, "\\$&") : part));
  return { key: fitKey(escaped.join("|")), problem: null };
}

/** A member that is known by another name is the same member. */
function keyPart(value: unknown): string[] {
  const text = typeof value === "object" && value !== null && "key" in value ? value.key : value;
  return typeof text === "string" ? [text] : [];
}

/** A row without a key of its own is known by all that it says: the same row again is the same one. */
function hashRow(values: RawRow["values"]): string {
  const hash = createHash("sha256");
  for (const name of Object.keys(values).sort()) hash.update(`${name}\u0000${values[name]}\u0000`);
  return `row ${hash.digest("base64url").slice(0, 32)}`;
}
