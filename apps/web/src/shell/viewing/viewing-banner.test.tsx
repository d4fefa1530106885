import { act } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { leaveViewing, stopViewing } from "../../lib/auth/viewing.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { ViewingBanner } from "./viewing-banner.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.mock("../../lib/auth/viewing.ts", () => ({ leaveViewing: vi.fn(), stopViewing: vi.fn() }));

const screen = createScreen();
const viewing = (leftMs: number) => ({
  idToken: "x",
  uid: "u1",
  name: "Noor Haddad",
  reason: "Cannot find it",
  from: "/",
  endsAt: new Date(Date.now() + leftMs).toISOString(),
});

test("the banner says who is seen, why and for how long, and stops", async () => {
  await screen.show(<ViewingBanner viewing={viewing(872_000)} />);
  await screen.says("You see what Noor Haddad sees · Cannot find it · 14:3");
  await screen.press("Stop");
  expect(stopViewing).toHaveBeenCalledOnce();
});

test("at the end of its time it leads back by itself", async () => {
  await screen.show(<ViewingBanner viewing={viewing(500)} />);
  await act(() => new Promise((resolve) => setTimeout(resolve, 1300)));
  expect(leaveViewing).toHaveBeenCalled();
});
