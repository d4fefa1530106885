import { routes } from "@console/contracts";
import { handle, handleFile } from "../../platform/http/endpoint.ts";
import { countPlatform, listGrowth } from "./count-platform.ts";
import { listTenants } from "./list-tenants.ts";
import { getChoice, setChoice } from "./preferences.ts";
import { getTenant, getUser } from "./read-documents.ts";
import { requestSignup } from "./request-signup.ts";
import { followSignup } from "./requests/follow-signup.ts";
import { archiveTenant } from "./tenants/archive-tenant.ts";
import { updateUser } from "./update-user.ts";

export const directoryRoutes = [
  handle(routes.requestSignup, requestSignup),
  handle(routes.followSignup, followSignup),
  handle(routes.getUser, getUser),
  handle(routes.updateUser, updateUser),
  handle(routes.getTenant, getTenant),
  handle(routes.listTenants, listTenants),
  handleFile(routes.archiveTenant, archiveTenant),
  handle(routes.getChoice, getChoice),
  handle(routes.setChoice, setChoice),
  handle(routes.getCounts, countPlatform),
  handle(routes.listGrowth, listGrowth),
];
