import type { PanelForKind } from "@console/contracts";
import { formatDate } from "@console/figures/format";
import { readFormats } from "../../../platform/context.ts";
import { listRows } from "../../metrics/index.ts";
import { ask, askable, type LeftOut, type PanelReading, type Reader } from "./ask.ts";

const mostBranches = 500;

/**
 * A metric of the branches that were open through both whole periods, along time and held against the comparison. Those
 * that opened or closed in between are named, and a second question tells what all branches together did.
 */
export async function readLikeForLike(
  { metric }: PanelForKind<"like-for-like">,
  reader: Reader,
): Promise<PanelReading<"like-for-like">> {
  const { metrics, leftOut } = askable([metric], reader);
  if (metrics.length === 0) return { questions: [], noise: [], leftOut };
  const compare = reader.view.compare ?? { type: "same_period_last_year" as const };
  const whole = await ask(reader, { metrics, compare });
  const { from, to } = whole.answer.compareTime ?? whole.answer.time;
  const branches = await readBranches(reader);
  const formats = readFormats(reader.context);
  const excluded = branches.flatMap(({ name, opened, closed }): LeftOut[] => {
    if (opened === null) return [{ name, reason: "Its opening date is not known." }];
    if (opened > (from ?? to))
      return [{ name, reason: `It opened on ${formatDate(opened, formats)}, within the periods compared.` }];
    if (closed !== null && closed < whole.answer.time.to)
      return [{ name, reason: `It closed on ${formatDate(closed, formats)}.` }];
    return [];
  });
  const open = branches.map(({ name }) => name).filter((name) => !excluded.some((one) => one.name === name));
  const questions = [whole];
  if (open.length > 0) {
    const filters = [...reader.view.filters, { field: "branch", op: "in" as const, values: open }];
    questions.push(await ask(reader, { metrics, compare, filters, grain: reader.view.grain }));
  }
  return { questions, noise: [], leftOut: [...leftOut, ...excluded] };
}

async function readBranches({ context, view }: Reader) {
  const filters = view.filters.filter(({ field }) => field === "branch" || field === "region");
  const { items } = await listRows(context, {
    metric: "branch_count",
    filters,
    time: { asOf: view.today },
    limit: mostBranches,
    totals: false,
  });
  const toDay = (value: unknown) => (typeof value === "string" ? value.slice(0, 10) : null);
  return items.map((row) => ({
    name: String(row.branch),
    opened: toDay(row.opened_at),
    closed: toDay(row.closed_at),
  }));
}
