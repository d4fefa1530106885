/** Maps a value range onto pixels; a range without extent maps to the middle. */
export function linearScale(low: number, high: number, from: number, to: number): (value: number) => number {
  if (low === high) return () => (from + to) / 2;
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/** The smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is at least `rough`. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Round numbers that span a range, at most `most` + 1 of them; the first is at or below it, the last at or above. */
export function niceTicks(low: number, high: number, most: number): number[] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  const [bottom, top] = low === high ? [Math.min(0, low), low === 0 ? 1 : Math.max(0, high)] : [low, high];
  let step = niceStep((top - bottom) / Math.max(1, most));
  while (Math.ceil(top / step - 1e-9) - Math.floor(bottom / step + 1e-9) > most) step = niceStep(step * 1.01);
  const first = Math.floor(bottom / step + 1e-9);
  const last = Math.ceil(top / step - 1e-9);
  // Counted in whole steps, since adding 0.1 again and again would print 0.30000000000000004.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Round numbers that span a range, as many as still read differently once they are written. */
export function readableTicks(low: number, high: number, most: number, format: (value: number) => string): number[] {
  for (let steps = most; steps > 1; steps -= 1) {
    const ticks = niceTicks(low, high, steps);
    if (new Set(ticks.map(format)).size === ticks.length) return ticks;
  }
  return niceTicks(low, high, 1);
}

/** Where the value axis starts: at zero, unless all values lie close together far above it. */
export function axisStart(low: number, high: number, mustShowZero: boolean): number {
  if (mustShowZero || low <= 0) return Math.min(0, low);
  return low > high * 0.6 ? low : 0;
}
