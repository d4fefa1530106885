import type { ConversationHead } from "@console/contracts";
import { act, fireEvent } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { ConversationList } from "./conversation-list.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const { answers, says, press, type, button, control, callInputs } = screen;
const order: string[] = [];
const onOpen = vi.fn(async () => void order.push("left"));

const makeHead = (id: string): ConversationHead => ({
  id,
  title: `About ${id}`,
  folder: null,
  isPinned: false,
  isArchived: false,
  expiresAt: null,
  tenant: null,
  isWorking: false,
  importedAt: null,
  updatedAt: "2026-03-18T12:00:00Z",
  found: null,
});

beforeEach(() => {
  order.length = 0;
  onOpen.mockClear();
  answers.listConversations = { items: ["a", "b", "c"].map(makeHead), next: null, folders: ["Winter"] };
  answers.changeConversations = { changed: 2, missing: 0 };
  answers.deleteSelectedConversations = () => {
    order.push("deleted");
    return { changed: 2, missing: 0 };
  };
});

const tick = (title: string) => act(async () => void fireEvent.click(control(`Select ${title}`)));

async function selectTwo(openId?: string) {
  await screen.show(<ConversationList openId={openId} onOpen={onOpen} />);
  await says("About a");
  expect(control("Select About a")).toBeNull();
  await press("Select");
  expect(button("Delete")?.disabled).toBe(true);
  await tick("About a");
  await tick("About b");
  await says("2 conversations selected");
}

test("several are deleted once their number is confirmed, and the open one among them is left before", async () => {
  await selectTwo("b");
  await press("Delete");
  await says("Delete 2 conversations?");
  expect(callInputs("deleteSelectedConversations")).toEqual([]);
  await press("Delete conversations");
  await vi.waitFor(() => expect(order).toEqual(["left", "deleted"]));
  expect(callInputs("deleteSelectedConversations")).toEqual([{ conversations: ["a", "b"] }]);
  await vi.waitFor(() => expect(control("Select About a")).toBeNull());
});

test("the open one stays open where it is not among those that are deleted", async () => {
  await selectTwo("c");
  await press("Delete");
  await press("Delete conversations");
  await vi.waitFor(() => expect(order).toEqual(["deleted"]));
});

test("several are archived and moved together, once that is confirmed", async () => {
  await selectTwo();
  await press("Archive");
  await says("Archive 2 conversations?");
  await press("Archive conversations");
  await press("Select");
  await press("Select all shown");
  await press("Move to folder");
  await says("Move 3 conversations to a folder");
  await type("Folder", "Winter");
  await press("Save");
  expect(callInputs("changeConversations")).toEqual([
    { conversations: ["a", "b"], isArchived: true },
    { conversations: ["a", "b", "c"], folder: "Winter" },
  ]);
});
