import { ModelFailure } from "../../../connectors/models/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { Models } from "../../models/index.ts";
import { writeFilePassages } from "../files/answer-from-files.ts";
import type { GrowingMessage } from "../growing-message.ts";
import type { StoredMessage } from "../message-store.ts";
import { listen } from "../model/ask-model.ts";
import { toProblem } from "../model/failure-problem.ts";
import { writeResult } from "../model/model-tools.ts";
import { answering, continuing, personalText, phrasing, systemText } from "../model/prompts.ts";
import { findUnverified } from "../prose/check-numbers.ts";
import type { Turn } from "../read-turn.ts";
import { AnswerProblem, type Written } from "../start-writing.ts";

export const reachedLength = {
  reason: "length",
  text: "The answer reached its longest length. Continue to read on.",
} as const;

/** A model sees so much of the end of what it wrote. */
const mostLetters = 12_000;

type Continuing = {
  asker: Omit<Context, "db">;
  turn: Turn;
  growing: Pick<GrowingMessage, "add" | "answeredBy">;
  signal: AbortSignal;
};
type Parts = { database: Database; models: Pick<Models, "open"> };

/** Lets a model go on with what it wrote, from the same figures; nothing is looked up again. */
export async function continueAnswer({ asker, turn, growing, signal }: Continuing, parts: Parts): Promise<Written> {
  const { provider, model } = turn;
  if (provider === null || model === null) throw new AnswerProblem("model_missing", "Choose a model, and ask again.");
  const { question, text, answer } = readBegun(turn.earlier);
  try {
    const choice = await parts.models.open(asker, { provider, model });
    if (choice.figuresStay) {
      throw new AnswerProblem("refused", "Answers are not shown to models here, so that this one cannot be continued.");
    }
    const { database } = parts;
    const fromFiles = (answer?.passages ?? []).filter(({ isFromFile }) => isFromFile === true);
    const result = answer?.result
      ? await database.inTenant(asker.tenantId, async (db) => writeResult(answer, { ...asker, db }, false), "snapshot")
      : "None.";
    const heard = await listen(
      { choice, turn, growing, signal },
      [
        { role: "system", content: systemText(choice.system) + personalText(turn.profile, false) },
        {
          role: "user",
          content:
            fromFiles.length > 0
              ? answering(question, writeFilePassages(fromFiles), result)
              : phrasing(question, result),
        },
        { role: "assistant", content: text.slice(-mostLetters) },
        { role: "user", content: continuing },
      ],
      false,
    );
    if (heard.text.trim() === "") throw new AnswerProblem("refused", "The model had nothing to add.");
    const texts = [question, answer?.text ?? "", ...(answer?.passages ?? []).map(({ content }) => content)];
    const results = answer?.result ? [answer.result] : [];
    const unverified = findUnverified(heard.text, { results, texts });
    const { promptTokens, answerTokens, isCut } = heard;
    return { unverified, promptTokens, answerTokens, problem: isCut ? reachedLength : null };
  } catch (error) {
    if (!(error instanceof ModelFailure) || signal.aborted) throw error;
    throw new AnswerProblem(toProblem(error), error.message);
  }
}

/** The question that was asked, the figures of its answer, and all that was written to it so far. */
function readBegun(earlier: readonly StoredMessage[]) {
  const start = earlier.findLastIndex(({ role, is_continuation: isMore }) => role === "user" && !isMore);
  const answers = earlier.slice(start + 1).filter(({ role }) => role === "assistant");
  return {
    question: earlier[start]?.text ?? "",
    text: answers.map(({ text }) => text).join(""),
    answer: answers.findLast(({ answer }) => answer !== null)?.answer ?? null,
  };
}
