import {
  type Attachment,
  type branchMessage as branchContract,
  type ChatMessage,
  mostMessages,
  noModel,
  type RouteOutput,
  type retryMessage as retryContract,
  type sendMessage as sendContract,
  type stopMessage as stopContract,
} from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { beginUse, cancelUse } from "../limits/index.ts";
import type { ChosenModel, Models } from "../models/index.ts";
import { conversationsChanged, tellGrown } from "./chat-channel.ts";
import { type ConversationRow, updateConversation } from "./conversation-store.ts";
import { requireAttachable } from "./files/attach-files.ts";
import { touchFiles } from "./files/file-store.ts";
import { insertMessageFiles, selectMessageFiles } from "./files/message-file-store.ts";
import { mostToldLetters } from "./files/search-files.ts";
import { requireConversation, temporaryEnd, untitled } from "./manage-conversations.ts";
import { askToStop, enqueueMessage } from "./message-queue.ts";
import { countMessages, endMessage, findMessage, insertMessage, type StoredMessage } from "./message-store.ts";
import { presentMessage } from "./present-message.ts";

const noSuchMessage = () => new AppError("not_found", "This message is not there any more.");
const titleLength = 80;

/** Sends a message; its answer is written in the background. */
export async function sendMessage(
  context: Context,
  {
    conversation: id,
    text,
    parent,
    query,
    previous,
    model,
    compareWith,
    files,
  }: z.output<(typeof sendContract)["input"]>,
  models: Pick<Models, "choose">,
): Promise<RouteOutput<typeof sendContract>> {
  const conversation = await requireConversation(context, id);
  const from = parent === undefined ? conversation.leaf : parent;
  if (from !== null) await requireParent(context, conversation, from);
  const attachments = await requireAttachable(context, files, conversation.about_tenant);
  const asked = { from, text, query: query ?? null, previous: previous ?? null, model, compareWith, attachments };
  return write(context, conversation, asked, models);
}

/** Sends a message of one's own in other words, beside the first. */
export async function branchMessage(
  context: Context,
  { message: id, text, model }: z.output<(typeof branchContract)["input"]>,
  models: Pick<Models, "choose">,
): Promise<RouteOutput<typeof branchContract>> {
  const message = await requireMessage(context, id);
  if (message.role !== "user") throw new AppError("invalid_input", "Only messages of your own can be edited.");
  const conversation = await requireConversation(context, message.conversation_id);
  const attached = await selectMessageFiles(context, requirePerson(context), [id]);
  const attachments = attached.get(id) ?? [];
  const asked = { from: message.parent, text, query: null, previous: null, model, attachments };
  return write(context, conversation, asked, models);
}

/** Writes an answer once more, beside the one that is there. */
export async function retryMessage(
  context: Context,
  { message: id, model }: z.output<(typeof retryContract)["input"]>,
  models: Pick<Models, "choose">,
): Promise<RouteOutput<typeof retryContract>> {
  const message = await requireMessage(context, id);
  if (message.role !== "assistant" || message.parent === null) {
    throw new AppError("invalid_input", "Only answers can be written once more.");
  }
  const conversation = await requireConversation(context, message.conversation_id);
  await requireRoom(context, conversation);
  const asked = await findMessage(context, requirePerson(context), message.parent);
  const chosen = asked?.is_continuation
    ? await chooseToContinue(context, model === undefined || model === noModel ? modelOf(message) : model, models)
    : await choose(context, model ?? modelOf(message), models);
  const question = asked?.text ?? "";
  const answer = await queueAnswer(context, conversation, { parent: message.parent, question, chosen });
  return { message: null, answer };
}

/** The model that an answer was written with, as it is chosen. */
function modelOf({ provider, model }: StoredMessage): string | undefined {
  return provider === null || model === null ? undefined : `${provider}/${model}`;
}

/** The model that goes on with an answer: there is no way to do so without one. */
export async function chooseToContinue(
  context: Context,
  model: string | undefined,
  models: Pick<Models, "choose">,
): Promise<ChosenModel> {
  const chosen = await models.choose(context, model);
  if (!chosen) throw new AppError("conflict", "No model writes answers here any more. Ask again instead.");
  return chosen;
}

function choose(context: Context, model: string | undefined, models: Pick<Models, "choose">) {
  return model === noModel ? Promise.resolve(null) : models.choose(context, model);
}

type Writing = {
  from: string | null;
  text: string;
  query: object | null;
  previous: object | null;
  model: string | undefined;
  compareWith?: string | undefined;
  attachments: readonly Attachment[];
};

