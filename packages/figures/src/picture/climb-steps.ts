import type { WaterfallPicture } from "./picture.ts";

/** A step with where it begins and ends, in numbers and as it is read. */
export type WaterfallStep = WaterfallPicture["steps"][number] & {
  from: number;
  to: number;
  text: string;
  level: string;
};

/** Adds up the steps of a waterfall; a level begins anew from the ground. */
export function climbSteps({ steps, format, formatStep }: WaterfallPicture): WaterfallStep[] {
  let height = 0;
  return steps.map((step) => {
    const from = step.isLevel ? 0 : height;
    height = step.isLevel ? step.value : height + step.value;
    const sign = step.value > 0 ? "+" : step.value < 0 ? "−" : "±";
    const signed = (value: number) => formatStep?.(value) ?? `${sign}${format(Math.abs(value))}`;
    const text = step.isLevel ? format(step.value) : signed(step.value);
    return { ...step, from, to: height, text, level: format(height) };
  });
}
