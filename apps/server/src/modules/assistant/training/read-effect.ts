import type { readTrainingEffect as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import { type Context, platformTenant } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { readHistoryPage } from "../../../platform/entities/entity-history.ts";
import { AppError } from "../../../platform/errors.ts";
import { peopleRelation } from "../../directory/index.ts";
import { type RatedQuestion, selectRatedQuestions } from "../../feedback/index.ts";
import { requireDocument } from "../documents/document-store.ts";
import { selectSpoken } from "../documents/passage-store.ts";
import { listStems } from "../documents/passage-words.ts";
import { inScope } from "./training-entity.ts";
import { findTaughtText, type TrainingTable } from "./training-store.ts";

type Input = z.output<(typeof contract)["input"]>;
type Effect = RouteOutput<typeof contract>;
type Change = Pick<Effect, "change"> & { since: Date };
type Verdict = Effect["verdict"];
type Counted = Effect["before"];

const dayMs = 86_400_000;
/** More ratings than these of one period are not looked at. */
const mostRatings = 5000;
/** Fewer ratings on either side tell nothing. */
const fewestRatings = 10;
/** A difference of the shares within this is called none, where chance alone makes no larger one. */
const smallDifference = 0.15;
const mostShown = 5;

const tables = {
  words: "training_words",
  examples: "training_examples",
  answers: "training_answers",
} as const satisfies Record<string, TrainingTable>;

/** What is measured: whose it is, since when, and which questions are like it. */
type Subject = Partial<Change> & {
  tenantId: string;
  isLike: (questions: readonly RatedQuestion[]) => Promise<RatedQuestion[]>;
};

/** How answers to like questions were rated before and after something taught was last changed. */
export async function readTrainingEffect(
  context: Context,
  { entity, id, days }: Input,
  database: Database,
): Promise<Effect> {
  const subject =
    entity === "training-documents" ? await readDocument(context, id) : await readTaught(context, entity, id, database);
  const { since, change = null } = subject;
  const none = { rated: 0, down: 0 };
  if (!since)
    return { since: null, change, daysAfter: 0, before: none, after: none, verdict: "too_few", questions: [] };
  const length = days * dayMs;
  const tenant = subject.tenantId === platformTenant ? null : subject.tenantId;
  const select = async (from: number, to: number) =>
    subject.isLike(
      await selectRatedQuestions(context, { tenant, from: new Date(from), to: new Date(to), most: mostRatings }),
    );
  const before = await select(since.getTime() - length, since.getTime());
  const after = await select(since.getTime(), since.getTime() + length);
  const counts = { before: count(before), after: count(after) };
  return {
    since: since.toISOString(),
    change,
    daysAfter: Math.min(days, Math.floor((context.now.getTime() - since.getTime()) / dayMs)),
    ...counts,
    verdict: judge(counts.before, counts.after),
    questions: [...new Set([...after, ...before].map(({ question }) => question))].slice(0, mostShown),
  };
}

async function readTaught(
  context: Context,
  entity: keyof typeof tables,
  id: string,
  database: Database,
): Promise<Subject> {
  const taught = await findTaughtText(context, tables[entity], id);
  if (!taught || !isWithin(context, taught.tenantId)) throw new AppError("not_found", "There is no such training.");
  // What was done to a tenant's row stands in the tenant's own record, whoever looks at it.
  const last =
    taught.status === "draft"
      ? null
      : await inScope(context, database, taught.tenantId, (scope) => findLastChange(scope, entity, id));
  const own = new Set(listStems(taught.text));
  // A word is meant where all of it stands; a question is like another that shares at least half of its words.
  const isLike = (stems: ReadonlySet<string>) => {
    const shared = [...own].filter((stem) => stems.has(stem)).length;
    if (own.size === 0) return false;
    return entity === "words" ? shared === own.size : shared / Math.max(own.size, stems.size) >= 0.5;
  };
  return {
    tenantId: taught.tenantId,
    ...last,
    isLike: async (questions) => questions.filter(({ question }) => isLike(new Set(listStems(question)))),
  };
}

const changes: Readonly<Record<string, NonNullable<Effect["change"]>>> = {
  created: "added",
  imported: "added",
  changed: "changed",
  approve: "approved",
  verify: "approved",
  archive: "archived",
  restore: "restored",
};
/** What can be changed without any answer being another. */
const silent: ReadonlySet<string> = new Set(["note", "reason"]);

/** The last thing that was done to a row and may have changed answers. */
async function findLastChange(context: Context, entity: string, id: string): Promise<Change | null> {
  const { items } = await readHistoryPage(context, { name: entity, people: peopleRelation }, { id, limit: 100 });
  for (const { act, at, details } of items) {
    const change = changes[act.slice(act.indexOf(".") + 1)];
    if (!change) continue;
    if (change === "changed" && Object.keys(details).every((field) => silent.has(field))) continue;
    return { change, since: new Date(at) };
  }
  return null;
}

async function readDocument(context: Context, id: string): Promise<Subject> {
  const document = await requireDocument(context, id);
  const { tenantId, searchable_at: since, found_version: version } = document;
  return {
    tenantId,
    ...(since && { since, change: version === 1 ? ("added" as const) : ("read" as const) }),
    isLike: async (questions) => {
      const asked = questions.map(({ question }) => [...new Set(listStems(question))]);
      const spoken = await selectSpoken(context, document, asked);
      return questions.filter((_, place) => spoken.has(place));
    },
  };
}

function isWithin(context: Pick<Context, "tenantId">, tenantId: string): boolean {
  return context.tenantId === platformTenant || context.tenantId === tenantId;
}

function count(questions: readonly RatedQuestion[]): Counted {
  return { rated: questions.length, down: questions.filter(({ rating }) => rating === "down").length };
}

/** Whether the shares differ by more than chance makes them differ, at 95 %. */
export function judge(before: Counted, after: Counted): Verdict {
  if (before.rated < fewestRatings || after.rated < fewestRatings) return "too_few";
  const [was, is] = [before.down / before.rated, after.down / after.rated];
  const pooled = (before.down + after.down) / (before.rated + after.rated);
  const chance = 1.96 * Math.sqrt(pooled * (1 - pooled) * (1 / before.rated + 1 / after.rated));
  if (Math.abs(is - was) > chance) return is < was ? "better" : "worse";
  return chance <= smallDifference ? "same" : "too_few";
}
