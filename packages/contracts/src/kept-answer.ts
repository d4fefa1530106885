import type { z } from "zod";
import type { AskAnswer, QuotedPassage } from "./assistant.ts";
import { type giveFeedback, keptAnswerRows } from "./feedback.ts";

type Kept = NonNullable<z.input<(typeof giveFeedback)["input"]>["answer"]>;

/** An answer as its reader sees it, cut to what is kept with feedback. */
export function keepAnswer(question: string, answer: AskAnswer): Kept {
  const { outcome, reason, text, assumptions, unknown = [], query, result, passages, training } = answer;
  // Those who teach begin with the words that nothing is known of.
  const unused = [...new Set([...unknown, ...answer.unused])];
  return {
    question: question.slice(0, 500) || text.slice(0, 500),
    outcome,
    reason,
    text: text.slice(0, 4000),
    reading: assumptions.slice(0, 40).map(({ label }) => label.slice(0, 300)),
    unused: unused.slice(0, 100).map((word) => word.slice(0, 100)),
    ...(query && { query: query as Kept["query"] }),
    ...(result && { rows: result.rows.slice(0, keptAnswerRows), currency: result.currency }),
    ...(passages && { passages: passages.slice(0, 10).map(keepPassage) }),
    ...(training && { training: training.slice(0, 50) }),
  };
}

function keepPassage({ title, headings, page, kind, content }: QuotedPassage) {
  return {
    title: title.slice(0, 300),
    headings: headings.slice(0, 20).map((heading) => heading.slice(0, 500)),
    page,
    kind,
    content: content.slice(0, 5000),
  };
}
