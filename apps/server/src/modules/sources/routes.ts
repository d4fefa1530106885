import { routes } from "@console/contracts";
import type { Database } from "../../platform/db/database.ts";
import { type Endpoint, handle, handleDirectly } from "../../platform/http/endpoint.ts";
import { cancelRun, getRun, listRuns, startRun } from "./follow-runs.ts";
import { listConnections, listOwnConnections } from "./list-connections.ts";
import { createConnection, getConnection, removeConnection, updateConnection } from "./manage-connections.ts";
import type { Sources } from "./sources.ts";
import { testConnection } from "./test-connection.ts";
import { listProviderClients, mapProviderClients, revealProviderClient } from "./tookan/list-clients.ts";
import { getTaskBoard, listBoardTasks } from "./tookan/read-board.ts";

/** Connections and their runs, and the mirror of the delivery provider. */
export function sourcesRoutes(sources: Sources, database: Database): Endpoint[] {
  return [
    handle(routes.listConnections, listConnections),
    handle(routes.listOwnConnections, listOwnConnections),
    handle(routes.createConnection, createConnection),
    handle(routes.getConnection, getConnection),
    handle(routes.updateConnection, updateConnection),
    handle(routes.removeConnection, removeConnection),
    handleDirectly(routes.testConnection, (context, input) => testConnection(context, input, sources, database)),
    handle(routes.startRun, startRun),
    handle(routes.listRuns, listRuns),
    handle(routes.getRun, getRun),
    handle(routes.cancelRun, cancelRun),
    handle(routes.getTaskBoard, getTaskBoard),
    handle(routes.listBoardTasks, listBoardTasks),
    handle(routes.listProviderClients, listProviderClients),
    handle(routes.revealProviderClient, revealProviderClient),
    handle(routes.mapProviderClients, mapProviderClients),
  ];
}
