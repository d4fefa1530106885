import type { Context } from "../../../platform/context.ts";
import type { Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { wrongField } from "../../../platform/errors.ts";
import type { TrialDeps } from "../evaluation/try-change.ts";
import { queryField, questionField, questionToSave } from "./question-fields.ts";
import { readTaughtQuestion } from "./taught-query.ts";
import { scopeForInput, trainingFields, trainingParts, trainingStates } from "./training-entity.ts";
import { selectSameKey } from "./training-store.ts";
import { writeQuestions } from "./write-questions.ts";

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
    ...writeQuestions("training_examples", deps, async (context, tenantId, saved) => {
      const { key, slots, query } = await read(context, tenantId, saved);
      return { key, query: query.text, query_words: query.words, slots: JSON.stringify(slots) };
    }),
  };
}
