import type { Paint } from "@console/figures";

/** The light theme's colours: paper is always light. */
export const ink = {
  text: "#12161c",
  secondary: "#4f5969",
  muted: "#6b7585",
  border: "#e1e5ea",
  strongBorder: "#c5ccd6",
  surface: "#ffffff",
  sunken: "#eff1f4",
  accent: "#2a55d9",
  good: "#16794e",
  warn: "#8a5a00",
  bad: "#be2f26",
  land: "#f7f6f2",
  sea: "#e8eff5",
  coast: "#aebccb",
} as const;

const series = ["#2f6bde", "#d9822b", "#13917b", "#b8476f", "#7658d6", "#71852b", "#2c9fc4", "#8c6a5d"] as const;
/** The palest two need a darker edge on a light ground. */
const pale = new Set<Paint>([2, 7]);

/** What a paint looks like on paper. */
export function toInk(paint: Paint): string {
  if (typeof paint === "number") return series[paint - 1] ?? series[0];
  if (typeof paint === "object") return mix(ink.sunken, ink.accent, paint.heat);
  if (paint === "faint") return mix(ink.surface, ink.muted, 0.55);
  return paint === "grey" || paint === "quiet" ? ink.muted : ink[paint];
}

/** What a line or an edge in a paint looks like on paper. */
export function toEdgeInk(paint: Paint): string {
  return pale.has(paint) ? mix(toInk(paint), ink.text, 0.2) : toInk(paint);
}

function mix(from: string, to: string, share: number): string {
  const part = Math.min(1, Math.max(0, share));
  const channels = [1, 3, 5].map((index) => {
    const [first, last] = [from, to].map((colour) => Number.parseInt(colour.slice(index, index + 2), 16));
    return Math.round((first ?? 0) * (1 - part) + (last ?? 0) * part);
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
