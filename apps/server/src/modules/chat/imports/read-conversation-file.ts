import { conversationFile, conversationFormat, type FileMessage, mostMessages } from "@console/contracts";
import { z } from "zod";
import { AppError } from "../../../platform/errors.ts";
import { isKeepable, readFileMessage } from "./read-file-message.ts";

export type RejectedMessage = { place: number; reason: string };

/** A file of a conversation: each of its messages is either accepted or rejected. */
export type ReadFile = {
  title: string;
  /** The organisation that it is about, where that is another one. */
  tenant: { id: string; name: string } | null;
  /** The last accepted message of the branch that was shown; null where none was accepted. */
  leaf: string | null;
  read: number;
  accepted: FileMessage[];
  rejected: RejectedMessage[];
};

/** Reads the text of a file; what cannot be taken over as a whole is refused. */
export function readConversationFile(text: string, now: Date): ReadFile {
  const file = readEnvelope(parseJson(text));
  if (file.messages.length > mostMessages) {
    throw new AppError(
      "too_large",
      `This file has ${file.messages.length} messages. A conversation holds ${mostMessages}.`,
    );
  }
  const accepted = new Map<string, FileMessage>();
  const rejected: RejectedMessage[] = [];
  for (const [index, written] of file.messages.entries()) {
    const { message, reason } = readFileMessage(written, { before: accepted, now });
    if (message) accepted.set(message.id, message);
    else rejected.push({ place: index + 1, reason });
  }
  const last = [...accepted.keys()].at(-1) ?? null;
  return {
    title: file.title,
    tenant: file.tenant,
    leaf: file.leaf !== null && accepted.has(file.leaf) ? file.leaf : last,
    read: file.messages.length,
    accepted: [...accepted.values()],
    rejected,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notExported();
  }
}

const notExported = () =>
  new AppError("invalid_input", "This is no conversation that was downloaded here as JSON. Choose another file.");

function readEnvelope(written: unknown): z.output<typeof conversationFile> {
  const { format, version } = (written ?? {}) as { format?: unknown; version?: unknown };
  if (format !== conversationFormat.format) throw notExported();
  if (version !== conversationFormat.version) {
    const words = `This file has version ${String(version).slice(0, 20)}. Only version ${conversationFormat.version} can be imported.`;
    throw new AppError("invalid_input", words);
  }
  const parsed = conversationFile.safeParse(written);
  if (parsed.success) {
    const { messages: _, ...head } = parsed.data;
    if (!isKeepable(head)) throw notExported();
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys") {
    throw new AppError("invalid_input", `This file has unknown fields: ${issue.keys.join(", ").slice(0, 200)}.`);
  }
  throw new AppError("invalid_input", `This file cannot be read: ${z.prettifyError(parsed.error).slice(0, 300)}`);
}
