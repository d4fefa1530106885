import type { getMetricRow as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { SnapshotContext } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { compileDetail, compileOpenedRow, compileRelated } from "../compile/compile-row-detail.ts";
import { findRowSource } from "../compile/compile-row-list.ts";
import { type CompiledColumn, type ReadRow, toCells } from "../compile/row-columns.ts";
import type { Dataset } from "../model/dataset.ts";
import { loadMetricState, runCompiled, type TenantMetricState } from "./metric-store.ts";
import { requireMetric } from "./resolve-query.ts";
import { tellTimeline } from "./row-timeline.ts";

type Output = RouteOutput<typeof contract>;

/** One row behind a figure, with all that its dataset knows to tell of it. */
export async function getRow(
  context: SnapshotContext,
  { metric, key }: z.output<(typeof contract)["input"]>,
): Promise<Output> {
  // A row is found by its key, which a confinement does not look at.
  if (context.confined) throw new AppError("forbidden", "Rows cannot be opened here.");
  const state = await loadMetricState(context);
  const { dataset } = findRowSource(requireMetric(metric, "metric", state.registry), state.registry);
  return openRow(context, { dataset, key }, state);
}

/** A row of a dataset with its history, its place and the rows that belong to it. */
export async function openRow(
  context: SnapshotContext,
  { dataset, key }: { dataset: Dataset; key: string },
  { settings, registry }: TenantMetricState,
): Promise<Output> {
  const opened = { dataset, key, tenantId: context.tenantId, registry };
  const compiled = compileOpenedRow(opened);
  const [row] = await runCompiled<ReadRow>(context, compiled);
  if (!row) throw new AppError("not_found", "There is no such row. It may have been removed at its source.");

  const { currency } = settings;
  const { detail = {} } = dataset;
  const more = compileDetail(opened, detail);
  const [facts = {}] = await runCompiled<ReadRow & { history?: unknown }>(context, more);
  const related: Output["related"] = [];
  for (const relatedRows of detail.related ?? []) {
    const belonging = compileRelated(opened, relatedRows);
    const rows = await runCompiled<ReadRow>(context, belonging);
    const ownPlace = rows.findIndex(({ is_own: isOwn }) => isOwn === true);
    related.push({
      title: relatedRows.title,
      columns: belonging.columns.map(({ id, label, format }) => ({ id, label, format })),
      rows: rows.map((one) => toCells(one, belonging.columns, currency)),
      ownPlace: ownPlace < 0 ? null : ownPlace,
    });
  }
  return {
    key,
    columns: [...compiled.columns, ...more.columns].map(describe),
    row: { ...toCells(row, compiled.columns, currency), ...toCells(facts, more.columns, currency) },
    timeline: tellTimeline(
      facts.history,
      (detail.moments ?? []).map((moment, index) => ({ moment, at: toInstant(facts[`at${index}`]) })),
    ),
    place: toLocation(facts),
    order: typeof facts.own_order === "string" ? facts.own_order : null,
    related,
    currency,
    timeZone: settings.timeZone,
  };
}

function describe({ id, label, format, kind }: CompiledColumn): Output["columns"][number] {
  return { id, label, format, kind, isSortable: false };
}

function toInstant(value: ReadRow[string] | undefined): Date | null {
  return value instanceof Date ? value : null;
}

function toLocation({ latitude, longitude }: ReadRow): Output["place"] {
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : null;
}
