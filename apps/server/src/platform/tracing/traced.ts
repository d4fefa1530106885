/** What is told of a piece of work. Never a value: no text of a statement, no query, no path with an id, no header. */
export type SpanDescription = {
  name: string;
  kind: "server" | "client" | "consumer";
  attributes?: Readonly<Record<string, string | number>>;
  /** The span that asked for it in another process or earlier, as W3C writes it. */
  parent?: string | null;
};

export type Tracing = {
  run<Result>(span: SpanDescription, work: () => Promise<Result>): Promise<Result>;
  /** The span that is under way, as W3C writes it; null where there is none. */
  traceparent(): string | null;
};

// One for the process, as the libraries of this kind have it; null while tracing is off.
let current: Tracing | null = null;

/** Switches tracing on or, with null, off. */
export function setTracing(tracing: Tracing | null): void {
  current = tracing;
}

/** Does a piece of work as a span of the trace that it belongs to; without tracing only the work. */
export function traced<Result>(span: SpanDescription, work: () => Promise<Result>): Promise<Result> {
  return current ? current.run(span, work) : work();
}

/** The span that is under way, to be handed to work that is done later. */
export function currentTraceparent(): string | null {
  return current?.traceparent() ?? null;
}
