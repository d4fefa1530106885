import type { Classed, Classes } from "@console/contracts";
import { judgeDemand } from "./read-demand.ts";

/** What an item used in each week, and what all of that was worth. */
type ClassedItem = { member: string; demand: readonly number[]; value: number };

/** Up to which share of all value a class reaches. */
const cuts = [
  { abc: "A", upTo: 0.8 },
  { abc: "B", upTo: 0.95 },
] as const;

/** The classes of all items that have a demand: by the value that those before them leave, and by its regularity. */
export function classifyItems(items: readonly ClassedItem[]): Map<string, Classed> {
  const used = items.flatMap(({ member, demand, value }) => {
    const { regularity, variation } = judgeDemand(demand);
    return regularity === null || variation === null ? [] : [{ member, value, xyz: regularity, variation }];
  });
  const ranked = used.toSorted((one, other) => other.value - one.value || (one.member < other.member ? -1 : 1));
  const whole = ranked.reduce((sum, { value }) => sum + value, 0);
  let sum = 0;
  return new Map(
    ranked.map(({ member, ...item }) => {
      const abc = cuts.find(({ upTo }) => sum < upTo * whole)?.abc ?? "C";
      sum += item.value;
      return [member, { ...item, abc, share: whole > 0 ? item.value / whole : 0 }];
    }),
  );
}

/** How many items each pair of classes has, and what they are worth. */
export function countCells(items: ReadonlyMap<string, Classed>): Classes["cells"] {
  const all = [...items.values()];
  return (["A", "B", "C"] as const).flatMap((abc) =>
    (["X", "Y", "Z"] as const).map((xyz) => {
      const own = all.filter((item) => item.abc === abc && item.xyz === xyz);
      const [value, share] = [
        own.reduce((sum, item) => sum + item.value, 0),
        own.reduce((sum, item) => sum + item.share, 0),
      ];
      return { abc, xyz, items: own.length, value, share };
    }),
  );
}

/** Items whose classes are not what they were, those with the largest value first. */
export function findMoves(now: ReadonlyMap<string, Classed>, before: ReadonlyMap<string, Classed>): Classes["moved"] {
  const names = [...new Set([...now.keys(), ...before.keys()])];
  const moves = names.map((member) => ({ member, now: now.get(member) ?? null, before: before.get(member) ?? null }));
  const size = (move: (typeof moves)[number]) => Math.max(move.now?.value ?? 0, move.before?.value ?? 0);
  return moves
    .filter((move) => move.now?.abc !== move.before?.abc || move.now?.xyz !== move.before?.xyz)
    .toSorted((one, other) => size(other) - size(one) || (one.member < other.member ? -1 : 1));
}