async function write(
  context: Context,
  conversation: ConversationRow,
  { from, text, query, previous, model, compareWith, attachments }: Writing,
  models: Pick<Models, "choose">,
): Promise<{ message: ChatMessage; answer: ChatMessage; compared?: ChatMessage }> {
  await requireRoom(context, conversation, compareWith === undefined ? 2 : 3);
  const chosen = await choose(context, model, models);
  const other = compareWith === undefined ? null : await chooseOther(context, { chosen, compareWith }, models);
  const message = await insertMessage(context, {
    conversation: conversation.id,
    parent: from,
    role: "user",
    state: "done",
    text,
    query,
    previous,
  });
  await insertMessageFiles(context, message.id, attachments);
  if (conversation.title === untitled) await updateConversation(context, conversation.id, { title: toTitle(text) });
  const asked = { parent: message.id, question: text, isCompared: other !== null };
  // The answer that is queued last is the one that the conversation goes on from.
  const compared = other && (await queueAnswer(context, conversation, { ...asked, chosen: other }));
  const answer = await queueAnswer(context, conversation, { ...asked, chosen });
  return { message: presentMessage(message, attachments), answer, ...(compared && { compared }) };
}

/** The model whose answer stands beside that of the first. */
async function chooseOther(
  context: Context,
  { chosen, compareWith }: { chosen: ChosenModel | null; compareWith: string },
  models: Pick<Models, "choose">,
): Promise<ChosenModel> {
  const other = await choose(context, compareWith, models);
  if (!chosen || !other || (chosen.provider === other.provider && chosen.model === other.model)) {
    throw new AppError("invalid_input", "Choose two different models to compare.");
  }
  return other;
}

type QueuedAnswer = { parent: string; question: string; chosen: ChosenModel | null; isCompared?: boolean };

/** Puts an answer in the queue, and counts it. */
export async function queueAnswer(
  context: Context,
  conversation: ConversationRow,
  { parent, question, chosen, isCompared = false }: QueuedAnswer,
): Promise<ChatMessage> {
  const provider = chosen?.provider ?? null;
  const answer = await insertMessage(context, {
    conversation: conversation.id,
    parent,
    role: "assistant",
    state: "queued",
    provider,
    model: chosen?.model ?? null,
    isCompared,
  });
  await enqueueMessage(context, { message: answer.id, uid: requirePerson(context), provider });
  await updateConversation(context, conversation.id, {
    leaf: answer.id,
    updated_at: context.now,
    ...(conversation.expires_at !== null && { expires_at: temporaryEnd(context.now) }),
  });
  await publishEvent(context, { ...conversationsChanged, uid: requirePerson(context) });
  const attached = (await selectMessageFiles(context, requirePerson(context), [parent])).get(parent) ?? [];
  const files = attached.flatMap(({ file }) => file ?? []);
  await touchFiles(context, files);
  const letters = question.length + (files.length > 0 ? mostToldLetters : 0);
  await beginUse(context, { message: answer.id, chosen, letters, aboutTenant: conversation.about_tenant });
  return presentMessage(answer);
}

/** Refuses what a conversation has no room for. */
export async function requireRoom(context: Context, conversation: ConversationRow, added = 2): Promise<void> {
  if ((await countMessages(context, conversation.id)) + added <= mostMessages) return;
  throw new AppError("limit_reached", `A conversation holds ${mostMessages} messages. Start a new one to go on.`);
}

async function requireParent(context: Context, conversation: ConversationRow, id: string): Promise<void> {
  const parent = await requireMessage(context, id);
  if (parent.conversation_id !== conversation.id) throw noSuchMessage();
  if (parent.role !== "assistant") throw new AppError("invalid_input", "A message goes on from an answer.");
  if (parent.ended_at === null) throw new AppError("conflict", "The answer before is still being written.");
}

/** A message of the caller's own. */
export async function requireMessage(context: Context, id: string): Promise<StoredMessage> {
  const message = await findMessage(context, requirePerson(context), id);
  if (!message) throw noSuchMessage();
  return message;
}

/** Stops an answer; one that waits ends at once, one that is being written as soon as its writer hears of it. */
export async function stopMessage(
  context: Context,
  { message: id }: z.output<(typeof stopContract)["input"]>,
): Promise<RouteOutput<typeof stopContract>> {
  const message = await requireMessage(context, id);
  if (message.ended_at !== null) return { state: message.state };
  if (await askToStop(context, id)) return { state: "working" };
  await endMessage(context, id, {
    state: "stopped",
    text: "",
    thinking: "",
    answer: null,
    steps: [],
    unverified: [],
    problem: null,
    usage: null,
    server: null,
  });
  await tellGrown(context, [id]);
  await cancelUse(context, id);
  return { state: "stopped" };
}

function toTitle(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > titleLength ? `${line.slice(0, titleLength - 1).trimEnd()}…` : line;
}
