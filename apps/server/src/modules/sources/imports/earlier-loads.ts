import type { ImportPreview } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { countShared, measureLoads } from "../../metrics/index.ts";
import { type Connection, findConnection } from "../connections/connection-store.ts";
import { describeRun } from "../connections/describe-connection.ts";
import { findRun, listReplaced, type ReplacedLoad, type Run } from "../connections/run-store.ts";
import { countNoun } from "../count-noun.ts";

type DoubledLoad = NonNullable<ImportPreview["counts"]>["doubledLoads"][number];
type NamedLoad = { source: string; load: string; rows: number; corrections: number };

/** The loads that rows of a file are here from already, and why one cannot be replaced; the newest first. */
export async function describeEarlierLoads(
  context: Context,
  fact: string,
  doubled: readonly { source: string; load: string | null; rows: number; corrections: number }[],
  /** Loads that will not stand any more. */
  leaving: readonly string[] = [],
): Promise<DoubledLoad[]> {
  const named = doubled.flatMap(({ load, ...rest }): NamedLoad[] => (load === null ? [] : [{ ...rest, load }]));
  const loads: DoubledLoad[] = [];
  for (const { source, load, rows, since } of await measureLoads(context, fact, named)) {
    const run = await findRun(context, load);
    const connection = await findConnection(context, source);
    const refusal = refuseReplacing(connection, run);
    const shared = refusal ? null : await refuseShared(context, { fact, source, load }, [load, ...leaving]);
    const own = named.find((one) => one.source === source && one.load === load);
    loads.push({
      connection: source,
      run: load,
      connectionName: connection?.name ?? null,
      fileName: run && describeRun(run, context.now).fileName,
      loadedAt: (run?.started_at ?? since).toISOString(),
      rows,
      doubles: own?.rows ?? 0,
      corrections: own?.corrections ?? 0,
      refusal: refusal ?? shared,
      isShared: shared !== null,
    });
  }
  return loads.sort((a, b) => (a.loadedAt < b.loadedAt ? 1 : -1));
}

/** Why a load cannot be replaced; null where it can. Of a removed connection only the rows are left. */
function refuseReplacing(connection: Connection | null, run: Run | null): string | null {
  if (connection && connection.kind !== "file") return "It is read from its source, which would send these rows again.";
  if (run && (run.state === "waiting" || run.state === "running")) return "It has not ended yet.";
  return null;
}

/** Why a load cannot be replaced without touching what other loads have said; null where it can. */
export async function refuseShared(
  context: Context,
  load: { fact: string; source: string; load: string },
  leaving: readonly string[],
): Promise<string | null> {
  const gone = await listReplaced(context, leaving);
  const shared = await countShared(context, load, gone);
  if (shared === 0) return null;
  const rows = `${countNoun(shared, "row")} of it also ${shared === 1 ? "belongs" : "belong"} to other loads`;
  return `${rows}. Undo it first, which leaves those rows as the other loads have them, then load this file.`;
}

/** The loads that a new one replaces, as its run keeps them; refuses those that cannot be replaced. */
export async function requireReplaceable(
  context: Context,
  fact: string,
  chosen: readonly { connection: string; run: string }[],
): Promise<ReplacedLoad[]> {
  const wanted = chosen.map(({ connection, run }) => ({ source: connection, load: run, rows: 0, corrections: 0 }));
  const leaving = chosen.map(({ run }) => run);
  const loads = await describeEarlierLoads(context, fact, wanted, leaving);
  if (loads.length < new Set(chosen.map(({ run }) => run)).size) {
    throw new AppError("conflict", "Nothing is left of a load that was to be replaced. Check the whole file again.");
  }
  return loads.map(({ refusal, doubles: _, corrections: __, isShared: ___, ...load }) => {
    if (refusal) throw new AppError("conflict", `The load of ${load.fileName ?? "another source"}: ${refusal}`);
    return load;
  });
}
