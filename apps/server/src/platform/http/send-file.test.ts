import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { route } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { handleFile } from "./endpoint.ts";

const folder = mkdtempSync(path.join(tmpdir(), "files-"));
const file = path.join(folder, "made");
const endpoint = handleFile(
  route({
    method: "GET",
    path: "/api/file/{how}",
    permission: "public",
    summary: "A file.",
    topics: [],
    isFile: true,
    input: z.strictObject({ how: z.string() }),
    output: z.object({}),
  }),
  async (context, { how }) => {
    writeFileSync(file, "content");
    await recordAudit(context, { act: "thing.exported", subject: "x" });
    if (how === "broken") await sql`select 1 / 0`.execute(context.db).catch(() => {});
    return { name: "a.txt", type: "text/plain", path: file, isTemporary: true };
  },
);

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ endpoints: [endpoint] });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a file that was made for one answer is gone after it, and also when the answer fails", async () => {
  expect((await testApp.app.inject("/api/file/fine")).body).toBe("content");
  await until(() => !existsSync(file));
  expect((await testApp.app.inject("/api/file/broken")).statusCode).toBe(500);
  expect(existsSync(file)).toBe(false);
});
