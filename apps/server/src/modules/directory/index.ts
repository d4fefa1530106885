export { readChoices, writeChoice } from "./choice-store.ts";
export { directoryRoutes } from "./routes.ts";
export { findTenant, insertTenant, listTenantIds } from "./tenant-store.ts";
export { changeUserEmail, findSuperadmins, findUser, insertUser } from "./user-store.ts";
