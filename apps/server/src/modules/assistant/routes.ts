import { type AskAnswer, routes } from "@console/contracts";
import type { FileReading } from "../../connectors/reading/read-sent-file.ts";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { handle } from "../../platform/http/endpoint.ts";
import { type Reports, reportsAllowedFor } from "../reports/index.ts";
import { answerAsked, askQuestion } from "./ask-question.ts";
import { documentRoutes } from "./documents/document-routes.ts";
import type { EngineParts } from "./engine/read-question.ts";
import { testQuestion } from "./test-question.ts";
import type { TrainingCounter } from "./training/training-use.ts";

type Parts = {
  reports: Reports;
  engine: EngineParts;
  use: TrainingCounter;
  database: Database;
  fileReading: Pick<FileReading, "pool">;
  /** Told how a question ended. */
  onQuestion?: (context: Context, outcome: AskAnswer["outcome"]) => void;
};

/** The endpoints of questions in words. */
export function assistantRoutes({ reports: all, engine, use, database, fileReading, onQuestion = () => {} }: Parts) {
  return [
    ...documentRoutes({ database, fileReading }),
    handle(
      routes.askQuestion,
      async (context, input) => {
        const answer = await askQuestion(context, input, await reportsAllowedFor(context, all), engine);
        // What a platform admin tries in a tenant is none of its use.
        if (!context.isPlatformAccess) use.note(context, answer.training ?? []);
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
  ];
}
