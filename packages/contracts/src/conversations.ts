import { z } from "zod";
import { askAnswer } from "./assistant.ts";
import { feedbackReason } from "./feedback.ts";
import { metricQuery } from "./metrics.ts";
import { ownFileId, ownFileLimits } from "./own-files.ts";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";

/** How an answer of a conversation stands. What a person wrote is always `done`. */
export const messageStates = ["queued", "working", "done", "stopped", "failed", "interrupted"] as const;
export type MessageState = (typeof messageStates)[number];

/** What is being done for an answer. */
export const messagePhases = ["reading", "loading", "thinking", "writing"] as const;
export type MessagePhase = (typeof messagePhases)[number];

/** Why an answer did not come about as it should. */
export const messageProblems = [
  ...(["interrupted", "no_access", "limit", "model_missing", "server_away", "busy", "silent"] as const),
  ...(["cut", "failed_midway", "refused", "unforeseen", "length"] as const),
] as const;
export type MessageProblem = (typeof messageProblems)[number];

const messageId = z.string().min(1).max(64);
const conversationId = z.string().min(1).max(64);

/** A step that was taken on the way to an answer. */
const messageStep = z.object({
  id: z.string(),
  tool: z.string(),
  /** What was done, in words. */
  title: z.string(),
  state: z.enum(["running", "done", "failed"]),
  /** What came of it, or why it failed. */
  note: z.string().nullable(),
});
export type MessageStep = z.output<typeof messageStep>;

const messageUsage = z.object({
  promptTokens: z.number().nullable(),
  answerTokens: z.number().nullable(),
  /** From the beginning of the work to the first word. */
  firstWordMs: z.number().nullable(),
  workMs: z.number(),
});
export type MessageUsage = z.output<typeof messageUsage>;

/** A file that a person has attached to a message. */
const attachment = z.object({
  /** Null where it is not there any more. */
  file: z.string().nullable(),
  name: z.string().max(255),
  bytes: z.number(),
});
export type Attachment = z.output<typeof attachment>;

/** One message of a conversation; `parent` is the one that it goes on from. */
export const chatMessage = z.object({
  id: z.string(),
  parent: z.string().nullable(),
  role: z.enum(["user", "assistant"]),
  state: z.enum(messageStates),
  text: z.string(),
  /** What the model thought before it wrote. */
  thinking: z.string(),
  /** The figures, passages or questions back that the answer stands on. */
  answer: askAnswer.optional(),
  steps: z.array(messageStep),
  /** Numbers of the text that stand in no result. */
  unverified: z.array(z.string()),
  /** The model that wrote it; null where none was needed. */
  model: z.string().nullable(),
  /** The server of that model. */
  provider: z.string().nullable(),
  problem: z.object({ reason: z.enum(messageProblems), text: z.string() }).nullable(),
  usage: messageUsage.nullable(),
  rating: z.enum(["up", "down"]).nullable(),
  /** It comes from a file: nobody has checked its figures. */
  isImported: z.boolean(),
  /** It stands beside the answer of another model, until one of them is chosen to go on with. */
  isCompared: z.boolean(),
  /** The files of one's own that were asked about. */
  attachments: z.array(attachment).max(ownFileLimits.filesOfMessage),
  createdAt: instant,
  endedAt: instant.nullable(),
});
export type ChatMessage = z.output<typeof chatMessage>;

const conversationHead = z.object({
  id: z.string(),
  title: z.string(),
  folder: z.string().nullable(),
  isPinned: z.boolean(),
  isArchived: z.boolean(),
  /** When it is removed by itself; null where it is kept. */
  expiresAt: instant.nullable(),
  /** The organisation that a platform admin asks about. */
  tenant: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whether an answer is being written. */
  isWorking: z.boolean(),
  /** When it was imported from a file; null where it began here. */
  importedAt: instant.nullable(),
  updatedAt: instant,
  /** Where the search found its words. */
  found: z.string().nullable(),
});
export type ConversationHead = z.output<typeof conversationHead>;

/** The least and the most that may be chosen of how a model answers. */
export const answerRanges = {
  temperature: { least: 0, most: 1, usual: 0.2 },
  answerTokens: { least: 256, most: 4096, usual: 4096 },
} as const;
const { temperature, answerTokens } = answerRanges;

/** How models answer in a conversation; null is as usual. */
const answerSettings = z.strictObject({
  /** How freely a model chooses its words. */
  temperature: z.number().min(temperature.least).max(temperature.most).nullable(),
  /** The longest answer. */
  answerTokens: z.int().min(answerTokens.least).max(answerTokens.most).nullable(),
});
export type AnswerSettings = z.output<typeof answerSettings>;

