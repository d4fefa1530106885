import type { SourceMapping, TargetField } from "@console/contracts";

/** A mapping that says which own fields were seen while it was made: the server refuses it where they are others by now. */
export function withOwnFieldIds(mapping: SourceMapping, fields: readonly TargetField[]): SourceMapping {
  const ownFields = Object.fromEntries(
    fields.flatMap(({ name, ownField }) => (ownField && mapping.fields[name] ? [[name, ownField]] : [])),
  );
  return Object.keys(ownFields).length > 0 ? { ...mapping, ownFields } : mapping;
}
