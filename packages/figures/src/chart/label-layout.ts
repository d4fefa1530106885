const widths: [RegExp, number][] = [
  [/[\d+−<>=]/, 0.65],
  [/[A-Z%@&]/, 0.76],
  [/[mwMW–—…]/, 0.92],
  [/[\s.,:;'’|/()iljtfrI-]/, 0.38],
];

function letterWidth(letter: string): number {
  return widths.find(([pattern]) => pattern.test(letter))?.[1] ?? 0.62;
}

/** About how wide a text is; generous, since labels that touch are worse than labels that are few. */
export function textWidth(text: string, fontSize = 12): number {
  let ems = 0;
  for (const letter of text) ems += letterWidth(letter);
  return ems * fontSize;
}

/** The text, cut with an ellipsis where it is wider than its room. */
export function fitText(text: string, room: number, fontSize = 12): string {
  if (textWidth(text, fontSize) <= room) return text;
  let fitted = "";
  let ems = letterWidth("…");
  for (const letter of text) {
    ems += letterWidth(letter);
    if (ems * fontSize > room) break;
    fitted += letter;
  }
  return fitted ? `${fitted.trimEnd()}…` : "";
}

/** Moves labels apart until each has its gap, keeping their order and staying inside when they fit at all. */
export function pushApart(positions: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = positions.map((at, index) => ({ at, index })).sort((one, other) => one.at - other.at);
  let floor = top;
  for (const label of order) {
    label.at = Math.max(label.at, floor);
    floor = label.at + gap;
  }
  let ceiling = bottom;
  for (const label of order.toReversed()) {
    label.at = Math.min(label.at, ceiling);
    ceiling = label.at - gap;
  }
  const placed: number[] = [];
  for (const label of order) placed[label.index] = label.at;
  return placed;
}

/** One label of the x axis; `at` is its middle. */
export type AxisLabel = { index: number; text: string; at: number };

const steps = [1, 2, 3, 5, 7, 10, 14, 15, 20, 30, 60, 90, 180, 365];

/** As many x labels as fit without touching, counted back from the last so that the newest is always named. */
export function pickLabels(
  texts: readonly string[],
  positions: readonly number[],
  { from, to, gap = 12 }: { from: number; to: number; gap?: number },
): AxisLabel[] {
  const last = texts.length - 1;
  for (const step of [...steps, Number.POSITIVE_INFINITY]) {
    const labels: AxisLabel[] = [];
    for (let index = last; index >= 0; index -= step) {
      const text = texts[index] ?? "";
      const half = textWidth(text) / 2;
      const at = Math.max(from + half, Math.min(to - half, positions[index] ?? 0));
      labels.unshift({ index, text, at });
    }
    if (labels.every((label, index) => index === 0 || isClear(labels[index - 1], label, gap))) return labels;
  }
  return [];
}

function isClear(left: AxisLabel | undefined, right: AxisLabel, gap: number): boolean {
  return !left || right.at - textWidth(right.text) / 2 - (left.at + textWidth(left.text) / 2) >= gap;
}
