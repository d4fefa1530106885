import type { OwnFile } from "@console/contracts";
import { act, fireEvent, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, uploadFile } from "../../../lib/api.ts";
import { refetchTopic } from "../../../lib/queries.ts";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import { OwnMessage } from "../chat-message.tsx";
import { Composer } from "../composer.tsx";
import { makeMessage } from "../message-for-tests.ts";
import { OwnFilesPart } from "./own-files-part.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({
  ...(await original<object>()),
  callApi: vi.fn(),
  uploadFile: vi.fn(),
}));
vi.mock("../../../lib/live-events.ts", () => ({ useLiveTopic: () => {} }));

const screen = createScreen();
const { answers, says, type, control, press, button, callInputs } = screen;
const onSend = vi.fn(async () => true);

const makeFile = (more: Partial<OwnFile>): OwnFile => ({
  id: "f1",
  name: "handbook.pdf",
  bytes: 2_400_000,
  state: "ready",
  progress: 1,
  problem: null,
  remark: null,
  pages: 12,
  isKept: false,
  usedAt: "2026-03-18T12:00:00Z",
  endsAt: "2026-04-17T12:00:00Z",
  conversations: 0,
  ...more,
});
let own: OwnFile[];
let isOn: boolean;

beforeEach(() => {
  own = [];
  isOn = true;
  onSend.mockClear();
  vi.mocked(uploadFile).mockReset();
  answers.listPrompts = { items: [] };
  answers.listOwnLimits = { items: [] };
  answers.listOwnFiles = () => ({
    items: own,
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    isOn,
    staysHere: false,
  });
});

