import type { EntityRow } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { platformTenant } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { wrongField } from "../../../platform/errors.ts";
import { findUnknownMembers, listed, metricRegistry } from "../../metrics/index.ts";
import { longestTaught, readTaughtStems } from "../engine/taught-words.ts";
import { plainWords, roleWords } from "../engine/word-classes.ts";
import { inScope, scopeForInput } from "./training-entity.ts";
import { selectSameKey } from "./training-store.ts";
import { ownDays, readRanges, toMeaning, type WordRow } from "./word-meaning.ts";

type Input = Readonly<Record<string, unknown>>;
type Parts = { titles: Readonly<Record<string, string>>; database: Database };

/** Refuses a word that could not be understood, or whose meaning is not there. */
export async function checkWord(
  context: Context,
  before: EntityRow | null,
  input: Input,
  { titles, database }: Parts,
): Promise<void> {
  const word = { ...before, ...input };
  const stems = readTaughtStems(String(word.word ?? ""));
  if (stems.length === 0) throw wrongField("word", "Enter a word of letters.");
  if (stems.length > longestTaught) throw wrongField("word", `Use at most ${longestTaught} words.`);
  if (stems.every((stem) => roleWords.has(stem) || plainWords.has(stem) || /^[\d\W]+$/.test(stem)))
    throw wrongField("word", "Questions are built of words like this one. Choose a word that names something.");
  const has = (name: string) => typeof word[name] === "string" && word[name] !== "";
  switch (word.meaning) {
    case "metric":
      if (!metricRegistry.metrics.has(String(word.metric))) throw wrongField("metric", "Choose metric.");
      return;
    case "dimension":
      if (!metricRegistry.dimensions.has(String(word.dimension))) throw wrongField("dimension", "Choose dimension.");
      return;
    case "member":
      return checkNames(context, before, word, database);
    case "period": {
      if (!has("period")) throw wrongField("period", "Choose period.");
      const read = word.period === ownDays ? readRanges(String(word.days ?? "")) : null;
      if (read && "problem" in read) throw wrongField("days", read.problem);
      return;
    }
    case "report":
      if (!Object.hasOwn(titles, String(word.report))) throw wrongField("report", "Choose report.");
      return;
    default:
  }
}

const mostNames = 20;

async function checkNames(context: Context, before: EntityRow | null, word: Input, database: Database): Promise<void> {
  const dimension = metricRegistry.dimensions.get(String(word.dimension));
  if (!dimension) throw wrongField("dimension", "Choose dimension.");
  const names = Array.isArray(word.members) ? word.members.map(String) : [];
  if (names.length === 0) throw wrongField("members", "Enter names.");
  if (names.length > mostNames) throw wrongField("members", `Use at most ${mostNames} names.`);
  const tenantId = scopeForInput(context, before, word);
  // Names of tenants differ: what is taught to all of them is looked up when one of them asks.
  if (tenantId === platformTenant && !dimension.members) return;
  const [unknown] = await inScope(context, database, tenantId, (inside) =>
    findUnknownMembers(inside, dimension.id, names, metricRegistry),
  );
  if (!unknown) return;
  const near = unknown.near.length > 0 ? ` Near: ${listed(unknown.near)}.` : "";
  throw wrongField("members", `There is no ${dimension.label.toLowerCase()} called "${unknown.name}".${near}`);
}

/** Says which word of the same scope means something else, or the same. */
export async function warnOfWord(context: Context, before: EntityRow | null, input: Input): Promise<string | null> {
  const word: Record<string, unknown> = { ...before, ...input };
  const key = readTaughtStems(String(word.word)).join(" ");
  const tenantId = scopeForInput(context, before, input);
  const except = before ? String(before.id) : null;
  const others = await selectSameKey<WordRow & { word: string }>(context, "training_words", { tenantId, key, except });
  const meaning = JSON.stringify(toMeaning(toRow(word)));
  const [same] = others.filter((other) => JSON.stringify(toMeaning(other)) === meaning);
  if (same) throw wrongField("word", `"${same.word}" already means this.`);
  const [other] = others;
  if (!other) return null;
  return `"${other.word}" already means ${sayMeaning(other)}. With both, people are asked which one they mean.`;
}

function toRow(word: Input): WordRow {
  const text = (name: string) => (typeof word[name] === "string" && word[name] !== "" ? String(word[name]) : null);
  return {
    meaning: String(word.meaning),
    metric: text("metric"),
    dimension: text("dimension"),
    members: Array.isArray(word.members) ? word.members.map(String) : [],
    period: text("period"),
    days: text("days"),
    is_yearly: word.isYearly === true,
    report: text("report"),
  };
}

function sayMeaning({ meaning, metric, dimension, members, period, days, report }: WordRow): string {
  switch (meaning) {
    case "metric":
      return metricRegistry.metrics.get(metric ?? "")?.label ?? String(metric);
    case "dimension":
      return metricRegistry.dimensions.get(dimension ?? "")?.label ?? String(dimension);
    case "member":
      return listed(members);
    case "period":
      return period === ownDays ? String(days).replaceAll("\n", "; ") : String(period);
    case "report":
      return `the report ${report}`;
    default:
      return "nothing";
  }
}
