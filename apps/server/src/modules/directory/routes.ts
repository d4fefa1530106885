import { routes } from "@console/contracts";
import { handle } from "../../platform/http/endpoint.ts";
import { requestSignup } from "./request-signup.ts";

export const directoryRoutes = [handle(routes.requestSignup, requestSignup)];
