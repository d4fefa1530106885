export { hasPassedTrial } from "./manage-trials.ts";
export { trialsRoutes } from "./routes.ts";
export { trialJob } from "./run-trial.ts";
