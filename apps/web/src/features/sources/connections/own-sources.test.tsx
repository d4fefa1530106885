import { expect, test, vi } from "vitest";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import { OwnSources } from "./own-sources.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.mock("../../../lib/live-events.ts", () => ({ useLiveTopic: () => {} }));

const screen = createScreen();
const connection = {
  id: "c1",
  tenantId: "t1",
  tenantName: "Acme",
  source: "genesis",
  kind: "rest",
  name: "Tills",
  state: "failing",
  problem: { kind: "passing", message: "The source answers 503.", isShrunk: false },
  failures: 3,
  intervalMinutes: 60,
  lastAttemptAt: null,
  lastSuccessAt: null,
  lastLoadedAt: null,
  lastEventAt: null,
  nextRunAt: null,
};

test("a manager reads how the own sources are, and can open none of them", async () => {
  screen.answers.listOwnConnections = { items: [connection] };
  await screen.show(<OwnSources />);
  await screen.says("Tills");
  await screen.says("Failing");
  await screen.says("Branches and sales · REST API");
  await screen.says("The source answers 503. It is tried again by itself.");
  expect(document.querySelectorAll("a, button")).toHaveLength(0);
});

test("without a source it is said who can connect one", async () => {
  screen.answers.listOwnConnections = { items: [] };
  await screen.show(<OwnSources />);
  await screen.says("No source is connected yet");
});
