import { createSearchReader, parseText } from "../../lib/search.ts";

/** The address names the conversation that is open, the organisation that it is about, or a question to begin with. */
export const readChatSearch = createSearchReader({ c: parseText, q: parseText, tenant: parseText });
