import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { provideTokens } from "./api.ts";
import { useLiveTopic } from "./live-events.ts";
import { refetchTopic } from "./queries.ts";

vi.mock("./queries.ts", () => ({ refetchTopic: vi.fn() }));

const fetchMock = vi.fn<typeof fetch>();
const tokens = { current: vi.fn(async () => "t1"), renew: vi.fn(async (_refused: string) => "t2"), suspended: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
  provideTokens(tokens);
});
afterEach(() => vi.useRealTimers());

function Page() {
  useLiveTopic("entity.changed", "entities");
  return null;
}

/** Shows a page that listens for six seconds, and leaves it. */
async function listenForAWhile() {
  const { unmount } = await act(async () => render(<Page />));
  await act(async () => vi.advanceTimersByTimeAsync(6000));
  await act(async () => unmount());
}

const stream = (text: string) => new Response(text);
const endless = () => new Response(new ReadableStream());
const readHeaders = (call: number) => fetchMock.mock.calls[call]?.[1]?.headers as Record<string, string>;

test("a stream that the server ends is opened again behind the place that it had told, before any event came", async () => {
  fetchMock
    .mockResolvedValueOnce(stream("retry: 1000\n\nid: 70-3\n\n"))
    .mockResolvedValueOnce(
      stream('retry: 1000\n\nid: 70-4\nevent: entity.changed\ndata: {"type":"entity.changed","data":{}}\n\n'),
    )
    .mockImplementation(async () => endless());
  await listenForAWhile();
  expect(readHeaders(1)).toMatchObject({ authorization: "Bearer t1", "last-event-id": "70-3" });
  expect(readHeaders(2)).toMatchObject({ "last-event-id": "70-4" });
  expect(refetchTopic).toHaveBeenCalledWith("entities");
});

test("a token that counts no more is renewed as with any call, and a suspended organisation is told", async () => {
  const refusal = (status: number, kind: string) =>
    new Response(JSON.stringify({ error: { kind, message: "No.", requestId: "r" } }), { status });
  fetchMock
    .mockResolvedValueOnce(refusal(401, "unauthenticated"))
    .mockResolvedValueOnce(stream("retry: 1000\n\n"))
    .mockResolvedValueOnce(refusal(403, "suspended"))
    .mockImplementation(async () => endless());
  await listenForAWhile();
  expect(tokens.renew).toHaveBeenCalledWith("t1");
  expect(readHeaders(1)).toMatchObject({ authorization: "Bearer t2" });
  expect(tokens.suspended).toHaveBeenCalledOnce();
});
