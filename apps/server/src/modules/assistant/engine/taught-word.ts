import type { Days } from "./time-words.ts";

/** What a taught word stands for. */
export type TaughtMeaning =
  | { kind: "metric"; metric: string }
  | { kind: "dimension"; dimension: string }
  | { kind: "member"; dimension: string; names: readonly string[] }
  /** A period as questions say it, such as "last month", or ranges of days. */
  | { kind: "period"; relative: string | null; ranges: readonly Days[]; isYearly: boolean }
  | { kind: "report"; report: string }
  | { kind: "nothing" };

/** Whose training it is: the asking tenant's own, or the platform's for all. */
export type TrainingScope = "tenant" | "platform";

/** A word that was taught. */
export type TaughtWord = { id: string; word: string; scope: TrainingScope; meaning: TaughtMeaning };
