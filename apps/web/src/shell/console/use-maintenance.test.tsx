import type { PublicConfig } from "@console/contracts";
import { act } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { callApi, onUnavailable } from "../../lib/api.ts";
import { loadConfig } from "../../lib/config.ts";
import { queryClient } from "../../lib/query-client.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { useMaintenance } from "./use-maintenance.ts";

vi.mock("../../lib/api.ts", async (original) => ({
  ...(await original<typeof import("../../lib/api.ts")>()),
  callApi: vi.fn(),
  onUnavailable: vi.fn(() => () => {}),
}));

const { answers, show, says } = createScreen();
const config = (isInForce: boolean) =>
  ({
    productName: "AIQ",
    version: "1",
    maintenance: isInForce ? { isInForce, message: "Back at nine.", from: null, until: null } : null,
  }) as PublicConfig;

function Place({ isPlatform }: { isPlatform: boolean }) {
  return <p>{useMaintenance({ isPlatform })?.message ?? "The page."}</p>;
}

afterEach(() => vi.useRealTimers());

test("a refused call brings the message, and the page is back by itself with fresh answers", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  answers.getConfig = config(false);
  await loadConfig();
  await show(<Place isPlatform={false} />);
  await says("The page.");
  answers.getConfig = config(true);
  await act(async () => vi.mocked(onUnavailable).mock.lastCall?.[0]());
  await says("Back at nine.");
  const refetch = vi.spyOn(queryClient, "invalidateQueries");
  answers.getConfig = config(false);
  await act(async () => vi.advanceTimersByTimeAsync(5000));
  await says("The page.");
  expect(refetch).toHaveBeenCalled();
});

test("platform admins are not kept out", async () => {
  answers.getConfig = config(true);
  await loadConfig();
  await show(<Place isPlatform />);
  await says("The page.");
  expect(vi.mocked(callApi)).toHaveBeenCalledWith("getConfig", {});
});