async function showComposer() {
  await screen.show(
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
  // Whether files may be attached is known once the list is there.
  await waitFor(() => expect(button("Attach files") !== undefined).toBe(isOn));
}
const sent = (name: string, content = "words") => new File([content], name);
const transfer = (...files: File[]) => ({ types: ["Files"], files });
const form = () => document.querySelector("form") as HTMLFormElement;
const drop = (...files: File[]) => act(async () => void fireEvent.drop(form(), { dataTransfer: transfer(...files) }));
/** The server takes a file, which is read later. */
function takes(file: OwnFile) {
  vi.mocked(uploadFile).mockImplementation((async () => {
    own = [file];
    return { file, isDuplicate: false };
  }) as typeof uploadFile);
}

test("a dropped file is sent, read, and goes with the question", async () => {
  takes(makeFile({ state: "queued", progress: 0 }));
  await showComposer();
  await drop(sent("handbook.pdf"));
  await says("handbook.pdf2.4 MB, waiting to be read");
  await type("Ask a question", "How are shoes returned?");
  await press("Ask");
  await says("Wait until your files have been read.");
  expect(onSend).not.toHaveBeenCalled();
  own = [makeFile({ state: "reading", progress: 0.4 })];
  await act(() => refetchTopic("files"));
  await says("reading, 40%");
  own = [makeFile({})];
  await act(() => refetchTopic("files"));
  await says("2.4 MB, ready");
  await press("Ask");
  expect(onSend).toHaveBeenCalledWith("How are shoes returned?", { files: ["f1"] });
  expect(button("Remove handbook.pdf")).toBeUndefined();
});

test("a pasted file is attached, and pasted words stay words", async () => {
  takes(makeFile({}));
  await showComposer();
  await act(async () => {
    fireEvent.paste(control("Ask a question"), { clipboardData: { types: ["text/plain"], files: [] } });
  });
  expect(uploadFile).not.toHaveBeenCalled();
  await act(async () => {
    fireEvent.paste(control("Ask a question"), { clipboardData: transfer(sent("handbook.pdf")) });
  });
  await says("2.4 MB, ready");
});

test("what cannot be taken says why and is not sent, and neither are more than five", async () => {
  await showComposer();
  await drop(sent("program.exe"), sent("empty.txt", ""));
  await says("program.exe: This type of file is not read.");
  await says("empty.txt: The file is empty.");
  await drop(...["a", "b", "c", "d"].map((name) => sent(`${name}.txt`)));
  await says("Up to 5 files go with one message.");
  expect(uploadFile).not.toHaveBeenCalled();
  await press("Remove program.exe");
  expect(button("Remove program.exe")).toBeUndefined();
});

test("a file that the server refuses or cannot read says so, and can be read again or left out", async () => {
  vi.mocked(uploadFile).mockRejectedValueOnce(
    new ApiError({ kind: "limit_reached", message: "You have 50 files. Remove one to add another." }),
  );
  await showComposer();
  await drop(sent("full.txt"));
  await says("You have 50 files. Remove one to add another.");
  await press("Remove full.txt");
  takes(makeFile({ state: "failed", problem: "handbook.pdf: Page 3 cannot be read." }));
  await drop(sent("handbook.pdf"));
  await says("handbook.pdf: Page 3 cannot be read.");
  await press("Try again");
  expect(callInputs("retryOwnFile")).toEqual([{ file: "f1" }]);
  await type("Ask a question", "What does it say?");
  await press("Ask");
  await says("Remove the file that could not be read.");
  await press("Remove handbook.pdf");
  await press("Ask");
  expect(onSend).toHaveBeenCalledWith("What does it say?", {});
});

test("the limits are told first, and files that are there already are chosen", async () => {
  own = [makeFile({})];
  await showComposer();
  await press("Attach files");
  await says("Up to 20 MB, 300 pages and 1,000,000 characters each, 5 with a message.");
  await says("up to 50 files and 100 MB in total. A file is removed 30 days after its last use");
  await says("passages of the files that you attach are sent to it");
  await act(async () => void fireEvent.click(control("handbook.pdf")));
  await press("Done");
  await type("Ask a question", "What does it say?");
  await press("Ask");
  expect(onSend).toHaveBeenCalledWith("What does it say?", { files: ["f1"] });
});

test("where attachments are switched off there is no button, and nothing is taken", async () => {
  isOn = false;
  await showComposer();
  expect(button("Attach files")).toBeUndefined();
  await drop(sent("handbook.pdf"));
  expect(uploadFile).not.toHaveBeenCalled();
});

test("a sent message shows its files; one that is gone does not open", async () => {
  const attachments = [
    { file: "f1", name: "handbook.pdf", bytes: 2_400_000 },
    { file: null, name: "gone.txt", bytes: 10 },
  ];
  answers.readOwnFile = {
    file: makeFile({}),
    passages: [{ id: "0", kind: "text", headings: ["Returns"], page: 1, content: "Within 30 days." }],
    hasMore: false,
    leftOut: 2,
  };
  await screen.show(
    <OwnMessage
      shown={{ message: makeMessage({ role: "user", attachments }), siblings: [], place: 0 }}
      isBusy={false}
      onShow={() => {}}
      onBranch={async () => true}
    />,
  );
  await says("gone.txtnot there any more");
  expect(button("gone.txt not there any more")).toBeUndefined();
  await press("handbook.pdf 2.4 MB");
  await says("Within 30 days.");
  await says("2 passages left out");
});

test("own files say how much they take, how each stands and when it ends; each can be kept or removed", async () => {
  own = [
    makeFile({ conversations: 2 }),
    makeFile({ id: "f2", name: "broken.pdf", state: "failed", problem: "broken.pdf: It is damaged." }),
  ];
  answers.changeOwnFile = (input: { isKept: boolean }) => makeFile(input);
  answers.removeOwnFiles = { removed: 2 };
  await screen.show(<OwnFilesPart />);
  await says("2 of 50 files, 4.8 MB of 100 MB");
  await says("used in 2 conversations, removed on 17 Apr 2026");
  await says("broken.pdf: It is damaged.");
  await act(async () => void fireEvent.click(control("Keep handbook.pdf for 365 days")));
  expect(callInputs("changeOwnFile")).toEqual([{ file: "f1", isKept: true }]);
  await press("Read broken.pdf again");
  expect(callInputs("retryOwnFile")).toEqual([{ file: "f2" }]);
  await press("Remove broken.pdf");
  expect(callInputs("removeOwnFile")).toEqual([{ file: "f2" }]);
  await press("Remove all files");
  expect(callInputs("removeOwnFiles")).toEqual([]);
  await press("Remove files");
  expect(callInputs("removeOwnFiles")).toEqual([{}]);
});
