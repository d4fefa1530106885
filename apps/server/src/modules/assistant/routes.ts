import { routes } from "@console/contracts";
import { handle } from "../../platform/http/endpoint.ts";
import { type Reports, reportsAllowedFor } from "../reports/index.ts";
import { answerAsked, askQuestion } from "./ask-question.ts";
import type { EngineParts } from "./engine/read-question.ts";

/** The endpoints of questions in words. */
export function assistantRoutes(all: Reports, parts: EngineParts) {
  return [
    handle(
      routes.askQuestion,
      async (context, input) => askQuestion(context, input, await reportsAllowedFor(context, all), parts),
      "snapshot",
    ),
    handle(
      routes.runQuestion,
      async (context, input) => answerAsked(context, input, await reportsAllowedFor(context, all)),
      "snapshot",
    ),
  ];
}
