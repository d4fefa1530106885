export type { AccountAdmin } from "./account-admin.ts";
export { countPlatformSetup } from "./count-platform.ts";
export { directoryNoticeKinds } from "./directory-notices.ts";
export { createHasTenant } from "./has-tenant.ts";
export { localeSettings } from "./locale-settings.ts";
export { findUnknownTenants, noticePeople } from "./notice-people.ts";
export { findPeopleNames, findTenantNames } from "./people-names.ts";
export { peopleSettings } from "./people-settings.ts";
export { personReference } from "./person-reference.ts";
export { changePreferences, readPreferences, writePreference } from "./preference-store.ts";
export { activePeople, peopleRelation, personName, tenantPeople, tenantRelation } from "./relations.ts";
export { requestAttention } from "./request-attention.ts";
export { requestSettings } from "./request-settings.ts";
export { requestsEntity } from "./requests/requests-entity.ts";
export { directoryRoutes } from "./routes.ts";
export { tenantReference } from "./tenant-reference.ts";
export {
  findTenant,
  findTenantLogo,
  findTenantReports,
  insertTenant,
  isTenantOpen,
  listTenantIds,
  updateTenantLocale,
} from "./tenant-store.ts";
export { tenantJobs } from "./tenants/remove-tenants.ts";
export { type TenantColumns, tenantsEntity } from "./tenants/tenants-entity.ts";
export {
  changeUserEmail,
  findPlatformPeople,
  findSuperadmins,
  findUser,
  findUserByEmail,
  findUsers,
  type HasAddress,
  insertUser,
  selectTenantPeople,
  toFormats,
} from "./user-store.ts";
export { cleanUpPeopleJob } from "./users/clean-up-people.ts";
export { holdPerson, removeUser, reopenUser, requireAnotherSuperadmin } from "./users/remove-user.ts";
export { userRoutes } from "./users/user-routes.ts";
export { usersEntity } from "./users/users-entity.ts";
