import { act, fireEvent } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { AssistantDrawer } from "./assistant-drawer.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const { answers, says, press, type, callInputs, control } = screen;
const onLeave = vi.fn(async () => {});
const show = () => screen.show(<AssistantDrawer onClose={() => {}} onLeave={onLeave} />);
const note = { id: "n1", text: "My branch is Harbour", createdAt: "2026-03-18T12:00:00Z" };

beforeEach(() => {
  onLeave.mockClear();
  answers.getAssistantProfile = { instructions: "Be brief.", isMemoryOn: false, notes: [note], conversationDays: 365 };
  answers.listShares = { items: [] };
  answers.listOwnFiles = { items: [], bytes: 0, isOn: true, staysHere: false };
  answers.listOwnOpenings = {
    items: [
      { id: "o1", title: null, conversation: "c1", by: "Root", reason: "Complaint 4711", at: "2026-03-18T12:00:00Z" },
    ],
  };
});

test("it says who can read conversations, and who has opened one and why", async () => {
  await show();
  await says("Only you read your conversations");
  await says("365 days after their last message");
  await says("Opened by Root");
  await says("Reason: Complaint 4711");
});

test("memory is off until it is switched on, and what is listed can be erased all the same", async () => {
  await show();
  await says("My branch is Harbour");
  expect(control("New note")).toBeNull();
  await press("Erase: My branch is Harbour");
  expect(callInputs("eraseAssistantNote")).toEqual([{ note: "n1" }]);
  await press("Erase all");
  expect(callInputs("eraseAssistantNotes")).toEqual([]);
  await press("Erase notes");
  expect(callInputs("eraseAssistantNotes")).toEqual([{}]);
  await act(async () => void fireEvent.click(control("Remember what I ask you to")));
  expect(callInputs("changeAssistantProfile")).toEqual([{ isMemoryOn: true }]);
});

test("instructions are saved as they are written", async () => {
  await show();
  await says("Save instructions");
  await type("How you want to be answered", "Use short words.");
  await press("Save instructions");
  expect(callInputs("changeAssistantProfile")).toEqual([{ instructions: "Use short words." }]);
});

test("all conversations are deleted once that is confirmed", async () => {
  answers.deleteConversations = { deleted: 3 };
  await show();
  await says("Delete all conversations");
  await press("Delete all conversations");
  expect(callInputs("deleteConversations")).toEqual([]);
  await press("Delete conversations");
  await vi.waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
});

test("a profile that cannot be read says so", async () => {
  answers.getAssistantProfile = () => {
    throw new ApiError({ kind: "unexpected", message: "It failed.", requestId: "r-1" });
  };
  await show();
  await says("Your assistant could not be loaded");
});
