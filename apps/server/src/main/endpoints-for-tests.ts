import { unused } from "../testing/unused.ts";
import { allEndpoints, allJobs } from "./registry.ts";

/** Every endpoint of the product as it is described; none of them can be run. */
export const describedEndpoints = allEndpoints({
  live: unused(),
  hub: unused(),
  identity: unused(),
  database: unused(),
  sources: unused(),
  mail: unused(),
  linkUse: unused(),
  usage: unused(),
  trainingUse: unused(),
  health: unused(),
  chat: unused(),
  modelServers: { servers: unused(), pulls: unused() },
});

/** Every job of the product as it is described; none of them can be run. */
export const describedJobs = allJobs({
  hasDemoData: true,
  mail: unused(),
  database: unused(),
  sources: unused(),
  identity: unused(),
  backup: unused(),
  models: unused(),
  modelServers: unused(),
});
