/** A part of a picture that is covered, in shares of its width and height. */
export type Mask = { left: number; top: number; width: number; height: number };

const smallest = 0.02;
const step = 0.02;

/** The mask between two corners, as far as it lies in the picture. */
export function drawMask(from: { x: number; y: number }, to: { x: number; y: number }): Mask {
  const [left, right] = [clamp(Math.min(from.x, to.x)), clamp(Math.max(from.x, to.x))];
  const [top, bottom] = [clamp(Math.min(from.y, to.y)), clamp(Math.max(from.y, to.y))];
  return { left, top, width: right - left, height: bottom - top };
}

/** Whether a mask is more than a click. */
export function isDrawn({ width, height }: Mask): boolean {
  return width >= smallest && height >= smallest;
}

/** The mask further along, never outside of the picture. */
export function moveMask(mask: Mask, { x, y }: { x: number; y: number }): Mask {
  return {
    ...mask,
    left: Math.min(Math.max(mask.left + x, 0), 1 - mask.width),
    top: Math.min(Math.max(mask.top + y, 0), 1 - mask.height),
  };
}

/** The mask with its lower right corner elsewhere. */
export function resizeMask(mask: Mask, { x, y }: { x: number; y: number }): Mask {
  return {
    ...mask,
    width: Math.min(Math.max(mask.width + x, smallest), 1 - mask.left),
    height: Math.min(Math.max(mask.height + y, smallest), 1 - mask.top),
  };
}

const directions: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** What a key does to a mask: null removes it, undefined is no key of ours. */
export function pressOnMask(mask: Mask, key: string, isShifted: boolean): Mask | null | undefined {
  if (key === "Delete" || key === "Backspace") return null;
  const direction = directions[key];
  if (!direction) return undefined;
  return isShifted ? resizeMask(mask, direction) : moveMask(mask, direction);
}

function clamp(share: number): number {
  return Math.min(Math.max(share, 0), 1);
}
