import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type Platform, platformTenant, systemWork } from "../../../platform/context.ts";
import { enqueue } from "../../../platform/jobs/define-job.ts";
import type { Logger } from "../../../platform/telemetry/logger.ts";
import { listTenantIds } from "../../directory/index.ts";
import type { Registry } from "../model/registry.ts";
import { rebuildJob } from "./rebuild-job.ts";
import { describeShape } from "./rollup-shape.ts";
import { forgetRollups } from "./rollup-store.ts";

/**
 * Before the first question is answered: where a release computes sums in another way, no tenant's old sums are
 * believed any more. Answers come from the facts until a job has computed the new ones.
 */
export async function adoptShapes(platform: Platform, log: Logger, registry: Registry): Promise<void> {
  const inTenant = systemWork(platform, "adopt-shapes", log);
  const current = [...registry.datasets.values()].flatMap((dataset) =>
    dataset.rollups.map((rollup) => ({
      rollup: rollup.number,
      shape: createHash("sha256").update(describeShape(dataset, rollup)).digest("hex"),
    })),
  );
  const { storedShapes, tenants } = await inTenant(platformTenant, async (context) => ({
    storedShapes: await context.db.selectFrom("rollup_shapes").selectAll().execute(),
    tenants: await listTenantIds(context),
  }));
  const shapesByRollup = new Map(storedShapes.map(({ rollup, shape }) => [rollup, shape]));
  if (current.every(({ rollup, shape }) => shapesByRollup.get(rollup) === shape)) return;
  // A database without shapes has no sums either.
  for (const tenantId of storedShapes.length > 0 ? tenants : []) {
    await inTenant(tenantId, async (context) => {
      await forgetRollups(context);
      await enqueue(context, rebuildJob, {}, { key: `rollups.rebuild:${tenantId}` });
    });
  }
  await inTenant(platformTenant, async ({ db }) => {
    await sql`delete from rollup_shapes`.execute(db);
    await db.insertInto("rollup_shapes").values(current).execute();
  });
}
