import type { EntityRow } from "@console/contracts";
import type { FieldSpec } from "../../../platform/entities/entity.ts";

/** The fields of what is taught by a question. */
export const questionField: FieldSpec = {
  group: "Question",
  label: "Question",
  type: "text",
  max: 500,
  isRequired: true,
  isSearched: true,
  shown: "list",
};

/** The query comes from an answer: people never write it, and files carry it. */
export const queryField: FieldSpec = { label: "Query", type: "lines", max: 4000, shown: "file" };

/** A question and its query as they will be when they are saved. */
export function questionToSave(before: EntityRow | null, input: Readonly<Record<string, unknown>>) {
  const row: Record<string, unknown> = { ...before, ...input };
  return { question: String(row.question ?? ""), query: row.query };
}
