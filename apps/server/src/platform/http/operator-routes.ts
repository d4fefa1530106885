import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSameText } from "../crypto/same-text.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../errors.ts";
import type { Metrics } from "../telemetry/metrics.ts";

type Parts = { database: Database; metrics: Metrics; metricsToken: string | null; isDraining(): boolean };

/** Alive, ready and the figures: what those who run the product ask. None of them counts against a limit. */
export function addOperatorRoutes(app: FastifyInstance, { database, metrics, metricsToken, isDraining }: Parts): void {
  const config = { rateLimit: false, isQuiet: true as const };

  app.get("/healthz", { config }, async () => ({ status: "alive" }));

  app.get("/readyz", { config }, async (_request, reply) => {
    const state = isDraining()
      ? "draining"
      : await database.check().then(
          () => "ready",
          () => "no database",
        );
    reply.code(state === "ready" ? 200 : 503).header("cache-control", "no-store");
    if (state !== "ready") reply.header("retry-after", 2);
    return { status: state };
  });

  app.get("/metrics", { config }, async (request, reply) => {
    if (!mayScrape(request, metricsToken)) {
      throw new AppError(
        "forbidden",
        "Metrics are only served to this machine or with the bearer token METRICS_TOKEN.",
      );
    }
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}

function mayScrape(request: FastifyRequest, token: string | null): boolean {
  if (token) return isSameText(request.headers.authorization ?? "", `Bearer ${token}`);
  return /^(?:127\.|::1$|::ffff:127\.)/.test(request.ip);
}
