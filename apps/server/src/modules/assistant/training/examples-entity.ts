import { randomUUID } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { wrongField } from "../../../platform/errors.ts";
import type { TrialDeps } from "../evaluation/try-change.ts";
import { queryField, questionField, questionToSave } from "./question-fields.ts";
import { readTaughtQuestion } from "./taught-query.ts";
import {
  guardSaved,
  requireRoom,
  scopeForInput,
  scopeForRow,
  statusForNew,
  trainingFields,
  trainingParts,
  trainingStates,
} from "./training-entity.ts";
import { insertTraining, selectSameKey, touchTraining, updateTraining } from "./training-store.ts";

const fields: Readonly<Record<string, FieldSpec>> = {
  question: questionField,
  queryWords: {
    edit: "never",
    group: "Question",
    label: "Means",
    type: "text",
    isSearched: true,
    shown: "list",
  },
  query: { ...queryField, isRequired: true },
  status: {
    edit: "never",
    group: "Question",
    label: "Status",
    type: "choice",
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
    choices: trainingStates,
  },
  ...trainingFields,
};

/** Questions and the queries that they mean, saved from answers. */
export function examplesEntity(deps: TrialDeps): Entity {
  const { database } = deps;
  const read = async (context: Context, tenantId: string, saved: { question: string; query: unknown }) => {
    const taught = await readTaughtQuestion(database, context, { tenantId, ...saved });
    if (!taught.query) throw wrongField("query", "Save an example from an answer.");
    return { ...taught, query: taught.query };
  };
  return {
    ...trainingParts("training_examples", deps),
    name: "examples",
    one: "Example",
    many: "Examples",
    title: "question",
    fields,
    headline: ["queryWords", "tenantId", "usedCount30d"],
    sort: { by: "createdAt", dir: "desc" },
    importedBy: "question",
    check: async (context, before, input) => {
      await read(context, scopeForInput(context, before, input), questionToSave(before, input));
    },
    async warn(context, before, input) {
      const tenantId = scopeForInput(context, before, input);
      const { key, query } = await read(context, tenantId, questionToSave(before, input));
      const others = await selectSameKey<{ question: string; query: string; query_words: string }>(
        context,
        "training_examples",
        { tenantId, key, except: before ? String(before.id) : null },
      );
      const [other] = others;
      if (!other) return null;
      if (others.some((one) => one.query === query.text))
        throw wrongField("question", "This example is taught already.");
      return `"${other.question}" already means ${other.query_words}. With both, the newer example answers.`;
    },
    async create(context, { for_tenant: tenant, ...columns }) {
      const tenantId = scopeForInput(context, null, { tenantId: tenant });
      await requireRoom(context, "training_examples", tenantId);
      const { key, slots, query } = await read(context, tenantId, questionToSave(null, columns));
      const id = randomUUID();
      const status = await statusForNew(context, columns.feedback_id);
      await insertTraining(context, "training_examples", {
        ...columns,
        id,
        tenant_id: tenantId,
        key,
        query: query.text,
        query_words: query.words,
        slots: JSON.stringify(slots),
        status,
      });
      await touchTraining(context, tenantId);
      await guardSaved(context, { before: null, after: { ...columns, tenantId, status } }, deps);
      return id;
    },
    async changed(context, before, after) {
      const row = { tenantId: scopeForRow(after), id: String(after.id) };
      const { key, slots, query } = await read(context, row.tenantId, questionToSave(after, {}));
      const columns = { key, query: query.text, query_words: query.words, slots: JSON.stringify(slots) };
      await updateTraining(context, "training_examples", row, columns);
      await touchTraining(context, row.tenantId);
      await guardSaved(context, { before, after }, deps);
    },
  };
}
