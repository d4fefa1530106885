/** One part of a stream of server-sent events: the place that it names, and what it holds. */
export type StreamPart = { id: string | null; data: unknown };

/** Reads the parts of a stream as they come. */
export async function* readEventStream(body: NonNullable<Response["body"]>): AsyncGenerator<StreamPart> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = `${text}${value}`.split("\n\n");
      text = parts.pop() ?? "";
      yield* parts.map(readPart);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function readPart(part: string): StreamPart {
  const field = (name: string) =>
    part
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = field("data");
  return { id: field("id") ?? null, data: data ? JSON.parse(data) : null };
}
