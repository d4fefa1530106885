import type { EntityRow } from "@console/contracts";
import { sql } from "kysely";
import { type Context, requirePerson } from "../../../platform/context.ts";
import type { ActSpec, Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { personName } from "../../directory/index.ts";
import type { TrialDeps } from "../evaluation/try-change.ts";
import { queryField, questionField, questionToSave } from "./question-fields.ts";
import { readTaughtQuestion } from "./taught-query.ts";
import { keyForRow, scopeForInput, trainingFields, trainingParts, trainingStates } from "./training-entity.ts";
import { selectSameKey, touchTraining, updateTraining } from "./training-store.ts";
import { writeQuestions } from "./write-questions.ts";

const endsOn: FieldSpec = {
  group: "Answer",
  label: "Valid until",
  type: "day",
  shown: "list",
  isFilter: true,
  help: "The last day. Leave empty if it does not end.",
};

const fields: Readonly<Record<string, FieldSpec>> = {
  question: questionField,
  answer: {
    group: "Answer",
    label: "Answer",
    type: "lines",
    max: 2000,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "Plain text. It is shown as it is written.",
  },
  queryWords: { edit: "never", group: "Answer", label: "Figures shown with it", type: "text", shown: "detail" },
  query: queryField,
  endsOn,
  verifiedBy: {
    edit: "never",
    group: "Answer",
    label: "Verified by",
    type: "text",
    column: personName(sql.ref("r.verified_by")),
    shown: "list",
    isSortable: false,
  },
  verifiedAt: { edit: "never", group: "Answer", label: "Verified", type: "instant", isFilter: true, shown: "list" },
  status: {
    edit: "never",
    group: "Answer",
    label: "Status",
    type: "choice",
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
    choices: { ...trainingStates, ended: "Ended" },
    column: sql`case when r.status = 'active' and r.ends_on < current_date then 'ended' else r.status end`,
  },
  ...trainingFields,
};

/** Answers in words that a person stands for, each to one question. */
export function answersEntity(deps: TrialDeps): Entity {
  const { database } = deps;
  const read = (context: Context, tenantId: string, saved: { question: string; query: unknown }) =>
    readTaughtQuestion(database, context, { tenantId, ...saved });
  const parts = trainingParts("training_answers", deps);
  return {
    ...parts,
    name: "answers",
    one: "Answer",
    many: "Answers",
    title: "question",
    fields,
    headline: ["verifiedBy", "endsOn", "usedCount30d"],
    sort: { by: "createdAt", dir: "desc" },
    importedBy: "question",
    acts: { verify, ...parts.acts },
    check: async (context, before, input) => {
      await read(context, scopeForInput(context, before, input), questionToSave(before, input));
    },
    async warn(context, before, input) {
      const tenantId = scopeForInput(context, before, input);
      const { exactKey: key } = await read(context, tenantId, questionToSave(before, input));
      const except = before ? String(before.id) : null;
      const [other] = await selectSameKey<{ question: string; answer: string }>(context, "training_answers", {
        tenantId,
        key,
        except,
      });
      if (!other) return null;
      const start = other.answer.length > 80 ? `${other.answer.slice(0, 80)}…` : other.answer;
      return `"${other.question}" is already answered: "${start}". With both, the newer answer is given.`;
    },
    ...writeQuestions("training_answers", deps, async (context, tenantId, saved) => {
      const { exactKey, query } = await read(context, tenantId, saved);
      return {
        // Whoever writes or changes an answer stands for it.
        ...verification(context),
        key: exactKey,
        query: query?.text ?? null,
        query_words: query?.words ?? null,
        relative_time: query?.relativeTime ?? null,
      };
    }),
  };
}

function verification(context: Context) {
  return { verified_by: requirePerson(context), verified_at: context.now };
}

const verify: ActSpec = {
  label: "Verify again",
  done: "Verified.",
  isSingle: true,
  question: "You confirm that the answer is right today. Your name stands beside it.",
  when: { field: "status", values: ["active", "ended"] },
  fields: { endsOn: { ...endsOn, begins: "endsOn" } },
  run: async (context: Context, row: EntityRow, { endsOn: day }) => {
    const place = keyForRow(row);
    await updateTraining(context, "training_answers", place, { ...verification(context), ends_on: day ?? null });
    await touchTraining(context, place.tenantId);
    return undefined;
  },
};
