import { routes } from "@console/contracts";
import { type Endpoint, handle } from "../../platform/http/endpoint.ts";
import { askForMore, listOwnLimits } from "./own-limits.ts";
import { type FindProviderNames, listUsageRows, readAssistantUsage } from "./read-usage.ts";

/** How much may be asked of the assistant, and how much was. */
export function limitsRoutes(findProviderNames: FindProviderNames): Endpoint[] {
  return [
    handle(routes.listOwnLimits, listOwnLimits),
    handle(routes.askForMore, askForMore),
    handle(routes.readAssistantUsage, (context, input) => readAssistantUsage(context, input, findProviderNames)),
    handle(routes.listUsageRows, (context, input) => listUsageRows(context, input, findProviderNames)),
  ];
}
