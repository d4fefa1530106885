export { directoryRoutes } from "./routes.ts";
export { insertTenant, listTenantIds } from "./tenant-store.ts";
export { changeUserEmail, findSuperadmins, findUser, insertUser } from "./user-store.ts";
