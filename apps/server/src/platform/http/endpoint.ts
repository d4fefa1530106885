import type { ConsoleEvent, Route, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context, SnapshotContext } from "../context.ts";
import type { Isolation } from "../db/database.ts";

export type UseCase<R extends Route> = (context: Context, input: z.output<R["input"]>) => Promise<RouteOutput<R>>;

/** A use case whose statements must all see one state. */
export type SnapshotUseCase<R extends Route> = (
  context: SnapshotContext,
  input: z.output<R["input"]>,
) => Promise<RouteOutput<R>>;

/** A use case that needs no rows, or opens transactions of its own. */
export type DirectUseCase<R extends Route> = (
  context: Omit<Context, "db">,
  input: z.output<R["input"]>,
  exchange: Exchange,
) => Promise<RouteOutput<R>>;

/** The cookies of a request, and a way to set one in its answer. */
export type Exchange = {
  cookies: string | undefined;
  setCookie(header: string): void;
  /** Ends when nobody waits for the answer any more. */
  signal: AbortSignal;
};

/** Opens a stream: the sink may be used until the returned function, which closes it, has been called. */
export type StreamOpener<R extends Route> = (
  caller: Omit<Context, "db">,
  input: z.output<R["input"]> & { lastEventId?: string | undefined },
  sink: StreamSink,
) => Promise<() => void>;

/** Where a stream's events go. */
export type StreamSink = {
  /** With a cursor, whoever comes back goes on behind it; null for what is no place to go on from. */
  send(event: ConsoleEvent & { cursor: string | null }): void;
  /** Tells the place that the stream begins at, so that whoever comes back before its first event misses none. */
  beginAt(cursor: string): void;
  /** Ends the stream: nothing comes after it. */
  end(): void;
};

/** A file to be saved under a name; it is sent as it lies on the disk. */
export type FileAnswer = {
  name: string;
  type: string;
  path: string;
  /** It was made for this answer alone, and is removed after it. */
  isTemporary: boolean;
};

/** A file that came with a call, as it lies on the disk. Whoever takes it over moves it away; it is removed otherwise. */
export type ReceivedFile = { name: string; path: string; bytes: number };

/** The files that came with a call, at least one. */
export type ReceivedFiles = readonly [ReceivedFile, ...ReceivedFile[]];

/** A use case that takes files and opens transactions of its own. */
export type UploadUseCase<R extends Route> = (
  context: Omit<Context, "db">,
  input: z.output<R["input"]>,
  files: ReceivedFiles,
  exchange: Pick<Exchange, "signal">,
) => Promise<RouteOutput<R>>;

/** Counts the bytes of a file while they arrive. */
export type UploadMeter = {
  /** Throws when there is no room for them. */
  add(bytes: number): void;
  /** The file has been taken over, or removed. */
  close(): void;
};

/** Finds out how much room there is for a file, before it arrives; what its address says is not checked yet. */
export type OpenMeter = (
  context: Omit<Context, "db">,
  query: Readonly<Record<string, unknown>>,
) => Promise<UploadMeter>;

/** A contract's route and what answers it. */
export type Endpoint =
  | { route: Route; kind: "answer"; run: UseCase<Route>; isolation: Isolation }
  | { route: Route; kind: "direct"; run: DirectUseCase<Route> }
  | { route: Route; kind: "file"; run: (context: Context, input: Record<string, unknown>) => Promise<FileAnswer> }
  | { route: Route; kind: "upload"; run: UploadUseCase<Route>; openMeter: OpenMeter }
  | { route: Route; kind: "stream"; open: StreamOpener<Route> };

/** Answers a route with a use case, inside one transaction of the caller's tenant; with "snapshot" it sees one state. */
export function handle<R extends Route>(route: R, run: SnapshotUseCase<R>, isolation: "snapshot"): Endpoint;
export function handle<R extends Route>(route: R, run: UseCase<R>): Endpoint;
export function handle<R extends Route>(
  route: R,
  run: UseCase<R> | SnapshotUseCase<R>,
  isolation: Isolation = "statement",
): Endpoint {
  return { route, kind: "answer", run: run as UseCase<Route>, isolation };
}

/** Answers a route with a use case that holds no transaction, so that it also answers while the database is away. */
export function handleDirectly<R extends Route>(route: R, run: DirectUseCase<R>): Endpoint {
  return { route, kind: "direct", run: run as DirectUseCase<Route> };
}

/** Answers a route with a stream of events. */
export function handleStream<R extends Route>(route: R, open: StreamOpener<R>): Endpoint {
  return { route, kind: "stream", open: open as StreamOpener<Route> };
}

/** Answers a route with a file. It is written inside one snapshot and sent after it, however slowly it is taken. */
export function handleFile<R extends Route>(
  route: R,
  run: (context: SnapshotContext, input: z.output<R["input"]>) => Promise<FileAnswer>,
): Endpoint {
  return { route, kind: "file", run: run as Extract<Endpoint, { kind: "file" }>["run"] };
}

/** Answers a route that a file comes with. The file is on the disk before the use case begins. */
export function handleUpload<R extends Route>(route: R, run: UploadUseCase<R>, openMeter: OpenMeter): Endpoint {
  return { route, kind: "upload", run: run as UploadUseCase<Route>, openMeter };
}