const conversation = conversationHead.extend({
  settings: answerSettings,
  /** All messages of all branches, the oldest first. */
  messages: z.array(chatMessage),
  /** The last message of the branch that was shown last. */
  leaf: z.string().nullable(),
});
export type Conversation = z.output<typeof conversation>;

const title = z.string().trim().min(1).max(120);
export const conversationFolder = z.string().trim().min(1).max(60);

/** Chosen in the place of a model: the answer comes from the figures alone. */
export const noModel = "none";

/** The most characters of one message that a person writes. */
export const longestMessage = 8000;
/** The most messages of one conversation, of all its branches. */
export const mostMessages = 1000;

export const listConversations = route({
  method: "GET",
  path: "/api/assistant/conversations",
  logPart: "assistant",
  permission: "assistant.chat",
  summary:
    "One's own conversations, pinned ones first and then the newest; with `q` those in which all its words stand.",
  input: z.strictObject({
    ...pageInput,
    q: z.string().trim().max(200).optional(),
    folder: conversationFolder.optional(),
    isArchived: z.stringbool().default(false),
  }),
  output: pageSchema(conversationHead).extend({ folders: z.array(z.string()) }),
  topics: ["conversations"],
});

export const startConversation = route({
  method: "POST",
  path: "/api/assistant/conversations",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Begins a conversation; a temporary one is removed a day after its last message.",
  input: z.strictObject({
    isTemporary: z.boolean().default(false),
    /** The organisation that a platform admin asks about. */
    tenant: z.string().min(1).max(64).optional(),
  }),
  output: conversation,
  status: 201,
  topics: ["conversations"],
  limit: { calls: 60, perSeconds: 60, isForEachPerson: true },
});

export const getConversation = route({
  method: "GET",
  path: "/api/assistant/conversations/{conversation}",
  logPart: "assistant",
  permission: "assistant.chat",
  summary: "One of one's own conversations with all its messages.",
  input: z.strictObject({ conversation: conversationId }),
  output: conversation,
  topics: ["conversations"],
});

export const changeConversation = route({
  method: "PATCH",
  path: "/api/assistant/conversations/{conversation}",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary:
    "Renames, pins, archives or files a conversation, shows another of its branches, or changes how models answer in it.",
  input: z.strictObject({
    conversation: conversationId,
    title: title.optional(),
    folder: conversationFolder.nullable().optional(),
    isPinned: z.boolean().optional(),
    isArchived: z.boolean().optional(),
    leaf: messageId.optional(),
    settings: answerSettings.optional(),
  }),
  output: conversationHead,
  topics: ["conversations"],
});

export const deleteConversation = route({
  method: "DELETE",
  path: "/api/assistant/conversations/{conversation}",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Removes a conversation for good; an answer that is being written is stopped.",
  input: z.strictObject({ conversation: conversationId }),
  output: z.object({ id: z.string() }),
  topics: ["conversations", "shares"],
});

export const deleteConversations = route({
  method: "DELETE",
  path: "/api/assistant/conversations",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Removes all of one's own conversations for good; answers that are being written are stopped.",
  input: z.strictObject({}),
  output: z.object({ deleted: z.number() }),
  topics: ["conversations", "pins", "shares"],
});

const writing = z.object({
  message: chatMessage.nullable(),
  answer: chatMessage,
  /** The answer of the model that it is compared with. */
  compared: chatMessage.optional(),
});
const perMinute = { calls: 120, perSeconds: 60, isForEachPerson: true } as const;

export const sendMessage = route({
  method: "POST",
  path: "/api/assistant/conversations/{conversation}/messages",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Sends a message; the answer is written in the background and followed by its stream.",
  input: z.strictObject({
    conversation: conversationId,
    text: z.string().trim().min(1).max(longestMessage),
    /** The message that it goes on from; the last one of the branch shown last when left out. */
    parent: messageId.nullable().optional(),
    /** A meaning that was offered, or chips that were changed: answered without reading the text. */
    query: metricQuery.optional(),
    /** The query of the answer before, where its chips were changed. */
    previous: metricQuery.optional(),
    /** One of `GET /api/assistant/models`, or "none"; the default one when left out. */
    model: z.string().min(1).max(200).optional(),
    /** Another model, which answers too; both answers count. */
    compareWith: z.string().min(1).max(200).optional(),
    /** Files of one's own that have been read, which the answer is looked for in. */
    files: z.array(ownFileId).max(ownFileLimits.filesOfMessage).default([]),
  }),
  output: writing,
  status: 201,
  topics: ["conversations", "files", "limits"],
  limit: perMinute,
});

