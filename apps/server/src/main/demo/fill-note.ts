import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { readResume } from "../../platform/progress/progress-store.ts";
import { demoDays } from "./demo-batches.ts";

/** What filling the demo notes its progress under. */
export const fillWork = "demo-data";

/** `facts` says where they lie: a note without it was made when they belonged to no connection. */
const resumeNote = z.object({ first: z.string(), next: z.string(), facts: z.literal("connections") });

/** How far a demo tenant was filled; null before its first day was. */
export async function readFillNote(context: Context) {
  return resumeNote.safeParse(await readResume(context, fillWork)).data ?? null;
}

/** The first day of a demo tenant's facts. */
export async function readFirstDay(context: Context): Promise<string> {
  return (await readFillNote(context))?.first ?? demoDays(context.tenantId, context.now).first;
}
