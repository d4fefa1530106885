import type { FastifyRequest } from "fastify";

/** The token that a request carries, if it carries one. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
}