export const keepMessage = route({
  method: "POST",
  path: "/api/assistant/messages/{message}/keep",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Goes on with one of two compared answers; the other stays as another version.",
  input: z.strictObject({ message: messageId }),
  output: z.object({ leaf: messageId }),
  topics: ["conversations"],
});

export const stopMessage = route({
  method: "POST",
  path: "/api/assistant/messages/{message}/stop",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Stops an answer that is being written; what has come stays.",
  input: z.strictObject({ message: messageId }),
  output: z.object({ state: z.enum(messageStates) }),
  topics: [],
});

export const retryMessage = route({
  method: "POST",
  path: "/api/assistant/messages/{message}/retry",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Writes an answer once more beside the one that is there, which is kept.",
  input: z.strictObject({ message: messageId, model: z.string().min(1).max(200).optional() }),
  output: writing,
  status: 201,
  topics: ["conversations", "limits"],
  limit: perMinute,
});

export const continueMessage = route({
  method: "POST",
  path: "/api/assistant/messages/{message}/continue",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Lets the model go on with an answer that was stopped or reached its longest length, as a new turn.",
  input: z.strictObject({ message: messageId }),
  output: writing,
  status: 201,
  topics: ["conversations", "limits"],
  limit: perMinute,
});

export const branchMessage = route({
  method: "POST",
  path: "/api/assistant/messages/{message}/branch",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Sends a message of one's own in other words, as a branch beside the first, which is kept.",
  input: z.strictObject({
    message: messageId,
    text: z.string().trim().min(1).max(longestMessage),
    model: z.string().min(1).max(200).optional(),
  }),
  output: writing,
  status: 201,
  topics: ["conversations", "limits"],
  limit: perMinute,
});

export const rateMessage = route({
  method: "POST",
  path: "/api/assistant/messages/{message}/feedback",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Says whether an answer was good; null takes that back. It is kept with the answer as it was.",
  input: z.strictObject({
    message: messageId,
    rating: z.enum(["up", "down"]).nullable(),
    reasons: z.array(feedbackReason).max(5).default([]),
    /** The query that the answer should have been. */
    expected: metricQuery.optional(),
    text: z.string().trim().max(4000).default(""),
  }),
  output: z.object({
    rating: z.enum(["up", "down"]).nullable(),
    /** What was kept among one's own feedback. */
    feedback: z.string().nullable(),
  }),
  topics: ["conversations", "feedback"],
  limit: perMinute,
});

/** One piece of an answer as it grows. */
export const messageEvent = z.object({
  type: z.enum(["phase", "text", "thinking", "step", "answer", "end"]),
  data: z.record(z.string(), z.unknown()),
});
export type MessageEvent = z.output<typeof messageEvent>;

export const streamMessage = route({
  method: "GET",
  path: "/api/assistant/messages/{message}/stream",
  logPart: "assistant",
  permission: "assistant.chat",
  summary:
    "The pieces of an answer as server-sent events, from the one behind Last-Event-ID on; ends with the whole message.",
  input: z.strictObject({ message: messageId, lastEventId: z.string().max(60).optional() }),
  output: messageEvent,
  streams: true,
  topics: [],
});

/** A model that may be chosen. */
const chatModel = z.object({
  id: z.string(),
  name: z.string(),
  provider: z.string(),
  /** Whether what is sent leaves the operator's own machines. */
  isCloud: z.boolean(),
  canThink: z.boolean(),
  canUseTools: z.boolean(),
  /** Tokens that it can hold at once; null where its server does not say. */
  contextTokens: z.number().nullable(),
  /** How long the first word took in the middle, over the last answers; null without any. */
  firstWordMs: z.number().nullable(),
  isDefault: z.boolean(),
});
export type ChatModel = z.output<typeof chatModel>;

export const listModels = route({
  method: "GET",
  path: "/api/assistant/models",
  logPart: "assistant",
  permission: "assistant.chat",
  summary: "The models that one may choose; none where no server is configured, and answers come without a model then.",
  input: z.strictObject({}),
  output: z.object({
    items: z.array(chatModel),
    /** Why there are none, or not all of them; null where nothing is wrong. */
    problem: z.string().nullable(),
  }),
  topics: ["models"],
});
