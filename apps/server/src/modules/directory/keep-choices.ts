import type { RouteOutput, getChoice as readContract, setChoice as writeContract } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { readChoices, writeChoice } from "./choice-store.ts";

/** What the caller has chosen on a screen. */
export async function getChoice(
  context: Context,
  { name }: z.output<(typeof readContract)["input"]>,
): Promise<RouteOutput<typeof readContract>> {
  const choices = await readChoices({ ...context, uid: uidOf(context) }, [name]);
  return { value: choices.get(name) ?? null };
}

/** Keeps what the caller has chosen on a screen. */
export async function setChoice(
  context: Context,
  { name, value }: z.output<(typeof writeContract)["input"]>,
): Promise<RouteOutput<typeof writeContract>> {
  await writeChoice({ ...context, uid: uidOf(context) }, name, value);
  return { isKept: value !== null && value !== undefined };
}

function uidOf({ actor }: Context): string {
  if (actor.kind !== "user") throw new AppError("forbidden", "Only a person has choices of their own.");
  return actor.uid;
}
