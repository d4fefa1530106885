import type { TestProject } from "vitest/node";
import { startTemplateServer } from "./template-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One real server for the whole run; each test file copies its template. */
export async function setup(project: TestProject) {
  const server = await startTemplateServer();
  project.provide("postgresUrl", server.url);
  return server.stop;
}
