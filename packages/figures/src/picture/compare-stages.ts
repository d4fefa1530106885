import type { FunnelPicture } from "./picture.ts";

/** A stage with what became of the first one and of the one before. */
export type FunnelStage = FunnelPicture["stages"][number] & {
  shareOfFirst: number | null;
  change: number | null;
  shareLost: number | null;
};

/** The stages of a funnel, each compared with the first and with the one before it. */
export function compareStages({ stages }: FunnelPicture): FunnelStage[] {
  const first = stages[0]?.value ?? 0;
  return stages.map((stage, index) => {
    const before = stages[index - 1]?.value ?? null;
    const change = before === null ? null : stage.value - before;
    return {
      ...stage,
      shareOfFirst: first > 0 ? stage.value / first : null,
      change,
      shareLost: change !== null && before !== null && before > 0 ? -change / before : null,
    };
  });
}
