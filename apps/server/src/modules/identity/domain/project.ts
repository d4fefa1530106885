/** The project that tokens are made for. */
export const projectId = "console";
export const projectNumber = "1";
