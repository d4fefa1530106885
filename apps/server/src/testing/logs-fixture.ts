import { writeLogs } from "../platform/logs/keep-logs.ts";
import { createLogQueue } from "../platform/logs/log-queue.ts";
import { signedInAs, type TestApp } from "./test-app.ts";

/** Keeps lines as the logger would write them. */
export async function keepLines(testApp: TestApp, lines: readonly object[], version = "test"): Promise<void> {
  const queue = createLogQueue();
  const writer = writeLogs(queue, { database: testApp.database, log: testApp.log, version });
  for (const line of lines) queue.write(JSON.stringify({ level: "info", ...line }));
  await writer.stop();
}

/** Asks as a platform admin, or as whoever the headers say. */
export async function askLogs(
  testApp: TestApp,
  path: string,
  query: Record<string, string> = {},
  headers = signedInAs("superadmin", "platform", "root"),
) {
  const url = `/api/logs${path}?${new URLSearchParams(query)}`;
  const response = await testApp.app.inject({ method: "GET", url, headers });
  return { status: response.statusCode, text: response.body, headers: response.headers };
}
