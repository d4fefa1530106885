export type { AccountDesk } from "./account-desk.ts";
export { readChoices, writeChoice } from "./choice-store.ts";
export { namesOfPeople } from "./people-names.ts";
export { peopleSettings } from "./people-settings.ts";
export { directoryRoutes } from "./routes.ts";
export { findTenant, insertTenant, isTenantOpen, listTenantIds } from "./tenant-store.ts";
export { tenantsEntity } from "./tenants/tenants-entity.ts";
export { changeUserEmail, findSuperadmins, findUser, findUserByEmail, insertUser } from "./user-store.ts";
export { usersEntity } from "./users/users-entity.ts";
