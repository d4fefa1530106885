import { metricQuery, type SharedMessage, type SharedTable } from "@console/contracts";
import { withoutFilePassages } from "../files/answer-from-files.ts";
import type { StoredMessage } from "../message-store.ts";
import { readRemembered } from "../profile/remember-note.ts";

/**
 * What others read of a branch: questions, answers and their tables. What was thought, done on the way or asked to be
 * remembered is left out, with the answers that repeat it.
 */
export function makeSnapshot(branch: readonly StoredMessage[]): SharedMessage[] {
  const memory = new Set(branch.filter(asksToRemember).map(({ id }) => id));
  return branch.filter(({ id, parent }) => !memory.has(id) && (parent === null || !memory.has(parent))).map(toShared);
}

/** The title, unless it repeats what was asked to be remembered. */
export function nameSnapshot(title: string): string {
  return readRemembered(title) === null ? title : "Shared conversation";
}

const asksToRemember = ({ role, text }: StoredMessage) => role === "user" && readRemembered(text) !== null;

function toShared({ role, text, unverified, answer, model, problem, created_at: at }: StoredMessage): SharedMessage {
  const passages = answer ? (withoutFilePassages(answer).passages ?? []) : [];
  return {
    role,
    text,
    unverified,
    table: answer ? toTable(answer) : null,
    passages: passages.map(({ title, headings, page, kind, content }) => ({ title, headings, page, kind, content })),
    model,
    problem: problem?.text ?? null,
    createdAt: at.toISOString(),
  };
}

function toTable({ result, query }: NonNullable<StoredMessage["answer"]>): SharedTable | null {
  if (!result) return null;
  const { columns, rows, totals, time, currency } = result;
  const { data } = metricQuery.safeParse(query);
  return {
    columns,
    rows,
    totals,
    time: { from: time.from, to: time.to, timeZone: time.timeZone },
    currency,
    grain: data?.grain ?? null,
  };
}
