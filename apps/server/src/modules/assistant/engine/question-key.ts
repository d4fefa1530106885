import { placesBetween } from "./candidates.ts";
import type { MemberMatch } from "./chart.ts";
import { readTimes, type TimeMention } from "./read-times.ts";
import type { Token } from "./tokens.ts";

/** Words that change nothing about what is asked. */
const talk = new Set(
  (
    "please pls kindly thanks thank hey hi hello ok okay show me give tell us can could would you i we want need like " +
    "see know get let what is are was were the a an our my of for in at from during do did does have has had"
  ).split(" "),
);
/** More parts than these in one question stay as they are. */
const mostSlots = 5;

/** A part of a question that may be another one the next time: a member, or days. */
export type KeySlot = { first: number; last: number } & (
  | { kind: "member"; members: readonly MemberMatch[] }
  | { kind: "time"; mention: Extract<TimeMention, { kind: "days" | "moment" }> }
);

/** The question as it is looked up: stems without talk, with the given parts left open. */
export function writeKey(tokens: readonly Token[], slots: readonly KeySlot[]): string {
  const starts = new Map(slots.map((slot) => [slot.first, slot]));
  const inside = new Set(slots.flatMap(({ first, last }) => placesBetween(first, last)));
  return tokens
    .flatMap(({ stem, word }, place) => {
      const slot = starts.get(place);
      if (slot) return [slot.kind === "member" ? "{member}" : "{time}"];
      if (inside.has(place) || talk.has(word) || /^[,;.]$/.test(word)) return [];
      return [stem];
    })
    .join(" ");
}

/** The parts of a question that may be others the next time, none within another. */
export function findKeySlots(tokens: readonly Token[], members: readonly MemberMatch[], today: string): KeySlot[] {
  const times = readTimes(tokens, today).flatMap((mention): KeySlot[] => {
    if (mention.kind !== "days" && mention.kind !== "moment") return [];
    // A preposition is no part of the days.
    const isLed = mention.first < mention.last && /^(?:in|on|for|during|over)$/.test(tokens[mention.first]?.word ?? "");
    const first = isLed ? mention.first + 1 : mention.first;
    return [{ kind: "time", mention, first, last: mention.last }];
  });
  const spans = new Map<string, MemberMatch[]>();
  for (const match of members) {
    const key = `${match.first}:${match.last}`;
    const list = spans.get(key);
    if (list) list.push(match);
    else spans.set(key, [match]);
  }
  const named = [...spans.values()].flatMap((list): KeySlot[] => {
    const [match] = list;
    return match ? [{ kind: "member", members: list, first: match.first, last: match.last }] : [];
  });
  // Days before names, whole names before parts of them, and the longest at each place.
  const ranked = [...times, ...named.sort((a, b) => rankName(b) - rankName(a))];
  const chosen: KeySlot[] = [];
  for (const slot of ranked) {
    const isFree = chosen.every(({ first, last }) => slot.last < first || slot.first > last);
    if (isFree && chosen.length < mostSlots) chosen.push(slot);
  }
  return chosen.sort((a, b) => a.first - b.first);
}

function rankName(slot: KeySlot): number {
  const isWhole = slot.kind === "member" && slot.members.some(({ kind }) => kind === "whole" || kind === "core");
  return (isWhole ? 100 : 0) + slot.last - slot.first;
}

/** Every choice of parts to leave open, the most of them first: a key may hold any of them as it was said. */
export function listOpenings(slots: readonly KeySlot[]): KeySlot[][] {
  const all: KeySlot[][] = [];
  for (let bits = 2 ** slots.length - 1; bits >= 0; bits--) {
    all.push(slots.filter((_, place) => (bits >> place) % 2 === 1));
  }
  return all.sort((a, b) => b.length - a.length);
}
