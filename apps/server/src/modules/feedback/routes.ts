import { routes } from "@console/contracts";
import { handle } from "../../platform/http/endpoint.ts";
import { replyToFeedback } from "./answer-feedback.ts";
import { feedbackEntity } from "./feedback-entity.ts";
import { openScreenshot } from "./feedback-screenshots.ts";
import { changeOwnFeedback, giveFeedback, listOwnFeedback } from "./give-feedback.ts";
import { openTranscript } from "./open-transcript.ts";
import { readFeedbackTrends } from "./read-trends.ts";

/** The endpoints of feedback beside those of its entity. */
export function feedbackRoutes() {
  const entity = feedbackEntity();
  return [
    handle(routes.giveFeedback, giveFeedback),
    handle(routes.listOwnFeedback, listOwnFeedback),
    handle(routes.changeOwnFeedback, changeOwnFeedback),
    handle(routes.replyToFeedback, (context, input) => replyToFeedback(context, input, entity)),
    handle(routes.openTranscript, (context, input) => openTranscript(context, input, entity)),
    handle(routes.openScreenshot, (context, input) => openScreenshot(context, input, entity)),
    handle(routes.readFeedbackTrends, readFeedbackTrends),
  ];
}
