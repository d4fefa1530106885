/** The parts of a field in their order: help stands under what is typed. */
export const helpUnder: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];
