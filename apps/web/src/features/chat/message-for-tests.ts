import type { ChatMessage } from "@console/contracts";

/** An answer of a model that has ended, unless something else is said. */
export const makeMessage = (more: Partial<ChatMessage>): ChatMessage => ({
  id: "m1",
  parent: "q1",
  role: "assistant",
  state: "done",
  text: "Of 12 failed deliveries",
  thinking: "",
  steps: [],
  unverified: [],
  model: "small",
  provider: "p1",
  problem: null,
  usage: null,
  rating: null,
  isImported: false,
  isCompared: false,
  attachments: [],
  createdAt: "2026-03-18T12:00:00Z",
  endedAt: "2026-03-18T12:00:05Z",
  ...more,
});
