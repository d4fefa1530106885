import type { Candidate } from "./chart.ts";
import type { Token } from "./tokens.ts";

/** What a word does in a question. */
export type Role =
  | "split"
  | "which"
  | "who"
  | "without"
  | "compare"
  | "than"
  | "change"
  /** Up, low or bad, which tell a direction without asking for a change. */
  | "mood"
  | "why"
  | "cumulative"
  | "share"
  | "and"
  | "how many"
  | "how much"
  | "value"
  | "how long"
  | "only"
  | "follow-up"
  | "forecast";

const phrases: readonly { role: Role; texts: readonly string[] }[] = [
  {
    role: "split",
    texts: [
      ...["for each", "for every", "in each", "in every", "of each", "of every", "at each", "from each", "by each"],
      ...[
        "split by",
        "split per",
        "broken down by",
        "break down by",
        "grouped by",
        "group by",
        "breakdown by",
        "split into",
      ],
      ...[
        "by",
        "per",
        "each",
        "every",
        "across",
        "according to",
        "sorted by",
        "ranked by",
        "ordered by",
        "depending on",
      ],
      ...["in terms of", "based on", "separately for", "breakdown per", "broken down per", "among", "within each"],
    ],
  },
  { role: "which", texts: ["which", "what"] },
  { role: "who", texts: ["who"] },
  {
    role: "without",
    texts: [
      ...["excluding", "exclude", "except for", "except", "without", "other than", "apart from", "aside from"],
      ...[
        "but not",
        "leaving out",
        "not counting",
        "not including",
        "ignoring",
        "minus",
        "not",
        "outside of",
        "not from",
      ],
      ...[
        "everything but",
        "all but",
        "with the exception of",
        "leaving aside",
        "omitting",
        "omit",
        "ex",
        "bar",
        "barring",
        "leave out",
        "no",
        "besides",
        "disregarding",
        "setting aside",
        "less the",
        "net of",
        "but for",
        "save for",
        "leave",
      ],
    ],
  },
  {
    role: "compare",
    texts: [
      ...["compared to", "compared with", "compare", "compared", "comparing", "comparison", "in comparison to"],
      ...[
        "versus",
        "against",
        "relative to",
        "difference between",
        "between",
        "in comparison with",
        "as opposed to",
        "next to",
        "beside",
        "as against",
        "set against",
        "alongside",
        "head to head",
      ],
      ...["side by side", "comparison of", "comparison between"],
    ],
  },
  {
    role: "than",
    texts: ["more than", "less than", "fewer than", "better than", "worse than", "higher than", "lower than", "than"],
  },
  {
    role: "change",
    texts: [
      ...["change", "changed", "changes", "growth", "grow", "grew", "grown", "growing", "increase", "increased"],
      ...["increasing", "decrease", "decreased", "decreasing", "decline", "declined", "declining", "drop", "dropped"],
      ...["dropping", "fall", "fell", "fallen", "falling", "rise", "rose", "risen", "rising", "improve", "improved"],
      ...["improving", "improvement", "worsen", "worsened", "worse", "better", "went up", "went down", "gone up"],
      ...["gone down", "go up", "go down", "going up", "going down", "difference", "jump", "jumped", "shrink"],
      ...["spike", "spiked", "dip", "dipped", "develop", "developed", "evolve", "evolved", "lower", "higher"],
      ...["slump", "slumped", "climb", "climbed", "shrank", "delta", "movement in"],
    ],
  },
  {
    role: "mood",
    texts: ["up", "down", "so low", "so high", "so bad", "low", "high", "bad", "poor", "weak", "strong", "off"],
  },
  {
    role: "why",
    texts: [
      ...["why", "what caused", "what drove", "what is driving", "reason for", "reasons for", "reason why", "explain"],
      ...["what explains", "how come", "what is behind", "what was behind", "what happened to", "what happened with"],
      ...[
        "cause of",
        "causes of",
        "what made",
        "what is the reason for",
        "what is the cause of",
        "what led to",
        "for what reason",
        "what is up with",
        "account for the movement in",
        "account for the change in",
        "account for the drop in",
        "account for the rise in",
      ],
    ],
  },
  {
    role: "cumulative",
    texts: [
      ...[
        "cumulative",
        "cumulatively",
        "running total",
        "running totals",
        "running sum",
        "accumulated",
        "accumulating",
      ],
      ...["rolling total", "adding up", "building up", "add up", "accumulate", "piling up", "built up", "to date by"],
    ],
  },
  {
    role: "share",
    texts: [
      ...[
        "share of total",
        "percent of total",
        "percent of the total",
        "share of the total",
        "as a share",
        "as percent",
      ],
      ...["share", "percent", "proportion", "fraction", "what part", "how much of", "contribution of", "contribute"],
      ...[
        "contribution",
        "in percent",
        "as a percent",
        "account for",
        "accounted for",
        "make up",
        "made up",
        "mix",
        "comes from",
        "came from",
        "come from",
        "contributed by",
        "contributed",
        "part of",
      ],
    ],
  },
  { role: "and", texts: ["and", ",", "as well as", "plus", "or", ";", "together with"] },
  { role: "how many", texts: ["how many", "number of", "count of", "how often", "quantity of", "what quantity of"] },
  { role: "how much", texts: ["how much"] },
  { role: "value", texts: ["value of", "amount of", "worth of"] },
  { role: "how long", texts: ["how long"] },
  { role: "only", texts: ["only", "just", "solely", "exclusively"] },
  {
    role: "follow-up",
    texts: [
      ...["same for", "same but for", "same but", "the same for", "same with", "same", "what about", "how about"],
      ...["and what about", "instead", "now", "again", "and for", "what of", "then", "now only", "now just", "also"],
    ],
  },
  {
    role: "forecast",
    texts: [
      ...["will", "forecast", "forecasts", "predict", "prediction", "predicted", "projection", "projected", "project"],
      ...["expect", "expected", "going to be", "estimate for", "extrapolate", "likely to", "outlook"],
    ],
  },
];

