import { routes } from "@console/contracts";
import { handle } from "../../platform/http/endpoint.ts";
import { getOrder } from "./get-order.ts";

/** Orders across everything that a tenant has of them. */
export const ordersRoutes = [handle(routes.getOrder, getOrder, "snapshot")];
