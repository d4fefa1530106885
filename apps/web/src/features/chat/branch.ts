import type { ChatMessage, Conversation, RouteOutput, Routes } from "@console/contracts";

/** A message of the branch that is shown, and those that stand in its place in other branches. */
export type ShownMessage = { message: ChatMessage; siblings: readonly ChatMessage[]; place: number };

/** What sending a message gives: the message, where one was sent, and the answers to it. */
export type Writing = Pick<RouteOutput<Routes["sendMessage"]>, "message" | "answer" | "compared">;

/** The messages that were added, the one that the conversation goes on from as the last. */
export function listWritten({ message, compared, answer }: Writing): ChatMessage[] {
  return [...(message ? [message] : []), ...(compared ? [compared] : []), answer];
}

/** The messages from the first to the last of a branch. */
export function listBranch({ messages, leaf }: Pick<Conversation, "messages" | "leaf">): ShownMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const shown: ShownMessage[] = [];
  for (let id = leaf; id !== null; ) {
    const message = byId.get(id);
    if (!message) break;
    const siblings = messages.filter(({ parent, role }) => parent === message.parent && role === message.role);
    shown.unshift({ message, siblings, place: siblings.indexOf(message) });
    id = message.parent;
  }
  return shown;
}

/** The last message of the newest branch that goes on from a message. */
export function findLeaf(messages: readonly ChatMessage[], from: string): string {
  const next = messages.findLast(({ parent }) => parent === from);
  return next ? findLeaf(messages, next.id) : from;
}

/** Puts messages in the place of those with the same id, or behind the others. */
export function mergeMessages(known: readonly ChatMessage[], changed: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map(changed.map((message) => [message.id, message]));
  const replaced = known.map((message) => byId.get(message.id) ?? message);
  const knownIds = new Set(known.map(({ id }) => id));
  return [...replaced, ...changed.filter(({ id }) => !knownIds.has(id))];
}

export const isOpen = ({ state }: Pick<ChatMessage, "state">) => state === "queued" || state === "working";
