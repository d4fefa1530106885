import { realClock } from "../../../platform/clock.ts";
import { type Platform, platformTenant, systemWork } from "../../../platform/context.ts";
import { selectChecks } from "../../../platform/health/check-store.ts";
import type { HealthCheck } from "../../../platform/health/health-check.ts";
import { judgeChecks } from "../../../platform/health/judge-health.ts";
import { readQueueState } from "../../../platform/jobs/queue-checks.ts";
import type { Logger } from "../../../platform/telemetry/logger.ts";
import type { ProductFigures } from "../../../platform/telemetry/observe-product.ts";
import { countSourceStates } from "../../sources/index.ts";

/** What operators scrape of the product: queue, sources and checks. */
export function readFigures(platform: Platform, checks: readonly HealthCheck[], log: Logger) {
  const inTenant = systemWork(platform, "metrics.scrape", log);
  return (): Promise<ProductFigures> =>
    inTenant(platformTenant, async (context) => {
      const now = realClock();
      const queue = await readQueueState(context);
      const judged = judgeChecks(checks, await selectChecks(context), now);
      const oldestMs = queue.oldest_due ? now.getTime() - queue.oldest_due.getTime() : 0;
      return {
        jobs: {
          waiting: queue.waiting,
          running: queue.running,
          givenUp: queue.given_up,
          oldestSeconds: Math.max(0, Math.round(oldestMs / 1000)),
        },
        sources: await countSourceStates(context),
        checks: Object.fromEntries([...judged].map(([name, { state }]) => [name, state])),
      };
    });
}
