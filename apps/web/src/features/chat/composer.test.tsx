import type { Prompt } from "@console/contracts";
import { act, fireEvent } from "@testing-library/react";
import { createRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { OwnMessage } from "./chat-message.tsx";
import { Composer } from "./composer.tsx";
import { makeMessage } from "./message-for-tests.ts";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.mock("../../lib/live-events.ts", () => ({ useLiveTopic: () => {} }));
Element.prototype.scrollIntoView ??= () => {};

const screen = createScreen();
const { answers, says, type, control, press, callInputs } = screen;
const onSend = vi.fn(async () => true);
const prompts: Prompt[] = [
  { id: "1", name: "Mine", text: "Orders yesterday", isOwn: true },
  { id: "2", name: "Late", text: "Late orders of {driver} in {month}", isOwn: false },
  { id: "3", name: "Stock", text: "Stock by location", isOwn: false },
];

beforeEach(async () => {
  onSend.mockClear();
  answers.listPrompts = { items: prompts };
  answers.listOwnLimits = { items: [] };
  answers.listOwnFiles = { items: [], bytes: 0, isOn: true, staysHere: false };
});

const showComposer = () =>
  screen.show(
    <Composer
      field={createRef()}
      placeholder="In your own words"
      models={[]}
      model={undefined}
      onModel={() => {}}
      isBusy={false}
      onSend={onSend}
      onEditLast={() => {}}
    />,
  );
const options = () => [...document.querySelectorAll("[role=option]")];
const chosen = () => document.querySelector("[role=option][aria-selected=true]")?.id;
const field = () => control("Ask a question") as unknown as HTMLTextAreaElement;
const key = (name: string) => act(async () => void fireEvent.keyDown(field(), { key: name }));

test("a / opens the prompts, letters leave those that match, and arrows move among them", async () => {
  await showComposer();
  expect(options()).toHaveLength(0);
  await type("Ask a question", "/");
  await says("3 prompts.");
  expect(field().getAttribute("aria-activedescendant")).toBe("prompt-1");
  await key("ArrowUp");
  expect(chosen()).toBe("prompt-3");
  await key("ArrowDown");
  await key("ArrowDown");
  expect(field().getAttribute("aria-activedescendant")).toBe("prompt-2");
  await type("Ask a question", "/stock");
  expect([options().length, chosen()]).toEqual([1, "prompt-3"]);
  await type("Ask a question", "/nothing");
  await says("No prompt matches “nothing”.");
});

test("Enter puts a prompt into the field with its first placeholder selected, and sends nothing", async () => {
  await showComposer();
  await type("Ask a question", "/late");
  await says("1 prompt.");
  await key("Enter");
  expect(field().value).toBe("Late orders of {driver} in {month}");
  expect(field().value.slice(field().selectionStart, field().selectionEnd)).toBe("{driver}");
  expect([options().length, onSend.mock.calls.length]).toEqual([0, 0]);
  await key("Enter");
  expect(onSend).toHaveBeenCalledWith("Late orders of {driver} in {month}", {});
});

test("Escape closes the list, and what was typed is sent as it stands", async () => {
  await showComposer();
  await type("Ask a question", "/mine");
  await says("1 prompt.");
  await key("Escape");
  expect(options()).toHaveLength(0);
  await key("Enter");
  expect(onSend).toHaveBeenCalledWith("/mine", {});
});

test("prompts that do not come can be asked for again", async () => {
  answers.listPrompts = () => {
    throw new ApiError({ kind: "unexpected", message: "It did not answer.", requestId: "r-1" });
  };
  await showComposer();
  await type("Ask a question", "/");
  await says("The prompts could not be loaded: It did not answer.");
  answers.listPrompts = { items: [] };
  await press("Try again");
  await says("There are no prompts yet.");
});

test("a question is kept as a prompt under a name", async () => {
  const message = makeMessage({ role: "user", text: "Orders\nof yesterday" });
  answers.savePrompt = prompts[0];
  await screen.show(
    <OwnMessage
      shown={{ message, siblings: [], place: 0 }}
      isBusy={false}
      onShow={() => {}}
      onBranch={async () => true}
    />,
  );
  await press("Save as prompt");
  expect(control("Name").value).toBe("Orders of yesterday");
  await type("Name", "Yesterday");
  await press("Save");
  expect(callInputs("savePrompt")).toEqual([{ name: "Yesterday", text: "Orders\nof yesterday" }]);
});
