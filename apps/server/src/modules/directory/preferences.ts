import type { RouteOutput, getChoice as readContract, setChoice as writeContract } from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../platform/context.ts";
import { readPreferences, writePreference } from "./preference-store.ts";

/** What the caller has chosen on a screen. */
export async function getChoice(
  context: Context,
  { name }: z.output<(typeof readContract)["input"]>,
): Promise<RouteOutput<typeof readContract>> {
  const choices = await readPreferences({ ...context, uid: requirePerson(context) }, [name]);
  return { value: choices.get(name) ?? null };
}

/** Keeps what the caller has chosen on a screen. */
export async function setChoice(
  context: Context,
  { name, value }: z.output<(typeof writeContract)["input"]>,
): Promise<RouteOutput<typeof writeContract>> {
  await writePreference({ ...context, uid: requirePerson(context) }, name, value);
  return { isKept: value !== null && value !== undefined };
}
