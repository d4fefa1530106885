import type { ErrorBody, ErrorKind, RouteInput, RouteOutput, Routes } from "@console/contracts";
import { accessedTenant } from "./platform-access.ts";

const timeoutMs = 30_000;

type Failure = {
  kind: ErrorKind | "offline";
  message: string;
  requestId?: string | null;
  fields?: Record<string, string>;
  retryAfterSeconds?: number | null;
};

/** A call that failed; the message is written for the reader of the screen. */
export class ApiError extends Error {
  readonly kind: ErrorKind | "offline";
  readonly requestId: string | null;
  readonly fields: Record<string, string>;
  readonly retryAfterSeconds: number | null;

  constructor({ kind, message, requestId = null, fields = {}, retryAfterSeconds = null }: Failure) {
    super(message);
    this.name = "ApiError";
    this.kind = kind;
    this.requestId = requestId;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Where callApi gets the token that says who calls. */
export type TokenSource = {
  current: () => Promise<string>;
  /** A newer token in the place of one that the server refused. */
  renew: (refused: string) => Promise<string>;
  /** The organisation of whoever calls is not served any more. */
  suspended: () => void;
};

let tokens: TokenSource | null = null;

/** Names the source of tokens for all calls of endpoints that are not public. */
export function provideTokens(source: TokenSource): void {
  tokens = source;
}

const unavailable = new Set<() => void>();

/** Calls back whenever the server says that it is not available, until the returned function is called. */
export function onUnavailable(listener: () => void): () => void {
  unavailable.add(listener);
  return () => unavailable.delete(listener);
}

/** Calls one endpoint of the contract; any failure other than the caller's own abort is an ApiError. */
export async function callApi<Name extends keyof Routes>(
  name: Name,
  input: RouteInput<Routes[Name]>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<RouteOutput<Routes[Name]>> {
  const endpoint = await findEndpoint(name);
  const request = requestFor(endpoint, input);
  const accessed = endpoint.isOpenToPlatform ? accessedTenant() : null;
  if (accessed) Object.assign(request.init.headers, { "x-tenant": accessed });
  const token = endpoint.permission === "public" ? null : await currentToken();
  let answer = await send(request, token, signal);
  if (answer.response.status === 401 && token !== null && tokens) {
    answer = await send(request, await tokens.renew(token), signal);
  }
  const body = parseJson(answer.text);
  if (!answer.response.ok) throw handleRefusal(answer.response, body);
  if (body === undefined) throw unreadable(answer.response);
  return body as RouteOutput<Routes[Name]>;
}

/** Opens a stream of events behind the last one that is known; a refusal is followed up as that of any call. */
export async function openStream(
  path: string,
  lastEventId: string | null,
  signal: AbortSignal,
): Promise<NonNullable<Response["body"]>> {
  const open = (token: string) =>
    fetch(path, {
      headers: { authorization: `Bearer ${token}`, ...(lastEventId !== null && { "last-event-id": lastEventId }) },
      signal,
    });
  const token = await currentToken();
  let response = await open(token);
  if (response.status === 401 && tokens) response = await open(await tokens.renew(token));
  if (!response.ok) throw handleRefusal(response, parseJson(await response.text()));
  if (!response.body) throw unreadable(response);
  return response.body;
}

/** The token that says who calls, for what callApi does not carry. */
export function bearerToken(): Promise<string> {
  return currentToken();
}

/** Sends a file with the other fields of its endpoint as a form; `onPart` is told how much of it has gone. */
export async function uploadFile<Name extends keyof Routes>(
  name: Name,
  input: RouteInput<Routes[Name]>,
  files: File | readonly File[],
  { signal, onPart }: { signal?: AbortSignal; onPart?: (part: number) => void } = {},
): Promise<RouteOutput<Routes[Name]>> {
  const { method, path } = await findEndpoint(name);
  const { path: filled, rest } = fillPath(path, input);
  const form = new FormData();
  for (const [key, value] of rest) if (value !== undefined && value !== null) form.append(key, String(value));
  for (const file of files instanceof File ? [files] : files) form.append("file", file);
  const token = await currentToken();
  // The only way to learn how much has gone.
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open(method, filled);
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onPart?.(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(offline());
    request.onabort = () => reject(signal?.reason);
    request.onload = () => {
      const body = parseJson(request.responseText);
      const response = new Response(null, { status: request.status });
      if (request.status >= 400) reject(toApiError(response, body));
      else if (body === undefined) reject(unreadable(response));
      else resolve(body as RouteOutput<Routes[Name]>);
    };
    signal?.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

function currentToken(): Promise<string> {
  if (!tokens) throw new ApiError({ kind: "unauthenticated", message: "User not authenticated" });
  return tokens.current();
}

async function send({ url, init }: ReturnType<typeof requestFor>, token: string | null, signal?: AbortSignal) {
  const timeout = AbortSignal.timeout(timeoutMs);
  const headers = { ...init.headers, ...(token !== null && { authorization: `Bearer ${token}` }) };
  try {
    const response = await fetch(url, {
      ...init,
      headers,
      credentials: credentialsFor(url),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw timeout.aborted ? timedOut() : offline();
  }
}

/**
 * An embedded report is read by its token alone: whoever is signed in in the same browser has no part in it. Only its
 * opening leaves a cookie, and brings it back.
 */
export function credentialsFor(url: string): RequestCredentials {
  return url.startsWith("/api/embed/") && !url.endsWith("/session") ? "omit" : "same-origin";
}

type Endpoint = Awaited<ReturnType<typeof findEndpoint>>;

/** The table of endpoints is long, and the pages of visitors hardly need it: it comes with the first call. */
async function findEndpoint(name: keyof Routes) {
  return (await import("virtual:endpoints")).endpoints[name];
}

function requestFor({ method, path }: Endpoint, input: Record<string, unknown>) {
  const { path: filledPath, rest } = fillPath(path, input);
  if (method === "GET" || method === "DELETE") {
    const query = toQuery(rest);
    return { url: query ? `${filledPath}?${query}` : filledPath, init: { method, headers: {} } };
  }
  const init = {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(rest)),
  };
  return { url: filledPath, init };
}

/** The path with its parameters, and the fields that are left. */
function fillPath(path: string, input: Record<string, unknown>): { path: string; rest: Map<string, unknown> } {
  const rest = new Map(Object.entries(input));
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = rest.get(parameter);
    rest.delete(parameter);
    return encodeURIComponent(String(value));
  });
  return { path: filled, rest };
}

function toQuery(values: Map<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of values) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) query.append(key, String(item));
    }
  }
  return query.toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toApiError(response: Response, body: unknown): ApiError {
  if (!isErrorBody(body)) return unreadable(response);
  const { kind, message, requestId, fields = {} } = body.error;
  if (kind === "unavailable") for (const listener of unavailable) listener();
  return new ApiError({ kind, message, requestId, fields, retryAfterSeconds: readRetryAfter(response) });
}

/** What a refusal says; that of a whole organisation is passed on. */
function handleRefusal(response: Response, body: unknown): ApiError {
  const failure = toApiError(response, body);
  if (failure.kind === "suspended") tokens?.suspended();
  return failure;
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null || !("error" in body)) return false;
  const { error } = body;
  return typeof error === "object" && error !== null && "kind" in error && "message" in error && "requestId" in error;
}

/** In how many seconds a refused call may be tried again, if the answer says so. */
export function readRetryAfter(response: Response): number | null {
  const header = response.headers.get("retry-after");
  if (!header) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0);
}

/** What is said where the server did not answer at all. */
export function offline(): ApiError {
  return new ApiError({
    kind: "offline",
    message: "The server cannot be reached. Check your connection and try again.",
  });
}

function timedOut() {
  return new ApiError({
    kind: "unavailable",
    message: `The server did not answer within ${timeoutMs / 1000} seconds. Try again in a moment.`,
  });
}

function unreadable(response: Response) {
  return new ApiError({
    kind: "unexpected",
    message: "The server sent an unexpected answer. Try again in a moment.",
    requestId: response.headers.get("x-request-id"),
    retryAfterSeconds: readRetryAfter(response),
  });
}
