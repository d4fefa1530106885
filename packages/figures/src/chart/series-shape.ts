const shapes = [
  "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
  "m-3.5,-3.5h7v7h-7z",
  "m0,-5l5,5l-5,5l-5,-5z",
  "m0,-4.5l4.5,8h-9z",
];

/** A shape of its own for each series, around a point, so that colour is never the only difference. */
export function seriesShape(position: number, x: number, y: number): string {
  return `M${x.toFixed(1)},${y.toFixed(1)}${shapes[position % shapes.length] ?? ""}`;
}
