/** A point in pixels; null where a value is missing. */
export type Point = { x: number; y: number };

/** Cuts a row of points at its gaps. */
function splitRuns<Item>(items: readonly (Item | null)[]): Item[][] {
  const runs: Item[][] = [];
  let isOpen = false;
  for (const item of items) {
    if (item === null) isOpen = false;
    else if (isOpen) runs.at(-1)?.push(item);
    else {
      runs.push([item]);
      isOpen = true;
    }
  }
  return runs;
}

const write = ({ x, y }: Point) => `${x.toFixed(1)},${y.toFixed(1)}`;

/** The path of a line that breaks where values are missing; a lone point becomes a dot. */
export function linePath(points: readonly (Point | null)[]): string {
  return splitRuns(points)
    .map((run) => `M${(run.length === 1 ? [...run, ...run] : run).map(write).join("L")}`)
    .join("");
}

/** The closed path between an upper and a lower edge, in as many pieces as there are gaps. */
export function areaPath(edges: readonly ({ x: number; upper: number; lower: number } | null)[]): string {
  return splitRuns(edges)
    .map((run) => {
      const there = run.map(({ x, upper }) => ({ x, y: upper }));
      const back = run.toReversed().map(({ x, lower }) => ({ x, y: lower }));
      return `M${[...there, ...back].map(write).join("L")}Z`;
    })
    .join("");
}
