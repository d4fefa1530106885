import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** What the browser may do with any answer; documents replace the policy with `documentPolicy`. */
export async function addSecurityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    frameguard: { action: "deny" },
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(strictHeaders);
  });
}

/** Also for answers that the framework gives before any hook runs. */
export const strictHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "x-content-type-options": "nosniff",
};

/** What a worker of ours may do. */
export const workerPolicy = "default-src 'none'; script-src 'self'";

const tagManager = "https://www.googletagmanager.com";
const analytics = "https://*.google-analytics.com https://*.analytics.google.com";

/** The policy of a page: our own files and scripts that carry the nonce; others only where they may load. */
export function documentPolicy(
  nonce: string,
  {
    withTagManager,
    framers,
    tileOrigin,
  }: { withTagManager: boolean; framers: readonly string[]; tileOrigin: string | null },
): string {
  const tag = withTagManager ? ` ${tagManager}` : "";
  const data = withTagManager ? ` ${tagManager} ${analytics}` : "";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${tag}`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${data}${tileOrigin ? ` ${tileOrigin}` : ""}`,
    `connect-src 'self'${data}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    // The tag manager writes scripts by itself; nothing else here may turn text into one.
    ...(withTagManager ? [] : ["require-trusted-types-for 'script'", "trusted-types default"]),
    `frame-ancestors ${framers.length > 0 ? framers.join(" ") : "'none'"}`,
  ].join("; ");
}
