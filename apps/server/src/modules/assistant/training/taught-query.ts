import { metricQuery } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { wrongField } from "../../../platform/errors.ts";
import { dayIn, loadMetricState, readAskable } from "../../metrics/index.ts";
import { sayQuery } from "../engine/describe-query.ts";
import { type AskedQuery, listMisfits } from "../engine/interpret.ts";
import { writeKey } from "../engine/question-key.ts";
import { allParts, openQuestion } from "../engine/read-question.ts";
import { findRelative } from "../engine/relative-periods.ts";
import { repairTypos } from "../engine/repair-typos.ts";
import { openExample } from "../engine/taught-examples.ts";
import type { ExampleSlots } from "../engine/training-items.ts";
import { readVocabulary } from "../engine/vocabulary.ts";
import { trimQuery } from "../trim-query.ts";

/** A question and its query as they are kept. */
export type TaughtQuestion = {
  /** What the question is looked up by when it must be the same, and when members and days may differ. */
  exactKey: string;
  key: string;
  slots: ExampleSlots;
  /** Null where nothing is asked for but words. */
  query: { text: string; words: string; relativeTime: string | null } | null;
};

/** Reads a question with its query in the tenant that it is taught for; one that cannot be asked is refused. */
export async function readTaughtQuestion(
  database: Database,
  { now }: Pick<Context, "now">,
  { tenantId, question, query: text }: { tenantId: string; question: string; query: unknown },
): Promise<TaughtQuestion> {
  const { state, askable } = await database.inTenant(
    tenantId,
    async (db) => {
      const metricState = await loadMetricState({ db, tenantId });
      return { state: metricState, askable: await readAskable({ db, tenantId }, metricState.registry) };
    },
    "snapshot",
  );
  const { registry } = state;
  const today = dayIn(state.settings.timeZone, now);
  const query = typeof text === "string" && text !== "" ? parseQuery(text) : null;
  const unknown = query?.metrics.find((id) => !registry.metrics.has(id));
  if (unknown !== undefined) throw wrongField("query", `There is no metric "${unknown.slice(0, 64)}".`);
  if (query && listMisfits(query, registry).length > 0)
    throw wrongField("query", "This metric cannot be split or narrowed this way.");
  const vocabulary = readVocabulary(askable, allParts.usesPhrases);
  const tokens = repairTypos(openQuestion(question, vocabulary, today).tokens, vocabulary.words, new Set());
  const exactKey = writeKey(tokens, []);
  if (exactKey === "") throw wrongField("question", "Use words that say what is asked for.");
  const opened = query ? openExample(tokens, query, { vocabulary, today }) : null;
  return {
    exactKey,
    key: opened?.key ?? exactKey,
    slots: opened?.slots ?? { parts: [], relativeTime: null },
    query: query && {
      text: JSON.stringify(query),
      words: sayQuery(query, { registry, today, formats: ownFormats }),
      relativeTime: findRelative(query, { registry, today }),
    },
  };
}

function parseQuery(text: string): AskedQuery {
  const problem = () => wrongField("query", "This is not a query. Save it from an answer.");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem();
  }
  const parsed = metricQuery.safeParse(value);
  if (!parsed.success) throw problem();
  return trimQuery(parsed.data);
}
