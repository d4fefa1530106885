import { act } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError, callApi } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { Dashboard } from "./dashboard.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const failure = new ApiError({ kind: "unexpected", message: "It failed.", requestId: "req-1" });
const screen = createScreen();
const show = () => screen.show(<Dashboard />);
const { says } = screen;

test("the counts are shown as they were read, with what nothing means", async () => {
  vi.mocked(callApi).mockResolvedValue({ tenants: 7, users: 1234, waitingRequests: 0 });
  await show();
  await says("Users1,234People with an account, invited ones too.");
  await says("Waiting requests0Nobody is waiting for an answer.");
  const links = [...document.querySelectorAll("a")];
  const findLink = (text: string) => links.find(({ textContent }) => textContent === text)?.getAttribute("href");
  expect(findLink("Users")).toBe("/admin/users?filter=status%3Aactive%2Cinvited%2Clocked");
  expect(findLink("Waiting requests")).toBe("/admin/tenants?view=requests&filter=status%3Anew");
});

test("while they are on their way no number is shown", async () => {
  vi.mocked(callApi).mockReturnValue(new Promise(() => {}));
  await show();
  expect(document.querySelector("[aria-busy=true]")).not.toBeNull();
  expect(document.querySelector("ul")?.textContent).not.toMatch(/\d/);
});

test("a failure is told with its request id", async () => {
  vi.mocked(callApi).mockRejectedValue(failure);
  await show();
  await says("It failed.");
  await says("req-1");
});

test("counts that could not be refreshed stay, and say that they are old", async () => {
  vi.mocked(callApi).mockResolvedValueOnce({ tenants: 7, users: 8, waitingRequests: 9 }).mockRejectedValue(failure);
  await show();
  await says("Tenants7");
  await act(async () => queryClient.refetchQueries().catch(() => {}));
  await says("The last refresh failed. These counts are from ");
  await says("Tenants7");
});
