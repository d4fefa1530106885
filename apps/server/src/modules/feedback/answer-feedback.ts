import type { replyToFeedback as contract, EntityRow, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import { type Context, platformTenant, requirePerson } from "../../platform/context.ts";
import type { Entity } from "../../platform/entities/entity.ts";
import { requireRow } from "../../platform/entities/read-entity.ts";
import { noteAct } from "../../platform/entities/save-entity.ts";
import { AppError } from "../../platform/errors.ts";
import { notify } from "../notices/index.ts";
import { feedbackAnswered } from "./feedback-notices.ts";
import { updateReply } from "./feedback-store.ts";

/** Answers whoever gave feedback that the caller may read. */
export async function replyToFeedback(
  context: Context,
  { feedback: id, text }: z.output<(typeof contract)["input"]>,
  entity: Entity,
): Promise<RouteOutput<typeof contract>> {
  const row = await requireRow(context, entity, id);
  await writeReply(context, row, text);
  await noteAct(context, entity, row, "reply", { text });
  return { repliedAt: context.now.toISOString() };
}

/** Keeps a reply and tells the person. */
export async function writeReply(context: Context, row: EntityRow, text: string): Promise<void> {
  if (row.state === "withdrawn") throw new AppError("conflict", "It was withdrawn by the person who gave it.");
  const by = requirePerson(context);
  await updateReply(context, { tenantId: String(row.tenantId), id: String(row.id) }, { text, by });
  await tellPerson(context, row, { subject: `Answer to your feedback on ${nameSubject(row)}`, text });
}

/** Tells whoever gave feedback what became of it. */
export async function tellPerson(
  context: Context,
  row: EntityRow,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  const tenantId = String(row.tenantId);
  const isOfPlatform = tenantId === platformTenant;
  await notify(context, {
    kind: feedbackAnswered,
    to: { person: { uid: String(row.uid), tenantId: isOfPlatform ? null : tenantId } },
    subject,
    text: [text, "", "What you said:", String(row.about), ...(row.body ? [String(row.body)] : [])].join("\n"),
    link: isOfPlatform ? "/admin/profile" : "/tenant/profile",
  });
}

function nameSubject({ kind, about }: EntityRow): string {
  return kind === "answer" ? `"${String(about).slice(0, 100)}"` : `the page ${String(about).slice(0, 100)}`;
}
