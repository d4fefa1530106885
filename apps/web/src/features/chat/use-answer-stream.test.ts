import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { openStream } from "../../lib/api.ts";
import { useAnswerStream } from "./use-answer-stream.ts";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), openStream: vi.fn() }));

/** A stream into which a test writes its events. */
function openPipe() {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const send = (id: number, type: string, data: object) =>
    writer.write(new TextEncoder().encode(`id: ${id}\ndata: ${JSON.stringify({ type, data })}\n\n`));
  return { readable, send };
}

test("what came of an answer stays, and its stream open, while whoever draws it is drawn anew", async () => {
  const { readable, send } = openPipe();
  vi.mocked(openStream).mockResolvedValue(readable);
  const ends: string[] = [];
  const { result, rerender } = renderHook(({ end }) => useAnswerStream("m1", end), {
    initialProps: { end: () => void ends.push("first") },
  });
  await act(async () => void (await send(1, "text", { text: "Ali has " })));
  await waitFor(() => expect(result.current.text).toBe("Ali has "));
  rerender({ end: () => void ends.push("second") });
  await act(async () => void (await send(2, "text", { text: "the most." })));
  await waitFor(() => expect(result.current.text).toBe("Ali has the most."));
  expect(openStream).toHaveBeenCalledTimes(1);
  await act(async () => void (await send(3, "end", { message: null })));
  await waitFor(() => expect(ends).toEqual(["second"]));
});

test("an answer that has ended opens no stream", () => {
  vi.mocked(openStream).mockClear();
  renderHook(() => useAnswerStream(null, () => {}));
  expect(openStream).not.toHaveBeenCalled();
});
