import { resourceParameters } from "../../blocks/resource-page/resource-search.ts";
import { createSearchReader, parseText } from "../../lib/search.ts";

/** The address of the links' page; a new link begins with the tenant and the client that it names. */
export const readLinkSearch = createSearchReader({ ...resourceParameters, tenant: parseText, client: parseText });
