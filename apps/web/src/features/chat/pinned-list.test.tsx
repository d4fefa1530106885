import type { AskAnswer, PinnedAnswer } from "@console/contracts";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { PinnedList } from "./pinned-list.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
// Without it every card counts as near, and is read.
vi.stubGlobal("IntersectionObserver", undefined);

const screen = createScreen();
const { answers, says, press, type, callInputs } = screen;
const onOpen = vi.fn();

const makePin = (id: string, title: string, more: Partial<PinnedAnswer> = {}): PinnedAnswer => ({
  id,
  title,
  period: null,
  conversation: null,
  message: "m1",
  createdAt: "2026-03-18T12:00:00Z",
  ...more,
});
const told = (text: string): AskAnswer => ({ outcome: "refuse", reason: "no_data", text, assumptions: [], unused: [] });

beforeEach(() => {
  onOpen.mockReset();
  answers.listMetrics = { domains: [], progress: [], metrics: [], dimensions: [], today: "2026-03-18" };
  answers.listPins = {
    items: [
      makePin("broken", "Broken one"),
      makePin("empty", "Empty one", { period: "Last month", conversation: "c1" }),
    ],
  };
  answers.readPin = ({ pin }: { pin: string }) => {
    if (pin === "broken") throw new ApiError({ kind: "unexpected", message: "It did not answer.", requestId: "r-1" });
    return told("There is no data for deliveries yet.");
  };
});

test("a pinned answer that fails leaves the others as they are, and says so itself", async () => {
  await screen.show(<PinnedList onOpen={onOpen} />);
  await says("It did not answer.");
  await says("There is no data for deliveries yet.");
  await says("Last month, moves with today");
  expect(document.querySelector("section[aria-label='Broken one']")?.textContent).toContain("It did not answer.");
});

test("one can be renamed, removed, and followed to its conversation", async () => {
  await screen.show(<PinnedList onOpen={onOpen} />);
  await says("Empty one");
  await press("More about Empty one");
  const menuItem = (name: string) =>
    [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].find((item) => item.textContent === name)?.click();
  await vi.waitFor(() => expect(document.querySelector("[role=menuitem]")).not.toBeNull());
  menuItem("Open conversation");
  expect(onOpen).toHaveBeenCalledWith("c1");
  menuItem("Rename");
  await vi.waitFor(() => expect(screen.control("Title")).not.toBeNull());
  await type("Title", "Another name");
  await press("Save");
  expect(callInputs("renamePin")).toEqual([{ pin: "empty", title: "Another name" }]);
});

test("nothing stands on the page while nothing is pinned", async () => {
  answers.listPins = { items: [] };
  await screen.show(<PinnedList onOpen={onOpen} />);
  expect(document.querySelector("section")).toBeNull();
});
