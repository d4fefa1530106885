import type { Dataset } from "../model/dataset.ts";
import { detail, documentDimensions, documentNouns, documentRows, documentsOn } from "./documents.ts";

/** A day says more than a word: what is called expired is so from the day after its last on. */
const expired = "(case when status = 6 then expired_day end)";
const changes = ["submitted_day", "decided_day", expired];

/**
 * SQL of the status at the end of a day. After the last change whose day is known it is the one that a document has now,
 * and before that what its days tell; before a first change other than its submission, nobody knows.
 */
function statusOn(day: string): string {
  const last = `greatest(${changes.map((change) => `case when ${change} <= ${day} then ${change} end`).join(", ")})`;
  const [first, final] = [`least(${changes.join(", ")})`, `greatest(${changes.join(", ")})`];
  return `case ${last}
    when ${final} then status
    when ${expired} then 6
    when decided_day then case when is_rejected then 4 else 3 end
    when submitted_day then 2
    else case when ${first} is null then status when submitted_day = ${first} then 1 end end`;
}

const held = (day: string, where: string) => documentsOn(day, where, `${statusOn(day)} as status_then`, "1 as held");
const gone = (day: string, where: string) =>
  documentsOn(day, where, `${statusOn(`(${day} - 1)`)} as status_then`, "-1 as held");

/** A document leaves one status and enters the next on a day that is after its first. */
function step(day: string, where: string): string[] {
  const isChange = `${day} > day and ${where}`;
  return [gone(day, isChange), held(day, isChange)];
}

/** Each document enters with its first day and changes its status on days of its own, so that a sum up to any day is what was on file. */
export const documentsOnFile: Dataset = {
  id: "documents_on_file",
  domain: "documents",
  nouns: documentNouns,
  fact: "documents",
  relation: `(${[
    held("day", "true"),
    ...step("submitted_day", "true"),
    // What happens on one day is one change.
    ...step("decided_day", "decided_day is distinct from submitted_day"),
    ...step(
      "expired_day",
      "status = 6 and expired_day is distinct from submitted_day and expired_day is distinct from decided_day",
    ),
  ].join(" union all ")})`,
  rowKey: ["day", "held"],
  dimensions: { ...documentDimensions, document_status: "status_then" },
  measures: {
    held: { kind: "sum", unit: "count", value: "held", states: ["on file", "held", "in the archive", "archived"] },
  },
  rollups: [
    { number: 380, dimensions: [] },
    { number: 381, dimensions: ["document_status"] },
    { number: 382, dimensions: ["document_type"] },
    { number: 383, dimensions: ["department"] },
    { number: 384, dimensions: ["branch"] },
    { number: 385, dimensions: ["approver"] },
    { number: 386, dimensions: ["owner"] },
    { number: 387, dimensions: ["supplier"] },
  ],
  rows: [
    ...documentRows,
    { id: "day", label: "Day", format: "day", value: "day" },
    { id: "held", label: "Change in documents on file", format: "number", value: "held" },
  ],
  detail,
};
