import { z } from "zod";
import { defineJob } from "../../../platform/jobs/define-job.ts";
import { markTenant } from "./rebuild-rollups.ts";

/** Marks every day of a tenant dirty, so that its sums are computed anew. */
export const rebuildJob = defineJob({
  name: "rollups.rebuild",
  input: z.object({}),
  attempts: 10,
  run: markTenant,
});
