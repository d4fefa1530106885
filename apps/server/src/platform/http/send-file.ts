import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { FastifyReply } from "fastify";
import { AppError } from "../errors.ts";
import type { FileAnswer } from "./endpoint.ts";
import { strictHeaders } from "./security-headers.ts";

/** Sends a file to be saved, never to be shown in the page. */
export async function sendFile(reply: FastifyReply, { name, type, path, isTemporary }: FileAnswer) {
  const stats = await stat(path).catch(() => null);
  if (!stats) throw new AppError("not_found", "This file is no longer there. Export it again.");
  const file = createReadStream(path);
  if (isTemporary) file.once("close", () => void rm(path, { force: true }));
  return reply
    .header("content-type", type)
    .header("content-length", stats.size)
    .header(
      "content-disposition",
      `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .header("cache-control", "no-store")
    .header("content-security-policy", `sandbox; ${strictHeaders["content-security-policy"]}`)
    .header("x-content-type-options", "nosniff")
    .send(file);
}

/** For readers that know no other letters. */
function asciiName(name: string): string {
  return name.replace(/[^\w .()-]/g, "_");
}
