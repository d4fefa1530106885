import { randomUUID } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { Entity } from "../../../platform/entities/entity.ts";
import type { TrialDeps } from "../evaluation/try-change.ts";
import { questionToSave } from "./question-fields.ts";
import { guardSaved, keyForRow, requireRoom, scopeForInput, statusForNew } from "./training-entity.ts";
import { insertTraining, type TrainingTable, touchTraining, updateTraining } from "./training-store.ts";

/** What follows from a question and its query, as columns. */
type FollowingColumns = (
  context: Context,
  tenantId: string,
  saved: { question: string; query: unknown },
) => Promise<Record<string, unknown>>;

/** How what is taught by a question is made and changed. */
export function writeQuestions(
  table: TrainingTable,
  deps: TrialDeps,
  findColumns: FollowingColumns,
): Required<Pick<Entity, "create" | "changed">> {
  return {
    async create(context, { for_tenant: tenant, ...columns }) {
      const tenantId = scopeForInput(context, null, { tenantId: tenant });
      await requireRoom(context, table, tenantId);
      const following = await findColumns(context, tenantId, questionToSave(null, columns));
      const id = randomUUID();
      const status = await statusForNew(context, columns.feedback_id);
      await insertTraining(context, table, { ...columns, ...following, id, tenant_id: tenantId, status });
      await touchTraining(context, tenantId);
      await guardSaved(context, { before: null, after: { ...columns, tenantId, status } }, deps);
      return id;
    },
    async changed(context, before, after) {
      const row = keyForRow(after);
      const following = await findColumns(context, row.tenantId, questionToSave(after, {}));
      await updateTraining(context, table, row, following);
      await touchTraining(context, row.tenantId);
      await guardSaved(context, { before, after }, deps);
    },
  };
}
