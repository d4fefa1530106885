import type { followSignup as contract, RouteOutput, SignupProgress } from "@console/contracts";
import type { z } from "zod";
import { findFirstEntry } from "../../../platform/audit/entry-store.ts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { hashFollowKey } from "./follow-key.ts";

type State = SignupProgress["state"];

const words: Record<State, string> = {
  received: "We received it and will write to you within two working days.",
  reviewing: "We are reviewing it and will write to you soon.",
  approved: "You have access. The invitation is in your inbox. Check the spam folder too.",
  rejected: "We cannot give you access at the moment.",
};

/** Where a request stands, for whoever has its key. */
export async function followSignup(
  context: Context,
  { key }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const row = await context.db
    .selectFrom("signup_requests")
    .select(["reference", "state", "created_at", "decided_at", "answer"])
    .where("follow_hash", "=", hashFollowKey(key))
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", "There is no request with this link. Open it from the email again.");
  const state = describeState(row.state);
  const firstReview = await findFirstEntry(context, { subject: `requests/${row.reference}`, act: "requests.review" });
  return {
    reference: row.reference,
    state,
    words: words[state],
    receivedAt: row.created_at.toISOString(),
    reviewedAt: firstReview?.toISOString() ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    answer: state === "rejected" ? row.answer : null,
  };
}

/** Its sender is not told that a request looked like a program's. */
function describeState(state: string): State {
  return state === "reviewing" || state === "approved" || state === "rejected" ? state : "received";
}
