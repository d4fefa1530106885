import { routes } from "@console/contracts";
import { type Endpoint, handle } from "../../platform/http/endpoint.ts";
import type { ClientLinks } from "./clients/client-store.ts";
import {
  listClientHistory,
  listProviderClients,
  mapProviderClients,
  revealProviderClient,
} from "./clients/list-clients.ts";
import { getTaskBoard, listBoardTasks } from "./monitor/read-board.ts";

/** The board of a delivery account, and its clients. */
export function deliveryRoutes({ clientLinks }: { clientLinks: ClientLinks }): Endpoint[] {
  return [
    handle(routes.getTaskBoard, getTaskBoard),
    handle(routes.listBoardTasks, listBoardTasks),
    handle(routes.listClientHistory, listClientHistory),
    handle(routes.listProviderClients, (context, input) => listProviderClients(context, input, clientLinks)),
    handle(routes.revealProviderClient, revealProviderClient),
    handle(routes.mapProviderClients, mapProviderClients),
  ];
}
