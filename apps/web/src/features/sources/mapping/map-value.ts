import type { ConnectionDetail, SourceMapping, TookanMapping } from "@console/contracts";

type NamedValue = { field: string; value: string; name: string };

/** Which names of a delivery account's mapping hold the values of a field. */
const accountNames: Readonly<Record<string, "depots" | "reasons">> = {
  depot: "depots",
  zone: "depots",
  failure_reason: "reasons",
};

/** The mapping of a connection with one more value in it; null where a value of this field cannot be mapped. */
export function mapValue(
  { kind, mapping }: Pick<ConnectionDetail, "kind" | "mapping">,
  { field, value, name }: NamedValue,
): ConnectionDetail["mapping"] | null {
  if (kind === "tookan") {
    const names = accountNames[field];
    if (!names) return null;
    const current = mapping as TookanMapping;
    return { ...current, [names]: { ...current[names], [value]: name } };
  }
  const { fields = {} } = mapping as Partial<SourceMapping>;
  const current = fields[field];
  if (!current) return null;
  return { ...mapping, fields: { ...fields, [field]: { ...current, values: { ...current.values, [value]: name } } } };
}
