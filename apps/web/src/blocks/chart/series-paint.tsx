import type { Paint } from "@console/figures/chart";

// The two palest colours of the palette need a darker edge to stand out on a light ground.
const pale = new Set<Paint>([2, 7]);

/** A paint as CSS. */
export function fillForPaint(paint: Paint): string {
  if (typeof paint === "object") return `color-mix(in srgb, var(--accent) ${paint.heat * 100}%, var(--sunken))`;
  return `var(--${typeof paint === "number" ? "series-" : ""}${paint})`;
}

/** A paint of a line, an edge or a small shape as CSS. */
export function strokeForPaint(paint: Paint): string {
  return pale.has(paint) ? `color-mix(in srgb, ${fillForPaint(paint)} 80%, var(--text))` : fillForPaint(paint);
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
