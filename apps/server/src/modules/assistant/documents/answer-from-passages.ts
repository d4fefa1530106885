import type { AskAnswer, AskReason, QuotedPassage } from "@console/contracts";
import { type Context, platformTenant, type SnapshotContext } from "../../../platform/context.ts";
import { loadMetricState, type MetricRegistry } from "../../metrics/index.ts";
import type { DecidedQuestion } from "../decide-question.ts";
import type { Training } from "../engine/training-index.ts";
import { loadTraining } from "../training/load-training.ts";
import { asksForWords } from "./asks-for-words.ts";
import { readStaleness } from "./document-staleness.ts";
import { type PassageHit, searchPassages } from "./search-passages.ts";
import { synonymsFrom } from "./taught-synonyms.ts";

/** A passage that speaks of less of what is asked for does not answer it. */
export const neededCoverage = 0.62;
/** One that speaks of less has nothing to do with it. */
const nearCoverage = 0.34;
/** Passages that are so much weaker than the best are not shown beside it. */
const weakerPart = 0.6;
/** So many passages are quoted in one answer. */
export const mostQuoted = 3;

/** Reasons that say that no figure was asked for. */
const withoutFigure: ReadonlySet<AskReason> = new Set(["unknown_metric", "off_topic"]);
/** Reasons that say that words were left over: they may be what was asked for. */
const leftOver: ReadonlySet<AskReason> = new Set(["unknown_value", "unused_words"]);
/** What is refused whatever documents say. */
const neverQuoted: ReadonlySet<AskReason> = new Set(["instructions", "other_tenant"]);

type Deps = { training: Training; registry: MetricRegistry };

/**
 * Answers a question by figures or by what documents say. Figures come first: a question that is answered by a figure is
 * never answered by a passage, unless it plainly asks for a rule or a way to do something.
 */
export async function answerWithPassages(
  context: Context,
  question: string,
  { decision }: DecidedQuestion,
  deps: Deps,
  answerFigures: () => Promise<AskAnswer>,
): Promise<AskAnswer> {
  const form = asksForWords(question);
  const reason = decision.outcome === "clarify" || decision.outcome === "refuse" ? decision.reason : null;
  if (decision.outcome === "verified" || (reason !== null && neverQuoted.has(reason))) return answerFigures();
  const isWithoutFigure = reason !== null && (withoutFigure.has(reason) || (form === "maybe" && leftOver.has(reason)));
  if (form === "plainly" || isWithoutFigure) {
    const words = await quoteFor(context, question, reason, deps);
    // A question back can still lead to a figure.
    const isBetter = words !== null && (words.outcome === "answer" || decision.outcome === "refuse");
    return isBetter ? words : answerFigures();
  }
  const figures = await answerFigures();
  // What was left out of the reading may be what was asked for, where there are no figures of the rest.
  const isEmpty = figures.result ? !figures.result.rows.some(hasFigure) : figures.reason === "no_data";
  if (form === "no" || !isEmpty || decision.outcome !== "answer" || decision.unused.length === 0) return figures;
  const words = await quoteFor(context, question, null, deps);
  return words?.outcome === "answer" ? words : figures;
}

/** Whether a row holds any figure beside none at all. */
export function hasFigure(row: Readonly<Record<string, unknown>>): boolean {
  return Object.values(row).some((value) => typeof value === "number" && value !== 0);
}

/** The passages that answer a question, or the nearest that do not; null where nothing has to do with it. */
async function quoteFor(
  context: Context,
  question: string,
  reason: AskReason | null,
  { training, registry }: Deps,
): Promise<AskAnswer | null> {
  const { hits } = await searchPassages(context, question, {
    most: mostQuoted * 3,
    synonyms: synonymsFrom(training, registry),
  });
  const { isAnswer, quoted } = chooseQuoted(hits);
  if (isAnswer) {
    const text = quoted.length === 1 ? "This passage is about it." : "These passages are about it.";
    return quote(context, quoted, { outcome: "answer", reason: null, text });
  }
  if (quoted.length === 0 || reason === null) return null;
  const text = quoted.length === 1 ? "I found this; it does not say it." : "I found these; none says it.";
  return quote(context, quoted, { outcome: "refuse", reason, text });
}

/** Those that are quoted of what was found, the best first: the answer, or the nearest where none says it. */
export function chooseQuoted<Hit extends Pick<PassageHit, "score" | "coverage">>(
  hits: readonly Hit[],
): { isAnswer: boolean; quoted: Hit[] } {
  const saying = hits.filter(says);
  const [first] = saying;
  if (first) {
    const quoted = saying.filter(({ score }) => score >= first.score * weakerPart).slice(0, mostQuoted);
    return { isAnswer: true, quoted };
  }
  return { isAnswer: false, quoted: hits.filter(({ coverage }) => coverage >= nearCoverage).slice(0, mostQuoted) };
}

/** What documents say about a question, asked on its own; null where nothing has to do with it. */
export async function quotePassages(context: SnapshotContext, question: string): Promise<AskAnswer | null> {
  const { registry } = await loadMetricState(context);
  return quoteFor(context, question, "off_topic", { training: await loadTraining(context), registry });
}

/** Whether a passage speaks of enough of what is asked for to be its answer. */
export function says({ coverage }: Pick<PassageHit, "coverage">): boolean {
  return coverage >= neededCoverage;
}

async function quote(
  context: Context,
  hits: readonly PassageHit[],
  { outcome, reason, text }: Pick<AskAnswer, "outcome" | "reason" | "text">,
): Promise<AskAnswer> {
  const staleness = await readStaleness(context, [...new Set(hits.map(({ document }) => document))]);
  const passages = hits.map(
    ({ tenantId, document, passage, title, headings, page, kind, content }): QuotedPassage => ({
      document,
      passage,
      title,
      headings,
      page,
      kind,
      content,
      isShared: tenantId === platformTenant,
      staleSince: staleness.get(document)?.toISOString() ?? null,
    }),
  );
  const isAnswer = outcome === "answer";
  const used = isAnswer
    ? [...new Map(passages.map((passage) => [passage.document, passage])).values()].map(
        ({ document, title, isShared }) => ({
          kind: "document" as const,
          id: document,
          scope: isShared ? ("platform" as const) : ("tenant" as const),
          label: title,
        }),
      )
    : [];
  const training = used.length > 0 ? { training: used } : {};
  return { outcome, reason, text, assumptions: [], unused: [], passages, ...training };
}
