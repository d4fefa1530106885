import type { Role } from "./candidates.ts";
import phrases from "./role-phrases.json" with { type: "json" };

/** What can be said for each role. */
export const rolePhrases: readonly { role: Role; texts: readonly string[] }[] = Object.entries(phrases.roles).map(
  ([role, texts]) => ({ role: role as Role, texts }),
);

export type RankDirection = "most" | "least" | "best" | "worst";

/** What asks for an order. */
export const rankWords: readonly { direction: RankDirection; words: readonly string[] }[] = Object.entries(
  phrases.ranks,
).map(([direction, words]) => ({ direction: direction as RankDirection, words }));
