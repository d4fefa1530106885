import { createIdentity } from "../modules/identity/index.ts";
import { seedBench } from "./bench-set/seed-bench.ts";
import { numberAfter, runCommand } from "./open-command.ts";

const usage = "Say how many rows to create: npm run seed -- --rows 1000000 [--movements 5000000].";

/** `npm run seed -- --rows 1000000`: fills a database with facts for measuring. */
await runCommand(async ({ platform, key, log, say, query }) => {
  const counts = { deliveries: numberAfter("--rows", null, usage), movements: numberAfter("--movements", 0, usage) };
  await seedBench(counts, { platform, identity: createIdentity(platform.config, key), log, say });
  await query("vacuum analyze");
});
