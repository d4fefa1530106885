import type { ParetoPicture } from "./picture.ts";

/** The members from the largest, what is left over at the end, each with its share and that of all up to it. */
export function rankItems({ items, total }: ParetoPicture) {
  let sum = 0;
  return items
    .toSorted((one, other) => Number(one.isRest) - Number(other.isRest) || other.value - one.value)
    .map((item) => {
      sum += item.value;
      const hasShare = total > 0;
      return {
        ...item,
        share: hasShare ? item.value / total : null,
        // Values below zero could carry the sum past the whole.
        shareUpTo: hasShare ? Math.max(0, Math.min(1, sum / total)) : null,
      };
    });
}
