export { ordersRoutes } from "./routes.ts";
export { searchOrders } from "./search-orders.ts";
