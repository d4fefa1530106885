import { expect, test } from "vitest";
import { classifyItems, countCells, findMoves } from "./classify-items.ts";

const steady = [4, 4, 4, 4];
const varied = [2, 6, 2, 9];
const rare = [0, 0, 0, 16];

test("A reaches up to 80 % of all value, B up to 95 %, and one who crosses a cut belongs to the class before it", () => {
  const items = [80, 14, 2, 3, 1].map((value, index) => ({ member: `${index}`, demand: steady, value }));
  const classes = [...classifyItems(items)].map(([member, { abc, share }]) => [member, abc, share]);
  expect(classes).toEqual([
    ["0", "A", 0.8],
    ["1", "B", 0.14],
    ["3", "B", 0.03],
    ["2", "C", 0.02],
    ["4", "C", 0.01],
  ]);
  expect(classifyItems([{ member: "only", demand: steady, value: 5 }]).get("only")?.abc).toBe("A");
});

test("regularity comes from how far weeks are from their mean, and without demand there is no class", () => {
  const item = (member: string, demand: number[]) => ({ member, demand, value: 1 });
  const classes = classifyItems([item("X", steady), item("Y", varied), item("Z", rare), item("none", [0, 0, 0, 0])]);
  expect([...classes].map(([member, { xyz }]) => [member, xyz])).toEqual([
    ["X", "X"],
    ["Y", "Y"],
    ["Z", "Z"],
  ]);
});

test("the cells hold every item once and all of the value", () => {
  const demands = [steady, varied, rare];
  const items = Array.from({ length: 40 }, (_, index) => ({
    member: `${index}`,
    demand: demands[index % 3] ?? steady,
    value: index ** 2,
  }));
  const cells = countCells(classifyItems(items));
  expect(cells).toHaveLength(9);
  expect(cells.reduce((sum, { items: own }) => sum + own, 0)).toBe(40);
  expect(cells.reduce((sum, { value }) => sum + value, 0)).toBe(items.reduce((sum, { value }) => sum + value, 0));
  expect(cells.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
});

test("an item moves when either letter changes, when it begins and when it ends, the largest first", () => {
  const item = (member: string, value: number, demand = steady) => ({ member, value, demand });
  const before = classifyItems([item("Rice", 80), item("Oil", 15), item("Salt", 3), item("Tea", 2)]);
  const now = classifyItems([item("Rice", 20, varied), item("Oil", 75), item("Salt", 3), item("New", 2)]);
  expect(findMoves(now, before).map(({ member, ...move }) => [member, move.before?.abc, move.now?.abc])).toEqual([
    ["Rice", "A", "A"],
    ["Oil", "B", "A"],
    ["New", undefined, "C"],
    ["Tea", "C", undefined],
  ]);
});
