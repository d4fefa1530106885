import type {
  Conversation,
  ConversationHead,
  changeConversation as changeContract,
  deleteConversation as deleteContract,
  getConversation as getContract,
  listConversations as listContract,
  RouteOutput,
  startConversation as startContract,
} from "@console/contracts";
import type { z } from "zod";
import { type Context, platformTenant, requirePerson } from "../../platform/context.ts";
import { foreignCursor, readCursor, writeCursor } from "../../platform/db/cursor.ts";
import { AppError } from "../../platform/errors.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { findTenantNames } from "../directory/index.ts";
import { cancelUse } from "../limits/index.ts";
import { conversationsChanged, tellGrown } from "./chat-channel.ts";
import {
  type ConversationRow,
  findConversation,
  insertConversation,
  removeConversation,
  removeConversations,
  selectConversations,
  selectFolders,
  updateConversation,
} from "./conversation-store.ts";
import { selectMessageFiles } from "./files/message-file-store.ts";
import { askToStop } from "./message-queue.ts";
import { selectMessages, selectOpenAnswers } from "./message-store.ts";
import { presentHead, presentMessage, presentSettings } from "./present-message.ts";

/** What a conversation is called until something is asked in it. */
export const untitled = "New conversation";
const temporaryMs = 24 * 3_600_000;
const mostWords = 6;

export const noSuchConversation = () => new AppError("not_found", "This conversation is not there any more.");

/** When a temporary conversation goes, where nothing more is asked in it. */
export const temporaryEnd = (now: Date) => new Date(now.getTime() + temporaryMs);

/** The caller's own conversations. */
export async function listConversations(
  context: Context,
  { cursor, limit, q = "", folder, isArchived }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const uid = requirePerson(context);
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
  const page = { limit: limit + 1, after: readPlace(cursor), words, folder: folder ?? null, isArchived };
  const rows = await selectConversations(context, uid, page);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const names = await nameTenants(context, shown);
  return {
    items: shown.map((row) => presentHead(row, names)),
    next: rows.length > limit && last ? cursorFor(last) : null,
    folders: await selectFolders(context, uid),
  };
}

/** Begins a conversation. */
export async function startConversation(
  context: Context,
  { isTemporary, tenant }: z.output<(typeof startContract)["input"]>,
): Promise<Conversation> {
  const uid = requirePerson(context);
  if (tenant !== undefined) await requireTenant(context, tenant);
  const row = await insertConversation(context, {
    uid,
    title: untitled,
    aboutTenant: tenant ?? null,
    expiresAt: isTemporary ? temporaryEnd(context.now) : null,
  });
  return { ...(await present(context, row)), settings: presentSettings(row), messages: [], leaf: null };
}

/** Only platform admins ask about organisations, and only about those that there are. */
export async function requireTenant(context: Context, tenant: string): Promise<void> {
  if (context.tenantId !== platformTenant || !context.permissions.has("platform.read")) {
    throw new AppError("forbidden", "Only platform admins can ask about other organisations.");
  }
  const names = await findTenantNames(context, [tenant]);
  if (!names.has(tenant)) throw new AppError("not_found", "There is no such tenant.");
}

/** One of the caller's own conversations with all its messages. */
export async function getConversation(
  context: Context,
  { conversation: id }: z.output<(typeof getContract)["input"]>,
): Promise<Conversation> {
  const row = await requireConversation(context, id);
  const messages = await selectMessages(context, id);
  const isWorking = messages.some(({ state }) => state === "queued" || state === "working");
  const head = await present(context, { ...row, is_working: isWorking });
  const asked = messages.filter(({ role }) => role === "user").map((message) => message.id);
  const attached = await selectMessageFiles(context, row.owner_uid, asked);
  return {
    ...head,
    settings: presentSettings(row),
    messages: messages.map((message) => presentMessage(message, attached.get(message.id))),
    leaf: row.leaf,
  };
}

/** Renames, pins, archives or files a conversation, shows another of its branches, or changes how models answer. */
export async function changeConversation(
  context: Context,
  { conversation: id, leaf, isPinned, isArchived, title, folder, settings }: z.output<(typeof changeContract)["input"]>,
): Promise<ConversationHead> {
  const row = await requireConversation(context, id);
  if (leaf !== undefined) {
    const messages = await selectMessages(context, id);
    if (!messages.some((message) => message.id === leaf)) {
      throw new AppError("not_found", "This message is not there any more.");
    }
  }
  await updateConversation(context, id, {
    ...(title !== undefined && { title }),
    ...(folder !== undefined && { folder }),
    ...(isPinned !== undefined && { is_pinned: isPinned }),
    ...(isArchived !== undefined && { is_archived: isArchived }),
    ...(leaf !== undefined && { leaf }),
    ...(settings !== undefined && { temperature: settings.temperature, answer_tokens: settings.answerTokens }),
  });
  await publishEvent(context, { ...conversationsChanged, uid: requirePerson(context) });
  return present(context, (await findConversation(context, requirePerson(context), id)) ?? row);
}

/** Removes a conversation; what is being written for it is stopped. */
export async function deleteConversation(
  context: Context,
  { conversation: id }: z.output<(typeof deleteContract)["input"]>,
): Promise<RouteOutput<typeof deleteContract>> {
  await requireConversation(context, id);
  const open = (await selectMessages(context, id)).filter(({ ended_at: endedAt }) => endedAt === null);
  const uid = requirePerson(context);
  await removeStopped(
    context,
    open.map((message) => message.id),
    () => removeConversation(context, uid, id),
  );
  return { id };
}

/** Removes all conversations of the caller; what is being written for them is stopped. */
export async function deleteConversations(context: Context): Promise<{ deleted: number }> {
  const uid = requirePerson(context);
  const open = await selectOpenAnswers(context, uid);
  return { deleted: await removeStopped(context, open, () => removeConversations(context, uid)) };
}

/** Removes conversations; of their answers that are open, those under way are stopped, and those that wait are not counted. */
export async function removeStopped<Removed>(
  context: Context,
  open: readonly string[],
  remove: () => Promise<Removed>,
): Promise<Removed> {
  const waiting: string[] = [];
  for (const message of open) if (!(await askToStop(context, message))) waiting.push(message);
  const removed = await remove();
  await publishEvent(context, { ...conversationsChanged, uid: requirePerson(context) });
  for (const message of waiting) await cancelUse(context, message);
  await tellGrown(context, open);
  return removed;
}

export async function requireConversation(context: Context, id: string): Promise<ConversationRow> {
  const row = await findConversation(context, requirePerson(context), id);
  if (!row) throw noSuchConversation();
  return row;
}

async function present(context: Context, row: Parameters<typeof presentHead>[0]): Promise<ConversationHead> {
  return presentHead(row, await nameTenants(context, [row]));
}

function nameTenants(context: Context, rows: readonly Pick<ConversationRow, "about_tenant">[]) {
  return findTenantNames(context, [...new Set(rows.flatMap((row) => row.about_tenant ?? []))]);
}

function cursorFor({ is_pinned, updated_at, id }: ConversationRow): string {
  return writeCursor([is_pinned ? "1" : "0", updated_at.toISOString(), id]);
}

function readPlace(cursor: string | undefined) {
  if (cursor === undefined) return null;
  const [pinned, updatedAt, id] = readCursor(cursor, 3) ?? [];
  if (pinned && updatedAt && id && !Number.isNaN(Date.parse(updatedAt))) {
    return { isPinned: pinned === "1", updatedAt, id };
  }
  throw foreignCursor();
}
