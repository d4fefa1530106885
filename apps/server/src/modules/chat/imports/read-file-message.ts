import { type FileMessage, fileMessage, longestMessage, metricQuery } from "@console/contracts";

type Accepted = { message: FileMessage; reason?: never };
type Rejected = { message: null; reason: string };

const deepest = 20;
/** Texts that no column can keep: NUL, and halves of characters. */
const unkeepable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

/** Whether all texts of something can be kept. */
export const isKeepable = (written: unknown) => !unkeepable.test(JSON.stringify(written));

const reject = (reason: string): Rejected => ({ message: null, reason });

/** Reads one message of a file behind those that were accepted before it, or says why it is rejected. */
export function readFileMessage(
  written: unknown,
  { before, now }: { before: ReadonlyMap<string, FileMessage>; now: Date },
): Accepted | Rejected {
  const parsed = fileMessage.safeParse(written);
  if (!parsed.success) {
    return reject(nameField(written, parsed.error.issues[0]?.path ?? []).slice(0, 200));
  }
  const message = parsed.data;
  const unknown = findUnknown(written, message, "", 0);
  if (unknown !== null) return reject(`Unknown field: ${unknown.slice(0, 150)}`);
  if (!isKeepable(message)) return reject("It holds characters that cannot be kept.");
  const problem = findWrongPlace(message, before) ?? findWrongContent(message, now);
  return problem === null ? { message } : reject(problem);
}

/** Which field keeps a message from being read. */
function nameField(written: unknown, path: readonly PropertyKey[]): string {
  if (path.length === 0) return "It is no message.";
  const value = path.reduce<unknown>((now, key) => (now as Record<PropertyKey, unknown> | undefined)?.[key], written);
  const name = path.map(String).join(".");
  return value === undefined ? `Missing field: ${name}` : `Field that cannot be read: ${name}`;
}

/** The first field of what was written that was not read; also what lies deeper than anything that is exported. */
function findUnknown(written: unknown, read: unknown, path: string, depth: number): string | null {
  if (typeof written !== "object" || written === null) return null;
  if (typeof read !== "object" || read === null || depth > deepest) return path;
  for (const [key, value] of Object.entries(written)) {
    const place = path === "" ? key : `${path}.${key}`;
    if (!Object.hasOwn(read, key)) return place;
    const unknown = findUnknown(value, (read as Record<string, unknown>)[key], place, depth + 1);
    if (unknown !== null) return unknown;
  }
  return null;
}

function findWrongPlace({ id, parent, role }: FileMessage, before: ReadonlyMap<string, FileMessage>): string | null {
  if (before.has(id)) return "Another message has the same ID.";
  if (parent === null) return role === "user" ? null : "An answer goes on from a question.";
  const previous = before.get(parent);
  if (!previous) return "The message before it is missing or was rejected.";
  return previous.role === role ? "Questions and answers do not alternate." : null;
}

function findWrongContent({ role, state, text, answer, createdAt, endedAt }: FileMessage, now: Date): string | null {
  if (state === "queued" || state === "working") return "It was still being written.";
  if (role === "user" && text.length > longestMessage) return `A question has at most ${longestMessage} characters.`;
  if (role === "user" && (state !== "done" || answer)) return "A question is no answer.";
  if ([createdAt, endedAt ?? createdAt].some((at) => Date.parse(at) > now.getTime())) {
    return "Its time lies in the future.";
  }
  const queries = [answer?.query, ...(answer?.options ?? []).map(({ query }) => query)];
  const isWrong = queries.some((query) => query !== undefined && !metricQuery.safeParse(query).success);
  return isWrong ? "Its query cannot be read." : null;
}
