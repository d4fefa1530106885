import { routes } from "@console/contracts";
import type { Database } from "../../platform/db/database.ts";
import { handle, handleFile } from "../../platform/http/endpoint.ts";
import { cancelExport, downloadExport, getExport, linkExport, listExports } from "./manage-exports.ts";

/** The files that people have asked for, whatever they are of. */
export function exportsRoutes(database: Database) {
  return [
    handleFile(routes.downloadExport, (context, input) => downloadExport(context, input, database)),
    handle(routes.listExports, listExports),
    handle(routes.getExport, getExport),
    handle(routes.cancelExport, cancelExport),
    handle(routes.linkExport, linkExport),
  ];
}
