import type { EvaluationState, ModelTrial, TrialSide } from "@console/contracts";
import type { Side, SideCounts, StoredTrial } from "./trial-store.ts";

const nothing: SideCounts = { asked: 0, right: 0, wrong: 0, failed: 0, unverified: 0, p50: null, p95: null };

/** A trial with what both sides have come to. */
export function presentTrial(
  row: StoredTrial,
  counts: ReadonlyMap<string, SideCounts>,
  names: ReadonlyMap<string, string>,
): ModelTrial {
  const [a, b] = [counts.get(`${row.id}/a`) ?? nothing, counts.get(`${row.id}/b`) ?? nothing];
  const isOver = row.state === "done";
  return {
    id: row.id,
    a: presentSide(row, "a", a, isOver ? passes(a, b) : null),
    b: presentSide(row, "b", b, isOver ? passes(b, a) : null),
    state: row.state as EvaluationState,
    total: row.total,
    done: row.done,
    problem: row.problem,
    startedBy: names.get(row.started_by) ?? row.started_by,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** A side passes that answered something right, and did no worse than the other. */
export function passes(own: SideCounts, other: SideCounts): boolean {
  const isNoWorse = own.right >= other.right && own.wrong <= other.wrong && own.unverified <= other.unverified;
  return own.right > 0 && isNoWorse;
}

function presentSide(row: StoredTrial, side: Side, counts: SideCounts, isPassed: boolean | null): TrialSide {
  const { asked, right, wrong, failed, unverified, p50, p95 } = counts;
  return {
    model: side === "a" ? row.model_a : row.model_b,
    instructions: side === "a" ? row.instructions_a : row.instructions_b,
    asked,
    right,
    wrong,
    unanswered: asked - right - wrong - failed,
    failed,
    unverified,
    time: p50 === null || p95 === null ? null : { p50: Math.round(p50), p95: Math.round(p95) },
    passes: isPassed,
  };
}
