import { type AskAnswer, routes } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { handle } from "../../platform/http/endpoint.ts";
import { type Reports, reportsAllowedFor } from "../reports/index.ts";
import { answerAsked, askQuestion } from "./ask-question.ts";
import type { EngineParts } from "./engine/read-question.ts";

/** Told how a question ended. */
export type OnQuestion = (context: Context, outcome: AskAnswer["outcome"]) => void;

/** The endpoints of questions in words. */
export function assistantRoutes(all: Reports, parts: EngineParts, onQuestion: OnQuestion = () => {}) {
  return [
    handle(
      routes.askQuestion,
      async (context, input) => {
        const answer = await askQuestion(context, input, await reportsAllowedFor(context, all), parts);
        onQuestion(context, answer.outcome);
        return answer;
      },
      "snapshot",
    ),
    handle(
      routes.runQuestion,
      async (context, input) => answerAsked(context, input, await reportsAllowedFor(context, all)),
      "snapshot",
    ),
  ];
}
