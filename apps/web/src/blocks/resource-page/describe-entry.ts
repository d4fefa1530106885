import type { EntityField, EntityValue, HistoryEntry } from "@console/contracts";
import { shownValue } from "../resource-form/form-values.ts";

type Named = Pick<EntityField, "name" | "label" | "choices">;
type Change = { label: string; before: string | null; after: string };

/** An entry of a history in words. */
export function describeEntry(
  { act, details }: Pick<HistoryEntry, "act" | "details">,
  fields: readonly Named[],
): { words: string; changes: Change[] } {
  const changes = Object.entries(details).flatMap(([name, value]): Change[] => {
    if (name === "title") return [];
    const field = fields.find((one) => one.name === name) ?? { name, label: sentence(name), choices: [] };
    if (isChange(value)) {
      const before = value.before === null ? null : shownValue(field, value.before);
      return [{ label: field.label, before, after: shownValue(field, value.after) }];
    }
    return value === null ? [] : [{ label: field.label, before: null, after: shownValue(field, value as EntityValue) }];
  });
  return { words: sentence(act.split(".").at(-1) ?? act), changes };
}

function isChange(value: unknown): value is { before: EntityValue; after: EntityValue } {
  return typeof value === "object" && value !== null && "before" in value && "after" in value;
}

/** `passwordReset` and `password_reset` as words. */
function sentence(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
