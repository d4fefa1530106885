import { z } from "zod";
import { question } from "./assistant.ts";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

const documentId = z.string().min(1).max(64);
const path = "/api/assistant/training/documents" as const;

/** What may be uploaded, as it is told before anyone does. */
export const documentUploadLimits = {
  endings: ["pdf", "docx", "html", "htm", "md", "txt", "csv", "tsv", "xlsx", "zip"],
  megabytes: 50,
  files: 100,
  pages: 2000,
} as const;

const uploadedDocument = z.object({
  name: z.string(),
  outcome: z.enum(["queued", "duplicate", "refused"]),
  /** The document that it became, or that has the same content already. */
  document: z.string().nullable(),
  reason: z.string().nullable(),
});
export type UploadedDocument = z.output<typeof uploadedDocument>;

export const uploadDocuments = route({
  method: "POST",
  path,
  logPart: "assistant",
  permission: "training.manage",
  summary:
    "Takes over documents that questions are answered from: PDF, DOCX, HTML, Markdown, TXT, CSV, XLSX, or a ZIP of them. They are read in the background.",
  input: z.strictObject({
    /** The tenant that they are for; all tenants when left out. Who belongs to a tenant has no other. */
    tenant: z.string().max(128).optional(),
    /** The document whose content one file replaces. */
    document: documentId.optional(),
    /** The file's name, where the body is the file. */
    name: z.string().max(255).optional(),
  }),
  output: z.object({ files: z.array(uploadedDocument) }),
  topics: ["entities"],
  failures: ["limit_reached", "too_large"],
  takesFile: true,
  mostFiles: documentUploadLimits.files,
});

export const passageStates = ["found", "off", "held", "rejected"] as const;

const storedPassage = z.object({
  id: z.string(),
  position: z.number(),
  kind: z.enum(["text", "table"]),
  headings: z.array(z.string()),
  page: z.number().nullable(),
  content: z.string(),
  /** What was read, where somebody has mended it. */
  original: z.string().nullable(),
  state: z.enum(passageStates),
  /** Why it is held back. */
  reason: z.string().nullable(),
});
export type StoredPassage = z.output<typeof storedPassage>;

const documentVersion = z.object({
  number: z.number(),
  fileName: z.string(),
  bytes: z.number(),
  format: z.string().nullable(),
  pages: z.number().nullable(),
  passages: z.number().nullable(),
  addedAt: instant,
  origin: z.enum(["sent", "fetched", "scheduled", "restored"]),
  problem: z.string().nullable(),
  /** Its passages are those that can be found. */
  isFound: z.boolean(),
});

const documentPassages = z.object({
  document: z.object({
    id: z.string(),
    name: z.string(),
    url: z.string().nullable(),
    state: z.string(),
    pages: z.number().nullable(),
    problem: z.string().nullable(),
    remark: z.string().nullable(),
  }),
  versions: z.array(documentVersion),
  counts: z.record(z.enum(passageStates), z.number()),
  items: z.array(storedPassage),
  /** Where the next page begins; null on the last one. */
  next: z.number().nullable(),
});
export type DocumentPassages = z.output<typeof documentPassages>;

export const listPassages = route({
  method: "GET",
  path: `${path}/{document}/passages`,
  logPart: "assistant",
  permission: "training.manage",
  summary: "The passages of a document in the order of reading, with its versions.",
  input: z.strictObject({
    document: documentId,
    from: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    state: z.enum(passageStates).optional(),
    /** The page of passages that holds this one, in the place of `from`. */
    passage: z.string().max(20).optional(),
  }),
  output: documentPassages,
  topics: ["entities"],
});

export const changePassage = route({
  method: "PATCH",
  path: `${path}/{document}/passages/{passage}`,
  logPart: "assistant",
  permission: "training.manage",
  summary: "Mends a passage, switches it on or off, or releases or rejects one that is held back.",
  input: z.strictObject({
    document: documentId,
    passage: z.string().max(20),
    /** The mended text; null for the text as it was read. */
    content: z.string().trim().min(1).max(20_000).nullable().optional(),
    state: z.enum(["found", "off", "rejected"]).optional(),
  }),
  output: storedPassage,
  topics: ["entities"],
});

export const restoreDocumentVersion = route({
  method: "POST",
  path: `${path}/{document}/versions/{number}/restore`,
  logPart: "assistant",
  permission: "training.manage",
  summary: "Reads an older version of a document again, in the place of the present one.",
  input: z.strictObject({ document: documentId, number: z.coerce.number().int().min(1) }),
  output: z.object({ number: z.number() }),
  topics: ["entities"],
});

export const downloadDocument = route({
  method: "GET",
  path: `${path}/{document}/versions/{number}/file`,
  logPart: "assistant",
  permission: "training.manage",
  summary: "A version of a document, as it was uploaded or fetched: a file to save, or to draw beside its passages.",
  input: z.strictObject({ document: documentId, number: z.coerce.number().int().min(1) }),
  output: z.unknown(),
  topics: [],
  isFile: true,
});

const retrievalHit = z.object({
  document: z.string(),
  title: z.string(),
  passage: z.string(),
  headings: z.array(z.string()),
  page: z.number().nullable(),
  kind: z.enum(["text", "table"]),
  content: z.string(),
  scope: z.enum(["tenant", "platform"]),
  score: z.number(),
  /** How much of the question it speaks of, by how rare the words are: from 0 to 1. */
  coverage: z.number(),
  /** The words of the question that it has. */
  words: z.array(z.string()),
  /** Whether it speaks of enough to be given as an answer. */
  says: z.boolean(),
});

const retrievalTest = z.object({
  words: z.array(z.object({ typed: z.string(), word: z.string(), isMended: z.boolean(), others: z.array(z.string()) })),
  hits: z.array(retrievalHit),
  /** How much of a question a passage must speak of to answer it. */
  neededCoverage: z.number(),
});
export type RetrievalTest = z.output<typeof retrievalTest>;

export const testRetrieval = route({
  method: "POST",
  path: "/api/assistant/training/retrieval-test",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "training.manage",
  summary: "Shows which passages a question finds, with their scores and why.",
  input: z.strictObject({ question }),
  output: retrievalTest,
  limit: { calls: 600, perSeconds: 60, isForEachPerson: true },
  isOpenToPlatform: true,
  topics: ["entities"],
});

const readableDocument = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  pages: z.number().nullable(),
  searchableAt: instant.nullable(),
  /** Since when nobody can say that it is still true; null where that is not in doubt. */
  staleSince: instant.nullable(),
  passages: z.array(storedPassage.pick({ id: true, kind: true, headings: true, page: true, content: true })),
  /** It goes on beyond these. */
  hasMore: z.boolean(),
  /** The file that the passages were read from; null for those who may not download it. */
  source: documentVersion.pick({ number: true, fileName: true, format: true }).nullable(),
});
export type ReadableDocument = z.output<typeof readableDocument>;

export const readDocument = route({
  method: "GET",
  path: "/api/assistant/documents/{document}",
  logPart: "assistant",
  permission: "assistant.ask",
  summary: "A document that questions are answered from, in the order of reading, around one passage of it.",
  input: z.strictObject({ document: documentId, passage: z.string().max(20).optional() }),
  output: readableDocument,
  isOpenToPlatform: true,
  topics: ["entities"],
});
