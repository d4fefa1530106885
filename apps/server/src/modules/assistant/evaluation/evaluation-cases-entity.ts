import { randomUUID } from "node:crypto";
import { type EntityRow, expectedOutcomes } from "@console/contracts";
import { sql } from "kysely";
import { type Context, platformTenant } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { Entity, FieldSpec, Reference } from "../../../platform/entities/entity.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { peopleRelation, tenantReference, tenantRelation } from "../../directory/index.ts";
import { queryField, questionField, questionToSave } from "../training/question-fields.ts";
import { readTaughtQuestion, type TaughtQuestion } from "../training/taught-query.ts";
import { countCases, type EvaluationSet, findSet, insertCase, removeCase, updateCase } from "./evaluation-store.ts";
import { readExpectedPassage, sayPlace } from "./expected-passage.ts";

/** More would make a run take longer than anyone waits. */
const mostCases = 1000;

const setReference: Reference = {
  entity: "evaluation-sets",
  by: "name",
  title: sql`s.name`,
  isAvailable: async (context, id) => (await findSet(context, id)) !== null,
};

const readOnly = { edit: "never" } as const;

const fields: Readonly<Record<string, FieldSpec>> = {
  question: questionField,
  setId: {
    group: "Question",
    label: "Evaluation set",
    type: "text",
    edit: "once",
    isRequired: true,
    refersTo: setReference,
    isFilter: true,
    shown: "list",
  },
  expected: {
    group: "Question",
    label: "Right is",
    type: "choice",
    choices: expectedOutcomes,
    isRequired: true,
    isFilter: true,
    shown: "list",
  },
  queryWords: {
    ...readOnly,
    group: "Question",
    label: "With the figures",
    type: "text",
    isSearched: true,
    shown: "list",
  },
  passageWords: {
    ...readOnly,
    group: "Question",
    label: "Finds the passage",
    type: "text",
    isSearched: true,
    shown: "list",
  },
  query: queryField,
  passage: { label: "Passage", type: "lines", max: 8000, shown: "file" },
  mustMention: {
    group: "Question",
    label: "The answer mentions",
    type: "choices",
    shown: "detail",
    help: "Words that must stand in the answer, separated by commas.",
    checkEach: (words) => (words.length <= 100 ? null : "Use at most 100 characters for each."),
  },
  note: { group: "Question", label: "Note", type: "lines", max: 500, shown: "detail" },
  tenantId: {
    ...readOnly,
    group: "Scope",
    label: "Tenant",
    type: "text",
    column: "for_tenant",
    refersTo: tenantReference(),
    isFilter: true,
    shown: "column",
    forcedValue: ({ tenantId }) => (tenantId === platformTenant ? null : tenantId),
  },
  updatedAt: { ...readOnly, group: "Scope", label: "Changed", type: "instant", shown: "column" },
  createdAt: { ...readOnly, group: "Scope", label: "Created", type: "instant", shown: "column" },
};

/** The questions of evaluation sets. */
export function evaluationCasesEntity(database: Database): Entity {
  const read = (
    context: Context,
    { askedIn }: EvaluationSet,
    saved: { question: string; query: unknown },
    expected: unknown,
  ): Promise<Omit<TaughtQuestion, "exactKey">> =>
    expected === "passage"
      ? Promise.resolve(searchedQuestion)
      : readTaughtQuestion(database, context, { tenantId: askedIn, ...saved });
  const columnsFor = ({ key, slots, query }: Awaited<ReturnType<typeof read>>) => ({
    key,
    slots: JSON.stringify(slots),
    query: query?.text ?? null,
    query_words: query?.words ?? null,
  });
  return {
    name: "evaluation-cases",
    one: "Question",
    many: "Questions",
    table: "evaluation_cases",
    people: peopleRelation,
    title: "question",
    from: sql`evaluation_cases as r join evaluation_sets s on s.tenant_id = r.tenant_id and s.id = r.set_id
      left join ${tenantRelation} t on t.id = r.for_tenant`,
    permissions: { read: "training.manage", manage: "training.manage" },
    fields,
    headline: ["expected", "queryWords", "passageWords"],
    sort: { by: "createdAt", dir: "desc" },
    importedBy: "question",
    importedWithin: "setId",
    scope: ({ tenantId }) => (tenantId === platformTenant ? null : sql<boolean>`r.tenant_id = ${tenantId}`),
    findTenantId: ({ tenantId }) => (typeof tenantId === "string" ? tenantId : null),
    acts: {
      remove: {
        label: "Remove",
        done: "Removed from its set.",
        isDestructive: true,
        question: "It is no longer asked. Earlier runs keep how it was graded.",
        run: async (context, row) => {
          await removeCase(context, placeForRow(row));
          return undefined;
        },
      },
    },
    async check(context, before, input) {
      const set = await requireSet(context, before, input);
      const saved: Record<string, unknown> = { ...before, ...input };
      const { query } = await read(context, set, questionToSave(before, input), saved.expected);
      const hasPassage = typeof saved.passage === "string" && saved.passage !== "";
      if ((saved.expected === "passage") !== hasPassage)
        throw wrongField("expected", "A passage is expected where one was chosen in a retrieval test, and only there.");
      if (hasPassage && saved.query)
        throw wrongField("query", "It expects a passage, so it has no figures. Save a new question for them.");
      if (input.passage) await readExpectedPassage(context, set.askedIn, String(input.passage));
      const mentions = Array.isArray(saved.mustMention) ? saved.mustMention : [];
      if (saved.expected === "answer" && !query && mentions.length === 0)
        throw wrongField("mustMention", "Save the question from an answer, or enter words that the answer mentions.");
      if (saved.expected !== "answer" && query)
        throw wrongField("expected", "It has figures, so it should be answered. Save a new question without them.");
    },
    async create(context, columns) {
      const set = await requireSet(context, null, { setId: columns.set_id });
      if ((await countCases(context, set)) >= mostCases)
        throw new AppError("limit_reached", `A set has at most ${mostCases.toLocaleString("en-US")} questions.`);
      const id = randomUUID();
      const taught = await read(context, set, questionToSave(null, columns), columns.expected);
      const place = await placeColumns(context, set, columns.passage);
      await insertCase(context, { ...columns, ...columnsFor(taught), ...place, id, tenant_id: set.tenantId });
      return id;
    },
    async changed(context, before, after) {
      const set = await requireSet(context, before, {});
      const taught = await read(context, set, questionToSave(after, {}), after.expected);
      const place = before.passage === after.passage ? {} : await placeColumns(context, set, after.passage);
      await updateCase(context, placeForRow(after), { ...columnsFor(taught), ...place });
    },
  };
}

/** A question that only searches documents: its words are not read for figures. */
const searchedQuestion = { key: "", slots: { parts: [], relativeTime: null }, query: null };

/** Where an expected passage stands, as it is kept. */
async function placeColumns(context: Context, { askedIn }: EvaluationSet, text: unknown) {
  if (typeof text !== "string" || text === "") return { passage: null, passage_words: null };
  const place = await readExpectedPassage(context, askedIn, text);
  return { passage: JSON.stringify(place), passage_words: sayPlace(place) };
}

function placeForRow({ id, tenantId }: EntityRow) {
  return { id: String(id), tenantId: typeof tenantId === "string" ? tenantId : platformTenant };
}

async function requireSet(
  context: Context,
  before: EntityRow | null,
  input: Readonly<Record<string, unknown>>,
): Promise<EvaluationSet> {
  const set = await findSet(context, String(before?.setId ?? input.setId ?? ""));
  if (!set) throw wrongField("setId", "There is no such evaluation set.");
  return set;
}
