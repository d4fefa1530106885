import { routes } from "@console/contracts";
import { type Endpoint, handle } from "../../platform/http/endpoint.ts";
import { cancelModelTrial, listModelTrials, readModelTrial, startModelTrial } from "./manage-trials.ts";

/** Trials of models beside each other. */
export const trialsRoutes: Endpoint[] = [
  handle(routes.listModelTrials, listModelTrials),
  handle(routes.startModelTrial, startModelTrial),
  handle(routes.readModelTrial, readModelTrial),
  handle(routes.cancelModelTrial, cancelModelTrial),
];
