import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { platformTenant } from "../../../platform/context.ts";
import type { Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { memberNamed, metricRegistry } from "../../metrics/index.ts";
import { relativePeriods } from "../engine/relative-periods.ts";
import { readTaughtStems } from "../engine/taught-words.ts";
import type { TrialDeps } from "../evaluation/try-change.ts";
import { checkWord, warnOfWord } from "./check-word.ts";
import {
  guardSaved,
  keyForRow,
  requireRoom,
  scopeForInput,
  statusForNew,
  trainingFields,
  trainingParts,
  trainingStates,
} from "./training-entity.ts";
import { insertTraining, touchTraining, updateTraining } from "./training-store.ts";
import { ownDays } from "./word-meaning.ts";

const meanings = {
  metric: "Metric",
  dimension: "Dimension",
  member: "Name",
  period: "Period",
  report: "Report",
  nothing: "Nothing",
};
const periods = { ...relativePeriods, [ownDays]: "Days of its own" };

function labelsById(items: Iterable<{ id: string; label: string }>): Record<string, string> {
  const sorted = [...items].sort((a, b) => a.label.localeCompare(b.label, "en"));
  return Object.fromEntries(sorted.map(({ id, label }) => [id, label]));
}

const metrics = labelsById(metricRegistry.metrics.values());
const dimensions = labelsById(metricRegistry.dimensions.values());

function labelFrom(labels: Readonly<Record<string, string>>, column: string) {
  return sql`coalesce(${JSON.stringify(labels)}::jsonb ->> ${sql.ref(column)}, ${sql.ref(column)})`;
}

function describeFields(titles: Readonly<Record<string, string>>): Readonly<Record<string, FieldSpec>> {
  const fixed = [...metricRegistry.dimensions.values()].flatMap(({ id, members }) => (members ? [id] : []));
  const known = memberNamed(sql`r.tenant_id`, sql`r.dimension`, sql`given.name`);
  const isGone = sql`case r.meaning
    when 'metric' then not coalesce(r.metric = any(${Object.keys(metrics)}::text[]), false)
    when 'dimension' then not coalesce(r.dimension = any(${Object.keys(dimensions)}::text[]), false)
    when 'report' then not coalesce(r.report = any(${Object.keys(titles)}::text[]), false)
    when 'member' then not coalesce(r.dimension = any(${Object.keys(dimensions)}::text[]), false)
      or (r.dimension <> all(${fixed}::text[]) and r.for_tenant is not null
        and r.tenant_id = current_setting('app.tenant_id', true)
        and exists (select from unnest(r.members) as given (name) where not exists (${known})))
    else false end`;
  // Names of another tenant stand behind its wall: whether they are still there is not seen from outside.
  const isUnseen = sql`r.meaning = 'member' and r.dimension <> all(${fixed}::text[])
    and r.tenant_id is distinct from nullif(current_setting('app.tenant_id', true), ${platformTenant})`;
  return {
    word: {
      group: "Word",
      label: "Word",
      type: "text",
      max: 80,
      isRequired: true,
      isSearched: true,
      shown: "list",
      help: "As people say it, such as the big three.",
    },
    meaning: {
      group: "Word",
      label: "Means",
      type: "choice",
      choices: meanings,
      isRequired: true,
      isFilter: true,
      shown: "column",
    },
    target: {
      edit: "never",
      group: "Word",
      label: "Meaning",
      type: "text",
      isSearched: true,
      shown: "list",
      column: sql`case r.meaning
        when 'metric' then ${labelFrom(metrics, "r.metric")}
        when 'dimension' then ${labelFrom(dimensions, "r.dimension")}
        when 'member' then concat(${labelFrom(dimensions, "r.dimension")}, ': ', array_to_string(r.members, ', '))
        when 'period' then case when r.period = ${ownDays} then replace(r.days, chr(10), '; ')
          else ${labelFrom(periods, "r.period")} end
        when 'report' then concat('Report: ', ${labelFrom(titles, "r.report")})
        else 'Nothing' end`,
    },
    metric: choiceFor("metric", "Metric", metrics),
    dimension: {
      group: "Word",
      label: "Dimension",
      type: "choice",
      choices: dimensions,
      isRequired: true,
      when: { field: "meaning", values: ["dimension", "member"] },
      shown: "detail",
    },
    members: {
      group: "Word",
      label: "Names",
      type: "choices",
      isRequired: true,
      when: { field: "meaning", values: ["member"] },
      shown: "detail",
      help: "As they stand in the data, separated by commas.",
    },
    period: choiceFor("period", "Period", periods),
    days: {
      group: "Word",
      label: "Days",
      type: "lines",
      max: 1000,
      isRequired: true,
      when: { field: "period", values: [ownDays] },
      shown: "detail",
      help: "One period on each line, such as 2026-02-18 to 2026-03-19. A question takes the latest, or that of a year.",
    },
    isYearly: {
      group: "Word",
      label: "The same days every year",
      type: "flag",
      initial: false,
      when: { field: "period", values: [ownDays] },
      shown: "detail",
    },
    report: choiceFor("report", "Report", titles),
    status: {
      edit: "never",
      group: "Word",
      label: "Status",
      type: "choice",
      isFilter: true,
      isNeverEmpty: true,
      shown: "list",
      choices: { ...trainingStates, broken: "Broken", unchecked: "Names not checked" },
      column: sql`case when r.status <> 'active' then r.status when ${isGone} then 'broken'
        when ${isUnseen} then 'unchecked' else 'active' end`,
    },
    ...trainingFields,
  };
}

function choiceFor(meaning: string, label: string, choices: Readonly<Record<string, string>>): FieldSpec {
  const when = { field: "meaning", values: [meaning] };
  return { group: "Word", label, type: "choice", choices, isRequired: true, when, shown: "detail" };
}

/** What words mean to the platform's tenants, or to one of them. */
export function wordsEntity(titles: Readonly<Record<string, string>>, deps: TrialDeps): Entity {
  const { database } = deps;
  return {
    ...trainingParts("training_words", deps),
    name: "words",
    one: "Word",
    many: "Words",
    title: "word",
    fields: describeFields(titles),
    headline: ["target", "tenantId", "usedCount30d"],
    sort: { by: "word", dir: "asc" },
    importedBy: "word",
    check: (context, before, input) => checkWord(context, before, input, { titles, database }),
    warn: warnOfWord,
    async create(context, { for_tenant: tenant, ...columns }) {
      const tenantId = scopeForInput(context, null, { tenantId: tenant });
      await requireRoom(context, "training_words", tenantId);
      const id = randomUUID();
      const key = readTaughtStems(String(columns.word)).join(" ");
      const status = await statusForNew(context, columns.feedback_id);
      await insertTraining(context, "training_words", { ...columns, id, tenant_id: tenantId, key, status });
      await touchTraining(context, tenantId);
      await guardSaved(context, { before: null, after: { ...columns, tenantId, status } }, deps);
      return id;
    },
    async changed(context, before, after) {
      const row = keyForRow(after);
      const key = readTaughtStems(String(after.word)).join(" ");
      await updateTraining(context, "training_words", row, { key });
      await touchTraining(context, row.tenantId);
      await guardSaved(context, { before, after }, deps);
    },
  };
}
