import { createContext } from "react";

/** Whether a layout already stands around the page, so that a message brings none of its own. */
export const IsFramed = createContext(false);
