/** Parts of a report's address that are about its rows and not about its figures. */
export const reportRowParts: readonly string[] = ["rows", "sort", "q", "row", "at", "at.sort", "at.q", "as"];
