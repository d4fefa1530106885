export { directoryRoutes } from "./routes.ts";
export { insertTenant } from "./tenant-store.ts";
export { changeUserEmail, findUser, insertUser } from "./user-store.ts";
