import type { ChatMessage, Conversation } from "@console/contracts";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { openStream } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { ChatPage } from "./chat-page.tsx";
import { makeMessage } from "./message-for-tests.ts";

vi.mock("../../lib/api.ts", async (original) => ({
  ...(await original<object>()),
  callApi: vi.fn(),
  openStream: vi.fn(),
}));
vi.mock("../../lib/live-events.ts", () => ({ useLiveTopic: () => {} }));
Element.prototype.scrollIntoView ??= () => {};

const { answers, show, says, type, press } = createScreen();

const conversation: Conversation = {
  id: "c1",
  title: "New conversation",
  folder: null,
  isPinned: false,
  isArchived: false,
  expiresAt: null,
  tenant: null,
  isWorking: false,
  importedAt: null,
  updatedAt: "2026-03-18T12:00:00Z",
  found: null,
  settings: { temperature: null, answerTokens: null },
  messages: [],
  leaf: null,
};
const question = makeMessage({ id: "q1", parent: null, role: "user", text: "failed deliveries", model: null });
const waiting = makeMessage({ state: "queued", text: "", model: null, endedAt: null });
const ended = makeMessage({ text: "12 deliveries failed.", model: null });

function Page() {
  const [openId, setOpenId] = useState<string>();
  return <ChatPage openId={openId} onOpen={async (opened) => setOpenId(opened?.id)} start={() => null} />;
}

/** A stream that ends with a message as soon as it is read. */
function endWith(message: ChatMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const event = `id: 1\ndata: ${JSON.stringify({ type: "end", data: { message } })}\n\n`;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(event));
      controller.close();
    },
  });
}

beforeEach(() => {
  answers.listOwnLimits = { items: [] };
  answers.listPrompts = { items: [] };
  answers.listConversations = { items: [], next: null, folders: [] };
  answers.listModels = { items: [], problem: null };
  answers.getChoice = { value: null };
  answers.startConversation = conversation;
  answers.sendMessage = { message: question, answer: waiting };
  // The answer has ended by the time that the conversation is read.
  answers.getConversation = { ...conversation, messages: [question, ended], leaf: ended.id };
  vi.mocked(openStream).mockImplementation(async () => endWith(ended));
});

test("the first answer of a conversation is announced, however quickly it ended", async () => {
  await show(<Page />);
  await type("Ask a question", "failed deliveries");
  await press("Ask");
  await says("12 deliveries failed.");
  await vi.waitFor(() =>
    expect([...document.querySelectorAll("[role=status]")].map((status) => status.textContent?.trim())).toContain(
      "12 deliveries failed.",
    ),
  );
});
