import { writeFileSync } from "node:fs";
import { databaseTypes } from "./database-types.ts";
import { startTemplateServer } from "./template-server.ts";

const server = await startTemplateServer();
try {
  writeFileSync(new URL("../platform/db/schema.gen.ts", import.meta.url), await databaseTypes(server.url));
} finally {
  await server.stop();
}