const ranks: readonly { direction: "most" | "least" | "best" | "worst"; words: readonly string[] }[] = [
  {
    direction: "most",
    words: [
      "top",
      "most",
      "highest",
      "biggest",
      "largest",
      "greatest",
      "leading",
      "busiest",
      "slowest",
      "longest",
      "maximum",
    ],
  },
  {
    direction: "least",
    words: [
      "bottom",
      "least",
      "lowest",
      "fewest",
      "smallest",
      "quietest",
      "fastest",
      "shortest",
      "minimum",
      "quickest",
    ],
  },
  { direction: "best", words: ["best", "strongest"] },
  { direction: "worst", words: ["worst", "weakest", "poorest", "lowest performing", "laggards"] },
];

/** Every word with a role, and every word that asks for an order, with its number. */
export function findRoles(tokens: readonly Token[]): Candidate[] {
  const found: Candidate[] = [];
  for (const { role, texts } of phrases) {
    for (const text of texts) {
      const words = text.split(" ");
      for (let place = 0; place + words.length <= tokens.length; place++) {
        if (!words.every((word, index) => tokens[place + index]?.word === word)) continue;
        const places = Array.from({ length: words.length }, (_, index) => place + index);
        const weight =
          role === "how many" || role === "how much" || role === "value" || role === "and" || role === "share"
            ? 0.35
            : 0.6;
        found.push({ kind: "role", role, places, score: weight * words.length + 0.1 * (words.length - 1) });
      }
    }
  }
  for (const { direction, words } of ranks) {
    for (const [place, { word }] of tokens.entries()) {
      if (!words.includes(word)) continue;
      const after = readCount(tokens[place + 1]);
      const before = readCount(tokens[place - 1]);
      // "At most 5" and "at least 5" are limits.
      if (tokens[place - 1]?.word === "at" && after !== null) continue;
      if (after !== null)
        found.push({ kind: "rank", direction, count: after, word, places: [place, place + 1], score: 2.2 });
      if (before !== null && tokens[place - 2]?.word !== "last")
        found.push({ kind: "rank", direction, count: before, word, places: [place - 1, place], score: 2.1 });
      found.push({ kind: "rank", direction, count: null, word, places: [place], score: 1 });
    }
  }
  return found;
}

function readCount(token: Token | undefined): number | null {
  const number = token && /^\d{1,3}$/.test(token.word) ? Number(token.word) : null;
  return number !== null && number > 0 ? number : null;
}
