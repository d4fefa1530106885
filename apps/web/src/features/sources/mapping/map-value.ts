import type { ConnectionDetail, SourceMapping, TookanMapping } from "@console/contracts";

type Given = { field: string; value: string; name: string };

/** Which names of a delivery account's mapping hold the values of a field. */
const accountNames: Readonly<Record<string, "depots" | "reasons">> = {
  depot: "depots",
  zone: "depots",
  failure_reason: "reasons",
};

/** The mapping of a connection with one more value in it; null where a value of this field cannot be mapped. */
export function mapValue(
  { kind, mapping }: Pick<ConnectionDetail, "kind" | "mapping">,
  { field, value, name }: Given,
): ConnectionDetail["mapping"] | null {
  if (kind === "tookan") {
    const names = accountNames[field];
    if (!names) return null;
    const known = mapping as TookanMapping;
    return { ...known, [names]: { ...known[names], [value]: name } };
  }
  const { fields = {} } = mapping as Partial<SourceMapping>;
  const known = fields[field];
  if (!known) return null;
  return { ...mapping, fields: { ...fields, [field]: { ...known, values: { ...known.values, [value]: name } } } };
}
