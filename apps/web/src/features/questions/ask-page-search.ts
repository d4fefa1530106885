import { createSearchReader, parseText } from "../../lib/search.ts";

/** The address of the page can hold a question, which is then asked at once, or a conversation. */
export const readAskSearch = createSearchReader({ q: parseText, c: parseText });
