import type { RouteOutput, retryLedgerArrivals as retryContract } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { WaitingPlace } from "./arrival-store.ts";
import { type RetriedPiece, retryPiece } from "./retry-piece.ts";
import { promiseTaking } from "./take-postings-job.ts";

const mostPieces = 10;

/** Tries the entries that wait once more, as many as fit into one transaction; the rest is tried in the background. */
export async function retryArrivals(
  context: Context,
  { addsAccounts }: z.output<(typeof retryContract)["input"]>,
): Promise<RouteOutput<typeof retryContract>> {
  const sums = { taken: 0, waiting: 0 };
  let after: WaitingPlace | null = null;
  for (let piece = 0; piece < mostPieces; piece += 1) {
    const { next, taken, waiting }: RetriedPiece = await retryPiece(context, after, { addsAccounts });
    sums.taken += taken;
    sums.waiting += waiting;
    after = next;
    if (after === null) return { ...sums, isDone: true };
  }
  await promiseTaking(context);
  return { ...sums, isDone: false };
}
