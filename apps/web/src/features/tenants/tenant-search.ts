import { resourceParameters } from "../../blocks/resource-page/resource-search.ts";
import { createSearchReader, parseText } from "../../lib/search.ts";

/** The address of the tenants' page, which also shows the requests for access. */
export const readTenantSearch = createSearchReader({ ...resourceParameters, view: parseText });
