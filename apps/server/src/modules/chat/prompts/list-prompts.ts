import {
  mostOwnPrompts,
  type Prompt,
  type removePrompt as removeContract,
  type savePrompt as saveContract,
} from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { deleteOwn, type PromptRow, selectOffered, selectOwn, writeOwn } from "./prompt-store.ts";

/** The prompts that the caller may use: the own ones, then those of the platform. */
export async function listPrompts(context: Context): Promise<{ items: Prompt[] }> {
  const uid = requirePerson(context);
  const role = context.actor.kind === "user" ? context.actor.role : "";
  const own = await selectOwn(context, uid);
  const offered = await selectOffered(context, role);
  return { items: [...own.map((row) => present(row, true)), ...offered.map((row) => present(row, false))] };
}

/** Keeps a prompt for the caller alone. */
export async function savePrompt(context: Context, prompt: z.output<(typeof saveContract)["input"]>): Promise<Prompt> {
  const uid = requirePerson(context);
  const own = await selectOwn(context, uid);
  const isNew = !own.some(({ name }) => name.toLowerCase() === prompt.name.toLowerCase());
  if (isNew && own.length >= mostOwnPrompts) {
    throw new AppError("limit_reached", `You can keep ${mostOwnPrompts} prompts. Remove one to keep another.`);
  }
  return present(await writeOwn(context, uid, prompt), true);
}

/** Removes a prompt that the caller has kept. */
export async function removePrompt(
  context: Context,
  { prompt: id }: z.output<(typeof removeContract)["input"]>,
): Promise<{ id: string }> {
  if (await deleteOwn(context, requirePerson(context), id)) return { id };
  throw new AppError("not_found", "This prompt is not there any more.");
}

function present({ id, name, body }: PromptRow, isOwn: boolean): Prompt {
  return { id, name, text: body, isOwn };
}
