import { defineNoticeKind } from "../notices/index.ts";

/** Someone has said something of an answer or of a page. */
export const feedbackGiven = defineNoticeKind({
  name: "feedback.given",
  label: "New feedback",
  group: "Feedback",
  defaultChoice: "bell",
  mayBeSwitchedOff: true,
  isFor: "everyone",
  permission: "feedback.read",
});

/** What someone said was answered, or settled. */
export const feedbackAnswered = defineNoticeKind({
  name: "feedback.answered",
  label: "Answers to your feedback",
  group: "Feedback",
  defaultChoice: "email",
  mayBeSwitchedOff: true,
  isFor: "everyone",
});

/** Training that was made of feedback did not mend its answer. */
export const feedbackRetried = defineNoticeKind({
  name: "feedback.retried",
  label: "Feedback that is not fixed yet",
  group: "Feedback",
  defaultChoice: "bell",
  mayBeSwitchedOff: true,
  isFor: "everyone",
  permission: "training.manage",
});

export const feedbackNoticeKinds = [feedbackGiven, feedbackAnswered, feedbackRetried];
