import { type TargetField, tookanMapping } from "@console/contracts";
import { compareValues, type FieldChange, type ValueChange } from "../../sources/index.ts";

/** The fields that an account's custom fields fill. */
const labelled = {
  codDue: "cod_due_minor",
  codCollected: "cod_collected_minor",
  cost: "cost_minor",
  failureReason: "failure_reason",
  serviceLevel: "service_level",
} as const;

/** The fields whose values are mapped by each list of names. */
const dimensionsByKind = { depots: ["depot", "zone"], reasons: ["failure_reason"] } as const;

/** What the provider tells by itself, where no custom field is named. */
const own: Readonly<Record<string, string>> = { failure_reason: "the provider's own reason" };

/** What differs between two mappings of a delivery account. */
export function compareAccounts(
  fields: readonly TargetField[],
  storedMapping: unknown,
  newMapping: unknown,
): { values: ValueChange[]; fields: FieldChange[] } {
  const before = tookanMapping.catch({}).parse(storedMapping);
  const after = tookanMapping.parse(newMapping);
  const changes = Object.entries(labelled).flatMap(([label, field]): FieldChange[] => {
    const [old, now] = [before, after].map((one) => describeFill(field, one[label as keyof typeof labelled]));
    if (old === now || old === undefined || now === undefined) return [];
    return [{ field, before: old, after: now, change: old === null ? "filled" : now === null ? "emptied" : "changed" }];
  });
  const values = Object.entries(dimensionsByKind).flatMap(([names, targets]) =>
    targets.flatMap((name) => {
      const field = fields.find((one) => one.name === name);
      const [old, now] = [
        before[names as keyof typeof dimensionsByKind],
        after[names as keyof typeof dimensionsByKind],
      ];
      return field ? compareValues(field, old, now) : [];
    }),
  );
  return { values, fields: changes };
}

function describeFill(field: string, label: string | undefined): string | null {
  return label ? `the custom field “${label}”` : (own[field] ?? null);
}
