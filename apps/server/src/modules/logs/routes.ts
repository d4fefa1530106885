import { routes } from "@console/contracts";
import { type Endpoint, handleDirectly } from "../../platform/http/endpoint.ts";
import { createReportClientError } from "./report-client-error.ts";

/** The logs of the platform: what comes into them from browsers. */
export function logsRoutes(): Endpoint[] {
  return [handleDirectly(routes.reportClientError, createReportClientError())];
}
