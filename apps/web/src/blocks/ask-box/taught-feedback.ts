import { createContext } from "react";

/** The feedback that what is taught below is made from; null where it is made from none. */
export const TaughtFeedback = createContext<string | null>(null);
