import type { ImportedConversation } from "@console/contracts";
import { act, fireEvent } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, uploadFile } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { ImportDialog } from "./import-dialog.tsx";

vi.mock("../../lib/api.ts", async (original) => ({
  ...(await original<object>()),
  callApi: vi.fn(),
  uploadFile: vi.fn(),
}));

const screen = createScreen();
const { says, press, button } = screen;
const onOpen = vi.fn();

beforeEach(() => {
  onOpen.mockReset();
  vi.mocked(uploadFile).mockReset();
});

const whole: ImportedConversation = {
  conversation: "c1",
  title: "Deliveries",
  tenant: null,
  read: 2,
  imported: 2,
  rejected: [],
};
const outcomes = (outcome: Partial<ImportedConversation>) =>
  vi.mocked(uploadFile<"importConversation">).mockResolvedValue({ ...whole, ...outcome });

async function choose() {
  await screen.show(<ImportDialog onOpen={onOpen} onClose={() => {}} />);
  await says("downloaded as JSON");
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("There is no field for a file.");
  const file = new File(["{}"], "deliveries.json", { type: "application/json" });
  await act(async () => void fireEvent.change(input, { target: { files: [file] } }));
  await press("Import conversation");
}

test("it says what became of each message, and opens what was imported", async () => {
  outcomes({ read: 3, rejected: [{ place: 2, reason: "Unknown field: surprise" }] });
  await choose();
  await says("“Deliveries”: 3 messages read, 2 imported, 1 rejected.");
  await says("Message 2: Unknown field: surprise");
  await press("Open conversation");
  expect(onOpen).toHaveBeenCalledWith({ id: "c1", tenant: null });
});

test("where nothing was kept there is nothing to open", async () => {
  outcomes({ conversation: null, read: 1, imported: 0, rejected: [{ place: 1, reason: "It cannot be read" }] });
  await choose();
  await says("Nothing was kept.");
  expect(button("Open conversation")).toBeUndefined();
});

test("a file that is refused says why", async () => {
  const message = "This file has version 2. Only version 1 can be imported.";
  vi.mocked(uploadFile).mockRejectedValue(new ApiError({ kind: "invalid_input", message, requestId: "r-1" }));
  await choose();
  await says(message);
});
