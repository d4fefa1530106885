import type { ErrorBody } from "@console/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { isUnkeepable } from "../db/database.ts";
import { AppError } from "../errors.ts";

/** Answers every failure in the one envelope; what we did not foresee is logged in full and told in general. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const foreseen = error instanceof AppError ? error : (fromFastify(error) ?? fromDatabase(error, request));
    if (!foreseen) request.log.error({ err: error }, "A request failed unexpectedly");
    else if (foreseen.kind === "unavailable") request.log.warn({ err: foreseen }, "A request met an unavailable part");
    return sendError(request, reply, foreseen);
  });
}

/** Sends the envelope for a foreseen failure, or for an unexpected one when there is none. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError | null): FastifyReply {
  const body: ErrorBody = {
    error: {
      kind: error?.kind ?? "unexpected",
      message:
        error?.message ?? "Something failed on our side. Try again. If it keeps failing, tell us the request ID.",
      requestId: error?.isAlike ? "none" : request.id,
      ...(error?.fields && { fields: error.fields }),
    },
  };
  if (error?.retryAfterSeconds) reply.header("retry-after", error.retryAfterSeconds);
  return reply
    .code(error?.status ?? 500)
    .header("cache-control", "no-store")
    .header("x-request-id", request.id)
    .type("application/json; charset=utf-8")
    .send(body);
}

/** Turns what a schema found into one sentence and a message for each field. */
export function invalidInput(error: z.ZodError): AppError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) fields[[...issue.path, key].join(".")] ??= "Unknown field.";
    } else fields[issue.path.join(".") || "body"] ??= issue.message;
  }
  const names = Object.keys(fields);
  const message = `Check ${names.length === 1 ? "this field" : "these fields"}: ${names.join(", ")}.`;
  return new AppError("invalid_input", message, { fields });
}

/** The framework's own refusals, by their code, in our words. */
function fromFastify(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const { code = "", statusCode = 0 } = error as { code?: string; statusCode?: number };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new AppError("too_large", "The body is larger than 1 MB.");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return new AppError("unsupported_media_type", "Send the body as application/json.");
  }
  if (code === "FST_ERR_CTP_INVALID_JSON_BODY") return new AppError("invalid_input", "The body is not valid JSON.");
  if (code === "FST_ERR_CTP_EMPTY_JSON_BODY") return new AppError("invalid_input", "The body is empty; send JSON.");
  if (statusCode === 413) return new AppError("too_large", "The request is larger than allowed.");
  if (statusCode >= 400 && statusCode < 500) return new AppError("invalid_input", "The request is malformed.");
  return null;
}

/** A text that the database refuses to keep, by the field that it was sent in. */
function fromDatabase(error: unknown, request: FastifyRequest): AppError | null {
  if (!isUnkeepable(error)) return null;
  const payload = { ...Object(request.query), ...Object(request.body), ...Object(request.params) };
  const names = unkeepableFields(payload, []);
  const fields = Object.fromEntries(names.map((name) => [name, "Remove the zero byte or broken character."]));
  const message = `A text holds a zero byte or a broken character: ${names.join(", ") || "remove it"}.`;
  return new AppError("invalid_input", message, { fields });
}

function unkeepableFields(value: unknown, path: readonly string[]): string[] {
  if (typeof value === "string") return isKeepable(value) ? [] : [path.join(".")];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => unkeepableFields(one, [...path, name]));
}

/** Half of a character does not come back from its bytes. */
const isKeepable = (text: string) => !text.includes("\u0000") && Buffer.from(text).toString() === text;
