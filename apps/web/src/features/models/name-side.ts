import type { TrialSide } from "@console/contracts";

/** A side of an evaluation as people tell it from the other. */
export function nameSide({ model, instructions }: Pick<TrialSide, "model" | "instructions">): string {
  const name = model.slice(model.indexOf("/") + 1);
  if (instructions === "") return name;
  const told = instructions.length > 40 ? `${instructions.slice(0, 40)} …` : instructions;
  return `${name}, told “${told}”`;
}
