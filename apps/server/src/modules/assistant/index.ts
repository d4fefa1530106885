export { type EngineParts, partsWithout } from "./engine/read-question.ts";
export { assistantRoutes } from "./routes.ts";
