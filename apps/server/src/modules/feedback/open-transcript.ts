import type { openTranscript as contract, GivenAnswer, Transcript } from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Context } from "../../platform/context.ts";
import type { Entity } from "../../platform/entities/entity.ts";
import { requireRow } from "../../platform/entities/read-entity.ts";
import { AppError, wrongField } from "../../platform/errors.ts";
import { loadMetricState, type MetricRegistry } from "../metrics/index.ts";
import { findGivenAnswer } from "./feedback-store.ts";

/** Shows a rated answer as it was; of someone else only for a reason, which the audit log keeps. */
export async function openTranscript(
  context: Context,
  { feedback: id, reason }: z.output<(typeof contract)["input"]>,
  entity: Entity,
): Promise<Transcript> {
  const row = await requireRow(context, entity, id);
  const tenant = String(row.tenantId);
  const answer = await findGivenAnswer(context, { tenantId: tenant, id });
  if (!answer) throw new AppError("not_found", "This feedback is on a page: there is no answer to open.");
  const isOwn = context.actor.kind === "user" && context.actor.uid === row.uid;
  if (!isOwn && reason === "") throw wrongField("reason", "Say why you open it.");
  if (!isOwn) {
    const details = { reason };
    await recordAudit(context, { act: "feedback.transcript_opened", subject: `feedback/${id}`, details, tenant });
  }
  const { registry } = await loadMetricState(context);
  const { question, outcome, text, reading, rows = [], currency = null, passages = [], training = [] } = answer;
  return {
    question,
    outcome,
    text,
    reading,
    columns: describeColumns(rows, registry),
    rows,
    currency,
    passages,
    training,
  };
}

const parts: Readonly<Record<string, string>> = { compare: "before", share: "share" };

/** The columns of figures that were kept, by the names that they have today. */
function describeColumns(rows: NonNullable<GivenAnswer["rows"]>, { metrics, dimensions }: MetricRegistry) {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].map((id) => {
    const [base = id, part] = id.split("__");
    const metric = metrics.get(base);
    const label = metric?.label ?? dimensions.get(base)?.label ?? (base === "period" ? "Period" : base);
    const unit = part === "share" ? "percent" : (metric?.unit ?? null);
    return { id, label: part === undefined ? label : `${label}, ${parts[part] ?? part}`, unit };
  });
}
