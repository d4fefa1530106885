import {
  type AssistantNote,
  type AssistantProfile,
  type addAssistantNote as addContract,
  type changeAssistantProfile as changeContract,
  type changeAssistantNote as changeNoteContract,
  type eraseAssistantNote as eraseContract,
  mostNotes,
} from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { retentionSettings } from "../../../platform/retention/retention-settings.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import {
  deleteNotes,
  findProfile,
  insertNote,
  type NoteRow,
  selectNotes,
  updateNote,
  writeProfile,
} from "./profile-store.ts";

const noSuchNote = () => new AppError("not_found", "This note is not there any more.");

/** The caller's own instructions, and what is remembered of them. */
export async function getAssistantProfile(context: Context): Promise<AssistantProfile> {
  const uid = requirePerson(context);
  const { conversations } = await readSettings(context, retentionSettings);
  return {
    ...(await findProfile(context, uid)),
    notes: (await selectNotes(context, uid)).map(presentNote),
    conversationDays: conversations,
  };
}

/** Changes the caller's own instructions, or switches the memory. */
export async function changeAssistantProfile(
  context: Context,
  { instructions, isMemoryOn }: z.output<(typeof changeContract)["input"]>,
): Promise<AssistantProfile> {
  const uid = requirePerson(context);
  const before = await findProfile(context, uid);
  await writeProfile(context, uid, {
    instructions: instructions ?? before.instructions,
    isMemoryOn: isMemoryOn ?? before.isMemoryOn,
  });
  return getAssistantProfile(context);
}

/** Adds something to remember of the caller. */
export async function addAssistantNote(
  context: Context,
  { text }: z.output<(typeof addContract)["input"]>,
): Promise<AssistantNote> {
  const uid = requirePerson(context);
  if (!(await findProfile(context, uid)).isMemoryOn) {
    throw new AppError("conflict", "Memory is off, so that nothing is kept. Switch it on first.");
  }
  await requireRoom(context, uid, text);
  return presentNote(await insertNote(context, uid, text));
}

/** Refuses more notes than are told to a model. */
async function requireRoom(context: Context, uid: string, text: string): Promise<void> {
  const notes = await selectNotes(context, uid);
  if (notes.length < mostNotes || notes.some((note) => note.text === text)) return;
  throw new AppError("limit_reached", `There are ${mostNotes} notes already. Erase one to add another.`);
}

/** Changes something that is remembered of the caller. */
export async function changeAssistantNote(
  context: Context,
  { note: id, text }: z.output<(typeof changeNoteContract)["input"]>,
): Promise<AssistantNote> {
  const uid = requirePerson(context);
  const notes = await selectNotes(context, uid);
  if (notes.some((note) => note.id !== id && note.text === text)) {
    throw wrongField("text", "There is a note with these words already.");
  }
  const row = await updateNote(context, uid, { id, text });
  if (!row) throw noSuchNote();
  return presentNote(row);
}

/** Erases something that is remembered of the caller. */
export async function eraseAssistantNote(
  context: Context,
  { note: id }: z.output<(typeof eraseContract)["input"]>,
): Promise<{ id: string }> {
  if ((await deleteNotes(context, requirePerson(context), id)) === 0) throw noSuchNote();
  return { id };
}

/** Erases everything that is remembered of the caller. */
export async function eraseAssistantNotes(context: Context): Promise<{ erased: number }> {
  return { erased: await deleteNotes(context, requirePerson(context)) };
}

function presentNote({ id, text, created_at: createdAt }: NoteRow): AssistantNote {
  return { id, text, createdAt: createdAt.toISOString() };
}
