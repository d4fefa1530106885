import type { HistogramPicture } from "./picture.ts";

/** Bins on both sides of zero with values beyond both ends, and marks inside and outside of them. */
export const signedHistogram: HistogramPicture = {
  kind: "histogram",
  title: "How late?",
  unit: "minutes",
  format: (value) => `${value} min`,
  before: 7,
  beyond: 9,
  bins: Array.from({ length: 30 }, (_, index) => ({
    from: index * 5 - 75,
    to: index * 5 - 70,
    count: (index * 37) % 90,
    meaning: index < 17 ? { label: "On time", colour: "good" } : { label: "Late", colour: "warn" },
  })),
  marks: [
    { label: "Due", value: 0, isFirm: true },
    { label: "Grace", value: 10, isFirm: true },
    { label: "Half", value: -400 },
    { label: "9 of 10", value: 1000 },
  ],
};
