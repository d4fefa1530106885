import type { AskedQuery } from "./interpret.ts";
import type { TrainingScope } from "./taught-word.ts";

/** What an open part of an example's question stands for in its query. */
export type ExamplePart =
  | { kind: "member"; field: string; value: string }
  | { kind: "time" }
  /** The days that are compared with. */
  | { kind: "compare" };

/** The open parts of an example in their order, and the period that it means whenever it is asked. */
export type ExampleSlots = { parts: readonly ExamplePart[]; relativeTime: string | null };

/** A question and the query that it means. */
export type TaughtExample = {
  id: string;
  scope: TrainingScope;
  question: string;
  key: string;
  query: AskedQuery;
  slots: ExampleSlots;
};

/** An answer in words that a person stands for. */
export type VerifiedAnswer = {
  id: string;
  scope: TrainingScope;
  question: string;
  key: string;
  answer: string;
  query: AskedQuery | null;
  relativeTime: string | null;
  verifiedBy: string | null;
  verifiedAt: string;
  /** The last day on which it is given. */
  endsOn: string | null;
};
