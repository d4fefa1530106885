import type { SourceMapping } from "@console/contracts";
import { AppError } from "../../../platform/errors.ts";
import { type IdentifiedField, ownFieldNames } from "../../metrics/index.ts";
import { listOwnTargets } from "./target-tables.ts";

/** What is wrong with the own fields that a mapping fills, by their places in it: removed since, or another by now. */
export function findStaleFields(mapping: SourceMapping, ownFields: readonly IdentifiedField[]): [string, string][] {
  const targets = listOwnTargets(mapping.fact, ownFields);
  const names = Object.keys(mapping.fields).filter((name) => ownFieldNames.includes(name));
  return names.flatMap((name): [string, string][] => {
    const target = targets.find((one) => one.name === name);
    const meant = mapping.ownFields?.[name];
    const place = `mapping.fields.${name}`;
    if (!target) return [[place, "This own field was removed. Reload the page and choose again."]];
    if (meant === undefined || meant === target.ownField) return [];
    return [
      [place, `This own field was removed, and ${target.label} is in its place. Reload the page and choose again.`],
    ];
  });
}

/** Refuses a mapping that fills own fields which are not there any more. */
export function requireOwnFields(mapping: SourceMapping, ownFields: readonly IdentifiedField[]): void {
  const [first, ...more] = findStaleFields(mapping, ownFields);
  if (first) throw new AppError("invalid_input", first[1], { fields: Object.fromEntries([first, ...more]) });
}
