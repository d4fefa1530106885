import { type AskAnswer, routes } from "@console/contracts";
import type { FileReading } from "../../connectors/reading/read-sent-file.ts";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { handle } from "../../platform/http/endpoint.ts";
import { type Reports, reportsAllowedFor } from "../reports/index.ts";
import { answerAsked, askQuestion } from "./ask-question.ts";
import { documentRoutes } from "./documents/document-routes.ts";
import type { EngineParts } from "./engine/read-question.ts";
import { cancelEvaluation, startEvaluation } from "./evaluation/evaluate-set.ts";
import { listEvaluations, readEvaluation } from "./evaluation/read-evaluations.ts";
import { testQuestion } from "./test-question.ts";
import { readCoverage } from "./training/read-coverage.ts";
import { readTrainingDraft } from "./training/read-draft.ts";
import { readTrainingEffect } from "./training/read-effect.ts";
import type { TrainingCounter } from "./training/training-use.ts";
import { tryTraining } from "./training/try-training.ts";

type Parts = {
  reports: Reports;
  database: Database;
  engine: EngineParts;
  use: TrainingCounter;
  fileReading: Pick<FileReading, "pool">;
  /** Told how a question ended. */
  onQuestion?: (context: Context, outcome: AskAnswer["outcome"]) => void;
};

/** The endpoints of questions in words. */
export function assistantRoutes({ reports: all, database, engine, use, fileReading, onQuestion = () => {} }: Parts) {
  return [
    ...documentRoutes({ database, fileReading }),
    handle(
      routes.askQuestion,
      async (context, input) => {
        const answer = await askQuestion(context, input, await reportsAllowedFor(context, all), engine);
        if (isOwnQuestion(context)) use.note(context, input.question, answer);
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
    handle(
      routes.testQuestion,
      async (context, input) => testQuestion(context, input, await reportsAllowedFor(context, all), engine),
      "snapshot",
    ),
    handle(routes.startEvaluation, startEvaluation),
    handle(routes.listEvaluations, listEvaluations),
    handle(routes.readEvaluation, readEvaluation),
    handle(routes.cancelEvaluation, cancelEvaluation),
    handle(routes.tryTraining, (context, input) => tryTraining(context, input, { database, reports: all })),
    handle(routes.readCoverage, readCoverage),
    handle(routes.readTrainingEffect, (context, input) => readTrainingEffect(context, input, database)),
    handle(routes.readTrainingDraft, readTrainingDraft),
  ];
}

/** What support tries in a tenant, or the product in a test of its walls, is none of the tenant's use. */
function isOwnQuestion({ actor, origin, isPlatformAccess }: Context): boolean {
  const isImpersonated = actor.kind === "user" && actor.onBehalf !== undefined;
  return origin !== undefined && !isPlatformAccess && !isImpersonated;
}
