import { z } from "zod";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

/** What a person may bring, as it is told before they choose. */
export const ownFileLimits = {
  endings: ["pdf", "docx", "html", "htm", "md", "txt", "csv", "tsv", "xlsx"],
  bytes: 20_000_000,
  pages: 300,
  characters: 1_000_000,
  /** What all files of one person may be. */
  files: 50,
  totalBytes: 100_000_000,
  /** How many go with one message. */
  filesOfMessage: 5,
  /** When a file is removed, counted from its last use; the second where it is to be kept. */
  days: 30,
  keptDays: 365,
} as const;

export const ownFileStates = ["queued", "reading", "ready", "failed"] as const;

export const ownFileId = z.string().min(1).max(64);
const fileId = ownFileId;

const ownFile = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  state: z.enum(ownFileStates),
  /** How much of it has been read: from 0 to 1. */
  progress: z.number(),
  /** Why it could not be read. */
  problem: z.string().nullable(),
  /** What its owner should know of a file that was read, such as pages without text. */
  remark: z.string().nullable(),
  pages: z.number().nullable(),
  isKept: z.boolean(),
  usedAt: instant,
  /** When it is removed, unless it is used again. */
  endsAt: instant,
  /** The conversations that it was attached in. */
  conversations: z.number(),
});
export type OwnFile = z.output<typeof ownFile>;

const ofOneself = { logPart: "assistant", permission: "assistant.chat", topics: ["files"] } as const;
const path = "/api/assistant/files" as const;

export const listOwnFiles = route({
  method: "GET",
  path,
  ...ofOneself,
  summary: "One's own files, the last used first, and how much of the quota they take. Nobody else reads them.",
  input: z.strictObject({}),
  output: z.object({
    items: z.array(ownFile),
    bytes: z.number(),
    /** Whether files may be attached; those that are there can be removed all the same. */
    isOn: z.boolean(),
    /** Whether models are told nothing of what files say, because figures never leave. */
    staysHere: z.boolean(),
  }),
});

export const addOwnFile = route({
  method: "POST",
  path,
  ...ofOneself,
  leavesNoNote: true,
  summary:
    "Takes over a file of one's own: PDF, DOCX, HTML, Markdown, TXT, CSV or XLSX. It is read in the background. One with the same content is taken as it is.",
  input: z.strictObject({
    /** The file's name, where the body is the file. */
    name: z.string().max(255).optional(),
  }),
  output: z.object({
    file: ownFile,
    /** Its content was there already. */
    isDuplicate: z.boolean(),
  }),
  status: 201,
  failures: ["limit_reached", "too_large"],
  limit: { calls: 60, perSeconds: 60, isForEachPerson: true },
  takesFile: true,
});

const filePassage = z.object({
  id: z.string(),
  kind: z.enum(["text", "table"]),
  headings: z.array(z.string()),
  page: z.number().nullable(),
  content: z.string(),
});

const ownFileText = z.object({
  file: ownFile,
  /** What stands in it, in the order of reading. */
  passages: z.array(filePassage),
  /** It goes on beyond these. */
  hasMore: z.boolean(),
  /** How many passages are left out of answers: they speak to the assistant, or readers do not see them. */
  leftOut: z.number(),
});
export type OwnFileText = z.output<typeof ownFileText>;

export const readOwnFile = route({
  method: "GET",
  path: `${path}/{file}`,
  ...ofOneself,
  summary: "The text of one of one's own files, around one passage of it.",
  input: z.strictObject({ file: fileId, passage: z.string().max(20).optional() }),
  output: ownFileText,
});

export const changeOwnFile = route({
  method: "PATCH",
  path: `${path}/{file}`,
  ...ofOneself,
  leavesNoNote: true,
  summary: "Keeps a file of one's own for longer, or no longer.",
  input: z.strictObject({ file: fileId, isKept: z.boolean() }),
  output: ownFile,
});

export const retryOwnFile = route({
  method: "POST",
  path: `${path}/{file}/retry`,
  ...ofOneself,
  leavesNoNote: true,
  summary: "Reads a file once more that could not be read.",
  input: z.strictObject({ file: fileId }),
  output: ownFile,
  limit: { calls: 60, perSeconds: 60, isForEachPerson: true },
});

export const removeOwnFile = route({
  method: "DELETE",
  path: `${path}/{file}`,
  ...ofOneself,
  leavesNoNote: true,
  summary: "Removes a file of one's own for good. Messages still say its name.",
  input: z.strictObject({ file: fileId }),
  output: z.object({ id: z.string() }),
});

export const removeOwnFiles = route({
  method: "DELETE",
  path,
  ...ofOneself,
  leavesNoNote: true,
  summary: "Removes all of one's own files for good. Messages still say their names.",
  input: z.strictObject({}),
  output: z.object({ removed: z.number() }),
});

/** All routes of own files. */
export const ownFileRoutes = {
  listOwnFiles,
  addOwnFile,
  readOwnFile,
  changeOwnFile,
  retryOwnFile,
  removeOwnFile,
  removeOwnFiles,
};
