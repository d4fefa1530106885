import type { ChatMessage, Conversation } from "@console/contracts";
import { listBranch } from "./branch.ts";

/** A conversation as text: the branch that is shown, with the tables that its answers stand on. */
export function writeMarkdown(conversation: Conversation): string {
  const parts = listBranch(conversation).map(({ message }) => writeMessage(message));
  return `# ${conversation.title}\n\n${parts.join("\n\n")}\n`;
}

function writeMessage({ role, text, model, createdAt, answer, state, attachments }: ChatMessage): string {
  const by = role === "user" ? "Question" : model === null ? "Answer" : `Answer by ${model}`;
  const table = answer?.result ? writeTable(answer.result) : "";
  const end = state === "done" ? "" : `\n\n_(${state})_`;
  const files = attachments.length > 0 ? `\n\nAttached: ${attachments.map(({ name }) => name).join(", ")}` : "";
  return `## ${by}, ${createdAt}\n\n${text}${files}${end}${table === "" ? "" : `\n\n${table}`}`;
}

const mostRows = 200;

function writeTable({ columns, rows }: NonNullable<NonNullable<ChatMessage["answer"]>["result"]>): string {
  const line = (cells: readonly unknown[]) =>
    `| ${cells.map((cell) => String(cell ?? "").replaceAll("|", "\\|")).join(" | ")} |`;
  const shown = rows.slice(0, mostRows).map((row) => line(columns.map(({ id }) => row[id])));
  const rest = rows.length > mostRows ? `\n\n_${rows.length - mostRows} more rows_` : "";
  const head = [line(columns.map(({ label }) => label)), line(columns.map(() => "---"))];
  return `${[...head, ...shown].join("\n")}${rest}`;
}

/** A conversation with all its branches. Attached files are named, and no word of them is in it. */
export function writeJson(conversation: Conversation): string {
  const { title, leaf, tenant } = conversation;
  const messages = conversation.messages.map(withoutFiles);
  return `${JSON.stringify({ format: "conversation", version: 1, title, tenant, leaf, messages }, null, 2)}\n`;
}

function withoutFiles({ answer, attachments, ...message }: ChatMessage): ChatMessage {
  const passages = answer?.passages?.filter(({ isFromFile }) => !isFromFile);
  return {
    ...message,
    attachments: attachments.map((attachment) => ({ ...attachment, file: null })),
    ...(answer && { answer: { ...answer, ...(passages && { passages }) } }),
  };
}
