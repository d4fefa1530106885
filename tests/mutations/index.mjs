import { audit } from "./audit.mjs";
import { embedding } from "./embed.mjs";
import { entity } from "./entities.mjs";
import { identity } from "./identity.mjs";
import { jobs } from "./jobs.mjs";
import { marks } from "./marks.mjs";
import { metrics } from "./metrics.mjs";
import { models } from "./models.mjs";
import { network } from "./network.mjs";
import { reports } from "./reports.mjs";
import { sources } from "./sources.mjs";
import { tenancy } from "./tenancy.mjs";
import { web } from "./web.mjs";

/**
 * Bugs that the tests must notice: `find` occurs once in `file` and becomes `replace`, then one of `tests` fails.
 * @type {readonly { name: string; file: string; find: string; replace: string; tests: readonly string[] }[]}
 */
export const mutations = [
  ...identity,
  ...tenancy,
  ...audit,
  ...network,
  ...models,
  ...sources,
  ...marks,
  ...metrics,
  ...reports,
  ...embedding,
  ...entity,
  ...jobs,
  ...web,
];
