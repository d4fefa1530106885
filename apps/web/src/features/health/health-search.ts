import { createSearchReader, parseText } from "../../lib/search.ts";

/** The address of the health page: the check or the incident that is open over it. */
export const readHealthSearch = createSearchReader({ check: parseText, incident: parseText });

export type HealthSearch = ReturnType<typeof readHealthSearch>;
