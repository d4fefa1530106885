import { test, vi } from "vitest";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import { TestOutcome } from "./test-outcome.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();

test("a source that can be read is told, and so is what should be changed all the same", async () => {
  const warning = 'The user "owner" can write: it is a superuser. Use one that can only read.';
  await screen.show(
    <TestOutcome outcome={{ isReachable: true, message: "The query can be read.", warning, milliseconds: 12 }} />,
  );
  await screen.says("Reachable (12 ms). The query can be read.");
  await screen.says(`Warning. ${warning}`);
});
