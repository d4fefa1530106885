import type { ServerResponse } from "node:http";
import { embedTexts } from "./embed-texts.ts";
import type { ModelStore, StoredModel } from "./model-store.ts";
import { sendError, sendJson, type WireRow } from "./send-json.ts";

/** Answers what is asked about the models, by the native API; tells whether the path is one of these. */
export function serveModels(store: ModelStore, path: string, body: WireRow, response: ServerResponse): boolean {
  const model = store.find(body.model ?? body.source);
  const name = String(body.model ?? "");
  switch (path) {
    case "GET /api/tags":
      sendJson(response, 200, store.tags());
      return true;
    case "GET /api/ps":
      sendJson(response, 200, store.running());
      return true;
    case "POST /api/show":
      if (model) sendJson(response, 200, store.show(model));
      else sendError(response, "native", 404, `model '${name}' not found`);
      return true;
    case "POST /api/create":
      create(store, name, body, response);
      return true;
    case "POST /api/copy":
      if (!model) return refuseMissing(response, `model "${body.source}" not found`);
      store.copy(model, String(body.destination));
      response.end();
      return true;
    case "DELETE /api/delete":
      if (!store.remove(name)) return refuseMissing(response, `model '${name}' not found`);
      response.end();
      return true;
    case "POST /api/embed":
      if (!model) return refuseMissing(response, `model "${name}" not found, try pulling it first`);
      embed(model, body, response);
      return true;
    default:
      return false;
  }
}

function refuseMissing(response: ServerResponse, message: string): true {
  sendError(response, "native", 404, message);
  return true;
}

function create(store: ModelStore, name: string, body: WireRow, response: ServerResponse): void {
  const from = store.find(body.from);
  if (!from) {
    sendError(response, "native", 400, `model '${body.from}' not found`);
    return;
  }
  store.create(from, name, body);
  if (body.stream === false) {
    sendJson(response, 200, { status: "success" });
    return;
  }
  const states = ["using existing layer", "creating new layer", "writing manifest", "success"];
  const lines = states.map((status) => `${JSON.stringify({ status })}\n`);
  response.writeHead(200, { "content-type": "application/x-ndjson" }).end(lines.join(""));
}

function embed({ name }: StoredModel, { input }: WireRow, response: ServerResponse): void {
  const texts = [input ?? []].flat();
  if (texts.some((text) => typeof text !== "string")) {
    sendError(response, "native", 400, "invalid input type");
    return;
  }
  const embeddings = embedTexts(texts as string[]);
  sendJson(response, 200, { model: name, embeddings, total_duration: 1_000_000, prompt_eval_count: texts.length });
}
