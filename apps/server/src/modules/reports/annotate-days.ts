import type { annotateDay as addContract, deleteAnnotation as deleteContract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { insertAnnotation, removeAnnotation } from "./annotation-store.ts";

/** Notes what happened on a day of the caller's tenant. */
export async function annotateDay(
  context: Context,
  { day, text }: z.output<(typeof addContract)["input"]>,
): Promise<RouteOutput<typeof addContract>> {
  return { id: await insertAnnotation(context, { uid: requirePerson(context), day, text }) };
}

/** Takes a note about a day away. */
export async function deleteAnnotation(
  context: Context,
  { annotation }: z.output<(typeof deleteContract)["input"]>,
): Promise<RouteOutput<typeof deleteContract>> {
  const isDeleted = await removeAnnotation(context, annotation);
  if (!isDeleted) throw new AppError("not_found", "There is no such note.");
  return { isDeleted };
}
