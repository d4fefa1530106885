import { expect, test } from "vitest";
import { says } from "./answer-from-passages.ts";
import { weighWords } from "./passage-words.ts";
import { scorePassages } from "./score-passages.ts";

const passages = [
  "Drivers return the keys to the office.",
  "The office opens at seven.",
  "Keys that are lost are paid for by drivers, and the office writes a note.",
].map((content, place) => {
  const weights = Object.fromEntries(weighWords({ title: "Rules", headings: [], content }));
  return { place, weights };
});

/** The passages with only those words that are asked for, as they are read. */
const score = (...words: string[]) =>
  scorePassages(
    words,
    passages.map(({ place, weights }) => ({
      place,
      weights: Object.fromEntries(Object.entries(weights).filter(([word]) => words.includes(word))),
    })),
    passages.length,
  );

test("the passage with most of what is asked for stands first", () => {
  expect(score("key", "lose", "pay").map(({ place }) => place)).toEqual([2, 0, 1]);
});

test("two words of three say it, and one does not, however few passages there are", () => {
  const [best, second] = score("key", "return", "ferry");
  expect([best?.place, best && says(best)]).toEqual([0, true]);
  expect([second?.place, second && says(second)]).toEqual([2, false]);
  expect(score("ferry").every(({ coverage }) => coverage === 0)).toBe(true);
});
