import type { ChartColour } from "./chart-description.ts";

// The two palest colours of the palette need a darker edge to stand out on a light ground.
const pale = new Set<ChartColour>([2, 7]);

/** The colour of a series as CSS. */
export function fillOf(colour: ChartColour): string {
  if (typeof colour === "number") return `var(--series-${colour})`;
  return colour === "grey" ? "var(--text-muted)" : `var(--${colour})`;
}

/** The colour of a line or an edge of a series as CSS. */
export function strokeOf(colour: ChartColour): string {
  return pale.has(colour) ? `color-mix(in srgb, ${fillOf(colour)} 80%, var(--text))` : fillOf(colour);
}

const shapes = [
  "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z",
  "M-3.5,-3.5h7v7h-7Z",
  "M0,-5L5,0L0,5L-5,0Z",
  "M0,-4.5L4.5,3.5H-4.5Z",
];

/** A shape of its own for each series, so that colour is never the only difference. */
export function shapeOf(position: number): string {
  return shapes[position % shapes.length] ?? "";
}

/** Grey stripes for what is left over or belongs to nothing. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" fill="var(--text-muted)" fillOpacity="0.22" />
      <rect width="1.5" height="5" fill="var(--text-muted)" />
    </pattern>
  );
}

/** A filled square in the colour of a series, around the middle of its left edge. */
export function SeriesSwatch({ colour }: { colour: ChartColour }) {
  return (
    <>
      <rect x="0" y="-5" width="10" height="10" rx="2" fill={fillOf(colour)} />
      {colour === "grey" && <path d="M0,2L7,-5M3,5L10,-2" stroke="var(--surface)" strokeWidth="1.5" />}
    </>
  );
}

/** The mark that stands for a series in legends and tooltips. */
export function SeriesMark({ colour, position, isLine }: { colour: ChartColour; position: number; isLine: boolean }) {
  return (
    <svg width="12" height="12" viewBox={isLine ? "-6 -6 12 12" : "-1 -6 12 12"} aria-hidden="true" focusable="false">
      {isLine ? <path d={shapeOf(position)} fill={strokeOf(colour)} /> : <SeriesSwatch colour={colour} />}
    </svg>
  );
}
