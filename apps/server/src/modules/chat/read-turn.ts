import type { AnswerSettings, AskAnswer } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { findConversation } from "./conversation-store.ts";
import { type AskedFiles, noFiles } from "./files/answer-from-files.ts";
import { selectMessageFiles } from "./files/message-file-store.ts";
import { type StoredMessage, selectMessages } from "./message-store.ts";
import { presentSettings } from "./present-message.ts";
import { readToldProfile, type ToldProfile } from "./profile/read-told-profile.ts";

/** A question of a conversation, and what was said before it. */
export type Turn = {
  question: string;
  /** A meaning that was chosen in the place of the words. */
  query: object | null;
  /** The query that it goes on from; null where nothing was answered before. */
  previous: object | null;
  /** The files that the answer is looked for in. */
  files: AskedFiles;
  /** The messages of this branch before the question, the oldest first. */
  earlier: readonly StoredMessage[];
  /** Whether the answer before is to go on from where it ended. */
  isContinuation: boolean;
  /** The organisation that a platform admin asks about. */
  aboutTenant: string | null;
  provider: string | null;
  model: string | null;
  /** How models answer in the conversation. */
  settings: AnswerSettings;
  /** What a model is told of the person who asks. */
  profile: ToldProfile;
};

/** A question that nothing was said before, of someone who has told nothing of themselves. */
export function beginTurn(question: string): Turn {
  return {
    question,
    query: null,
    previous: null,
    files: noFiles,
    earlier: [],
    isContinuation: false,
    aboutTenant: null,
    provider: null,
    model: null,
    settings: { temperature: null, answerTokens: null },
    profile: { instructions: "", notes: [], usesMemory: false },
  };
}

/** What an answer is to be written to; null when its conversation is gone. */
export async function readTurn(context: Context, uid: string, answerId: string): Promise<Turn | null> {
  const { db, tenantId } = context;
  const head = await db
    .selectFrom("messages")
    .select("conversation_id")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", answerId)
    .executeTakeFirst();
  const conversation = head ? await findConversation(context, uid, head.conversation_id) : null;
  if (!conversation) return null;
  const messages = new Map((await selectMessages(context, conversation.id)).map((message) => [message.id, message]));
  const answer = messages.get(answerId);
  const asked = answer?.parent ? messages.get(answer.parent) : undefined;
  if (!answer || !asked) return null;
  const earlier = listBranch(messages, asked.parent);
  return {
    question: asked.text,
    query: asked.query as object | null,
    previous: (asked.previous as object | null) ?? findPrevious(earlier),
    files: await readFiles(context, uid, { asked, earlier }),
    earlier,
    isContinuation: asked.is_continuation,
    aboutTenant: conversation.about_tenant,
    provider: answer.provider,
    model: answer.model,
    settings: presentSettings(conversation),
    profile: await readToldProfile(context, uid, conversation),
  };
}

/** The files of a question, and those that were attached last before it. */
async function readFiles(
  context: Context,
  uid: string,
  { asked, earlier }: { asked: StoredMessage; earlier: readonly StoredMessage[] },
): Promise<AskedFiles> {
  const own = earlier.filter(({ role }) => role === "user").map(({ id }) => id);
  const attached = await selectMessageFiles(context, uid, [asked.id, ...own]);
  const last = own.findLast((id) => attached.has(id));
  return { attached: attached.get(asked.id) ?? [], earlier: last === undefined ? [] : (attached.get(last) ?? []) };
}

/** The messages of a branch up to its last one, the oldest first. */
export function listBranch(messages: ReadonlyMap<string, StoredMessage>, last: string | null): StoredMessage[] {
  const branch: StoredMessage[] = [];
  for (let id = last; id !== null; ) {
    const message = messages.get(id);
    if (!message) break;
    branch.unshift(message);
    id = message.parent;
  }
  return branch;
}

/** The query of the last answer of a branch, from which a follow-up goes on. */
function findPrevious(earlier: readonly StoredMessage[]): NonNullable<AskAnswer["query"]> | null {
  const last = earlier.findLast(({ role, answer }) => role === "assistant" && answer?.outcome === "answer");
  return last?.answer?.query ?? null;
}
