import type { AskReason, TrainingUse } from "@console/contracts";
import { readFormats, type SnapshotContext } from "../../platform/context.ts";
import {
  dayIn,
  findWordedMembers,
  type MetricRegistry,
  readAskable,
  type TenantMetricState,
  type WordedMember,
} from "../metrics/index.ts";
import { type Decision, decide } from "./engine/decide.ts";
import { isFollowUp } from "./engine/follow-up.ts";
import type { AskedQuery } from "./engine/interpret.ts";
import { writeKey } from "./engine/question-key.ts";
import { type EngineParts, openQuestion, type ReadQuestion, readQuestion } from "./engine/read-question.ts";
import { withTaughtWords } from "./engine/read-taught.ts";
import { refuseEarly } from "./engine/refuse-early.ts";
import { repairTypos } from "./engine/repair-typos.ts";
import { findExample } from "./engine/taught-examples.ts";
import type { Token } from "./engine/tokens.ts";
import { lookUp, type Training } from "./engine/training-index.ts";
import type { VerifiedAnswer } from "./engine/training-items.ts";
import { readVocabulary, type Vocabulary } from "./engine/vocabulary.ts";

const earlyTexts: Partial<Record<AskReason, string>> = {
  instructions: "Only questions about your organisation's figures are answered here.",
  other_tenant: "Only your own organisation's figures can be asked for.",
  write: "Nothing can be changed from here. Open the page that it belongs to.",
  judgement: "Figures can be shown here, but people and decisions are not judged.",
  off_topic: "Only questions about your organisation's figures are answered here, such as deliveries last week.",
};

export type Reader = ReturnType<typeof createReader>;

export function createReader(context: SnapshotContext, { registry, settings }: TenantMetricState) {
  return { registry, today: dayIn(settings.timeZone, context.now), formats: readFormats(context) };
}

/** What becomes of a question, how it was read, and what was taught that made it so. */
export type DecidedQuestion = {
  decision: Decision | { outcome: "verified"; answer: VerifiedAnswer };
  /** Null where it was settled before its words were read. */
  read: ReadQuestion | null;
  used: TrainingUse[];
};

export type DecideDeps = { reader: Reader; domain: string | null; parts: EngineParts; training: Training };

/** Decides what becomes of a question: a verified answer comes first, then an example of it, then its words. */
export async function decideQuestion(
  context: SnapshotContext,
  question: string,
  previous: AskedQuery | null,
  { reader, domain, parts, training }: DecideDeps,
): Promise<DecidedQuestion> {
  const registry = await readAskable(context, reader.registry);
  const vocabulary = withTaughtWords(readVocabulary(registry, parts.usesPhrases), training);
  const open = openQuestion(question, vocabulary, reader.today);
  const answer = findVerified(open.tokens, vocabulary, training, reader.today);
  if (answer) {
    const { id, scope, question: label } = answer;
    return { decision: { outcome: "verified", answer }, read: null, used: [{ kind: "answer", id, scope, label }] };
  }
  const early = refuseEarly(question, open.tokens);
  if (early) return { decision: refuseAsEarly(early, open.tokens, vocabulary), read: null, used: [] };
  const worded = await findWordedMembers(context, [...new Set(open.spans.map(({ key }) => key))]);
  const found = worded.filter((member) => !isNamedLikeMetric(member, registry));
  const read = readQuestion(open, found, { vocabulary, today: reader.today, domain, parts, training });
  const [best] = read.readings;
  const goesOn = previous !== null && best !== undefined && isFollowUp(best, read.tokens);
  const instance = goesOn ? null : (findExample(read.whole, training, reader) ?? findExample(read, training, reader));
  if (instance) {
    const { id, scope, question: label } = instance.example;
    const decision: Decision = { outcome: "answer", query: instance.query, unused: [], otherwise: [], taught: [] };
    return { decision, read, used: [{ kind: "example", id, scope, label }] };
  }
  const decision = decide(read, { ...reader, previous, parts });
  return { decision, read, used: listUsed(decision, read) };
}

/** An account that is called like a figure, such as driver pay: the figure is what people mean. */
function isNamedLikeMetric({ dimension, name }: WordedMember, { metrics }: MetricRegistry): boolean {
  if (dimension !== "account") return false;
  return [...metrics.values()].some(({ label }) => label.toLowerCase() === name.toLowerCase());
}

function listUsed(decision: Decision, { passed, decisive }: ReadQuestion): TrainingUse[] {
  const taught = decision.outcome === "answer" ? decision.taught : [];
  const words = [...new Set([...taught, ...passed])].map(({ id, scope, word }) => ({
    kind: "word" as const,
    id,
    scope,
    label: word,
  }));
  if (!decisive || decision.outcome !== "answer") return words;
  return [...words, { kind: "example", id: decisive.id, scope: decisive.scope, label: decisive.question }];
}

/** The answer that a person gave to the same question, as long as it holds. */
function findVerified(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  training: Training,
  today: string,
): VerifiedAnswer | null {
  if (training.every(({ answers }) => answers.size === 0)) return null;
  const key = writeKey(repairTypos(tokens, vocabulary.words, new Set()), []);
  return lookUp(training, "answers", key).find(({ endsOn }) => endsOn === null || endsOn >= today) ?? null;
}

function refuseAsEarly(reason: AskReason, tokens: readonly Token[], vocabulary: Vocabulary): Decision {
  // The words are the same whether there is such an organisation or not.
  const names = reason === "other_tenant" ? listNames(tokens, vocabulary) : [];
  const named = names.map((name) => `"${name}"`).join(" and ");
  const text = `${earlyTexts[reason] ?? ""}${names.length > 0 ? ` Nothing is looked up about ${named}.` : ""}`;
  return { outcome: "refuse", reason, text, options: [], unused: [] };
}

/** Names in a question that belong to nothing that can be asked for. */
function listNames(tokens: readonly Token[], { names, metricWords }: Vocabulary): string[] {
  return tokens.flatMap(({ isName, stem, text }) =>
    isName && !names.has(stem) && !metricWords.has(stem) ? [text.slice(0, 60)] : [],
  );
}
