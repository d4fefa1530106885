import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, callApi, provideTokens } from "./api.ts";

vi.mock("virtual:endpoints", () => ({
  endpoints: {
    getEmbedStanding: { method: "GET", path: "/api/embed/standing", permission: "", topics: [], streams: false },
    getConfig: { method: "GET", path: "/api/config", permission: "public", topics: [], streams: false },
    listOutbox: {
      method: "GET",
      path: "/api/outbox/{cursor}/mails",
      permission: "outbox.read",
      topics: [],
      streams: false,
    },
    requestSignup: {
      method: "POST",
      path: "/api/signup-requests/{idempotencyKey}",
      permission: "public",
      topics: [],
      streams: false,
    },
  },
}));

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);

const signup = { fullName: "A", email: "a@b.co", company: "C", consent: true, idempotencyKey: "k" } as const;

const tokens = { current: vi.fn(async () => "t1"), renew: vi.fn(async (_refused: string) => "t2"), suspended: vi.fn() };

beforeEach(() => {
  tokens.current.mockClear();
  tokens.renew.mockClear();
  tokens.suspended.mockClear();
  provideTokens(tokens);
  fetchMock.mockReset();
  answer(200, { items: [], next: null });
});

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  fetchMock.mockResolvedValue(new Response(text, { status, headers }));
}

async function catchFailure(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`No ApiError was thrown, but ${String(error)}`);
  return error;
}

test("an organisation that is not served any more is told of, and the call fails", async () => {
  answer(403, { error: { kind: "suspended", message: "Suspended.", requestId: "r" } });
  expect((await catchFailure(callApi("listOutbox", { cursor: "x" }))).kind).toBe("suspended");
  expect(tokens.suspended).toHaveBeenCalledTimes(1);
});

test("an embedded report is called without cookies, anything else with those of its own host", async () => {
  await callApi("getEmbedStanding", {});
  answer(200, {});
  await callApi("getConfig", {});
  expect(fetchMock.mock.calls.map(([, init]) => init?.credentials)).toEqual(["omit", "same-origin"]);
});

test("a path parameter is escaped and leaves the query", async () => {
  await callApi("listOutbox", { cursor: "a/b c", limit: 10 });
  expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/outbox/a%2Fb%20c/mails?limit=10");
});

test("a read leaves values that are not set out of the query", async () => {
  await callApi("listOutbox", { cursor: "x", state: undefined });
  expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/outbox/x/mails");
});

test("a write sends what is not in the path as JSON", async () => {
  await callApi("requestSignup", signup);
  const [url, init] = fetchMock.mock.calls[0] ?? [];
  const { idempotencyKey, ...rest } = signup;
  expect(url).toBe(`/api/signup-requests/${idempotencyKey}`);
  expect([init?.method, JSON.parse(String(init?.body))]).toEqual(["POST", rest]);
});

test("an answer is handed over as it came", async () => {
  answer(200, { items: [{ id: "1" }], next: "2" });
  await expect(callApi("listOutbox", { cursor: "x" })).resolves.toEqual({ items: [{ id: "1" }], next: "2" });
});

test("a refused call says why, for which field, and when to try again", async () => {
  const error = { kind: "limit_reached", message: "Wait a minute.", requestId: "r1", fields: { email: "Taken." } };
  answer(429, { error }, { "retry-after": "60" });
  const failure = await catchFailure(callApi("requestSignup", signup));
  expect({ ...failure, message: failure.message }).toMatchObject({ ...error, retryAfterSeconds: 60 });
});

test("a call without a connection says what to do", async () => {
  fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
  const failure = await catchFailure(callApi("getConfig", {}));
  expect([failure.kind, failure.message]).toEqual([
    "offline",
    "The server cannot be reached. Check your connection and try again.",
  ]);
});

test("an error page of a proxy is an unexpected failure with its request id", async () => {
  answer(502, "<html>Bad gateway</html>", { "x-request-id": "r2" });
  const failure = await catchFailure(callApi("getConfig", {}));
  expect([failure.kind, failure.requestId]).toEqual(["unexpected", "r2"]);
});

test("a success that is not JSON is an unexpected failure", async () => {
  answer(200, "<html>Sign in to the hotel network</html>");
  expect((await catchFailure(callApi("getConfig", {}))).kind).toBe("unexpected");
});

test("a call that the caller stops is no failure of the server", async () => {
  const stop = new AbortController();
  fetchMock.mockImplementation(async (_url, init) => {
    stop.abort();
    init?.signal?.throwIfAborted();
    return new Response("{}");
  });
  const thrown = await callApi("getConfig", {}, { signal: stop.signal }).catch((error: unknown) => error);
  expect([thrown instanceof ApiError, (thrown as Error).name]).toEqual([false, "AbortError"]);
});

const authorizations = () =>
  fetchMock.mock.calls.map(([, init]) => new Headers(init?.headers as Record<string, string>).get("authorization"));

test("a call that is not public says who calls, and a public one does not", async () => {
  await callApi("listOutbox", { cursor: "x" });
  answer(200, {});
  await callApi("getConfig", {});
  expect([authorizations(), tokens.current.mock.calls.length]).toEqual([["Bearer t1", null], 1]);
});

test("a refused token is renewed and the call made once more", async () => {
  fetchMock.mockResolvedValueOnce(new Response("{}", { status: 401 }));
  await callApi("listOutbox", { cursor: "x" });
  expect([authorizations(), tokens.renew.mock.calls]).toEqual([["Bearer t1", "Bearer t2"], [["t1"]]]);
});

test("a token that is refused twice is a failure, not a loop", async () => {
  const error = { kind: "unauthenticated", message: "Sign in again.", requestId: "r3" };
  fetchMock.mockImplementation(async () => new Response(JSON.stringify({ error }), { status: 401 }));
  const failure = await catchFailure(callApi("listOutbox", { cursor: "x" }));
  expect([failure.kind, fetchMock.mock.calls.length]).toEqual(["unauthenticated", 2]);
});

test("without a token no call is made", async () => {
  tokens.current.mockRejectedValueOnce(new ApiError({ kind: "unauthenticated", message: "User not authenticated" }));
  const failure = await catchFailure(callApi("listOutbox", { cursor: "x" }));
  expect([failure.kind, fetchMock.mock.calls.length]).toEqual(["unauthenticated", 0]);
});
