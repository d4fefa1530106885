import { act, render, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { callApi } from "./api.ts";
import { changeAuth } from "./auth/auth-state.ts";
import { read, useWrite } from "./queries.ts";
import { queryClient } from "./query-client.ts";

vi.mock("./api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

vi.mock("virtual:endpoints", () => ({
  endpoints: {
    getConfig: { topics: ["config"] },
    listOutbox: { topics: ["outbox", "signup-requests"] },
    requestSignup: { topics: ["signup-requests"] },
  },
}));

const signup = { fullName: "A", email: "a@b.co", company: "C", consent: true, idempotencyKey: "k" } as const;

beforeEach(() => {
  queryClient.clear();
  vi.mocked(callApi).mockReset();
});

function WriteOnce() {
  const { mutate } = useWrite("requestSignup");
  useEffect(() => mutate(signup), [mutate]);
  return null;
}

async function writeOnce() {
  await act(async () => render(<WriteOnce />));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
}

const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;

test("a read is cached under its name and its input", async () => {
  vi.mocked(callApi).mockResolvedValue({ items: [], next: null });
  await queryClient.fetchQuery(read("listOutbox", { limit: 5 }));
  expect(queryClient.getQueryData(["listOutbox", { limit: 5 }])).toEqual({ items: [], next: null });
});

test("reads in one tenant under platform access are never taken for those in another, or for one's own", async () => {
  vi.mocked(callApi).mockImplementation(async () => ({ items: [location.search], next: null }));
  changeAuth({ role: "admin" });
  const answers = [];
  for (const address of ["/?tenant=north", "/?tenant=south", "/", "/?tenant=north"]) {
    history.replaceState(null, "", address);
    answers.push(
      await queryClient.fetchQuery({ ...read("listOutbox", { limit: 5 }), staleTime: Number.POSITIVE_INFINITY }),
    );
  }
  history.replaceState(null, "", "/");
  changeAuth({ role: null });
  expect(answers.map(({ items }) => items)).toEqual([["?tenant=north"], ["?tenant=south"], [""], ["?tenant=north"]]);
  expect(callApi).toHaveBeenCalledTimes(3);
});

test("a write makes the reads of its topics stale and leaves the others", async () => {
  vi.mocked(callApi).mockResolvedValue({ reference: "R1" });
  const outbox = read("listOutbox", {}).queryKey;
  const config = read("getConfig", {}).queryKey;
  queryClient.setQueryData([...outbox], {});
  queryClient.setQueryData([...config], {});
  await writeOnce();
  expect([isStale(outbox), isStale(config)]).toEqual([true, false]);
});

test("a write that fails leaves every read as it was", async () => {
  vi.mocked(callApi).mockRejectedValue(new Error("Refused"));
  const outbox = read("listOutbox", {}).queryKey;
  queryClient.setQueryData([...outbox], {});
  await writeOnce();
  expect(isStale(outbox)).toBe(false);
});
