import type { ServerResponse } from "node:http";

/** What a caller sent, of which nothing is known yet. */
export type WireRow = Readonly<Record<string, unknown>>;

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}

/** An error in the words of one API. */
export function sendError(
  response: ServerResponse,
  api: "native" | "compatible",
  status: number,
  message: string,
): void {
  const type = status === 404 ? "not_found_error" : status < 500 ? "invalid_request_error" : "api_error";
  sendJson(response, status, { error: api === "native" ? message : { message, type, param: null, code: null } });
}
