import type { OwnShare, SharedChat } from "@console/contracts";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { SharedChatPage } from "./shared-chat.tsx";
import { SharedPart } from "./shared-part.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const { answers, says, press, button, callInputs, cells } = screen;
const shared: OwnShare = {
  id: "s1",
  conversation: "c1",
  title: "Failed deliveries",
  sharedAt: "2026-03-18T12:00:00Z",
  messages: 2,
};

beforeEach(() => {
  let share: OwnShare | null = null;
  answers.getConversationShare = () => ({ share });
  answers.shareConversation = () => {
    share = shared;
    return share;
  };
  answers.revokeShare = () => {
    share = null;
    return { id: "s1" };
  };
});

test("a conversation is shared once it is said who reads what, and taken back", async () => {
  await screen.show(<ShareDialog conversation="c1" title="Failed deliveries" onClose={() => {}} />);
  await says("Everyone in your organisation who may chat can read a copy of “Failed deliveries”");
  await press("Share conversation");
  await says("with 2 messages is shared");
  await says("/tenant/shared-chats/s1");
  await press("Stop sharing");
  await says("Everyone in your organisation");
  expect([callInputs("shareConversation"), callInputs("revokeShare")]).toEqual([
    [{ conversation: "c1" }],
    [{ conversation: "c1" }],
  ]);
});

test("why a conversation cannot be shared is said where it is asked for", async () => {
  answers.shareConversation = () => {
    throw new ApiError({ kind: "conflict", message: "An answer is still being written.", requestId: "r-1" });
  };
  await screen.show(<ShareDialog conversation="c1" title="Failed deliveries" onClose={() => {}} />);
  await says("Share conversation");
  await press("Share conversation");
  await says("An answer is still being written.");
});

test("what is shared is listed, and each can be taken back", async () => {
  answers.listShares = { items: [shared] };
  await screen.show(<SharedPart />);
  await says("Failed deliveries");
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/tenant/shared-chats/s1");
  await press("Stop sharing Failed deliveries");
  expect(callInputs("revokeShare")).toEqual([{ conversation: "c1" }]);
});

const Header = ({ title, question }: { title: string; question: string }) => (
  <h1>
    {title}: {question}
  </h1>
);

function makeChat(rows: number): SharedChat {
  const message = { unverified: [], passages: [], model: null, problem: null, createdAt: "2026-03-18T11:00:00Z" };
  const column = { kind: "dimension", unit: null, good: null } as const;
  const table: SharedChat["messages"][number]["table"] = {
    columns: [
      { ...column, id: "driver", label: "Driver" },
      { ...column, id: "failed", label: "Failed", kind: "metric", unit: "count" },
    ],
    rows: Array.from({ length: rows }, (_, index) => ({ driver: `Driver ${index}`, failed: 1200 + index })),
    totals: {},
    time: { from: "2026-03-01", to: "2026-03-19", timeZone: "UTC" },
    currency: "USD",
    grain: null,
  };
  return {
    id: "s1",
    title: "Failed deliveries",
    by: "Ann",
    sharedAt: "2026-03-18T12:00:00Z",
    messages: [
      { ...message, role: "user", text: "failed deliveries by driver", table: null },
      { ...message, role: "assistant", text: "Here they are.", table },
    ],
  };
}

test("a shared conversation is read with its tables as they were", async () => {
  answers.readShare = makeChat(2);
  await screen.show(<SharedChatPage share="s1" Header={Header} />);
  await says("Shared by Ann on 18 Mar 2026");
  await says("Here they are.");
  expect(cells()).toEqual([["1,200"], ["1,201"]]);
  expect(button("Ask")).toBeUndefined();
});

test("a long table shows its first rows, and all of them when asked to", async () => {
  answers.readShare = makeChat(30);
  await screen.show(<SharedChatPage share="s1" Header={Header} />);
  await says("Show all 30 rows");
  expect(cells()).toHaveLength(20);
  await press("Show all 30 rows");
  expect(cells()).toHaveLength(30);
});

test("a share that is gone says so", async () => {
  answers.readShare = () => {
    throw new ApiError({ kind: "not_found", message: "This conversation is not shared any more.", requestId: "r-1" });
  };
  await screen.show(<SharedChatPage share="s1" Header={Header} />);
  await says("This conversation is not shared any more.");
});
