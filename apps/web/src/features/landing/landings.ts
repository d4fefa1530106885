/** A page where people start. */
export type Landing = {
  title: string;
  /** The question that the page answers. */
  question: string;
  /** The kind of source that feeds it; null when any does. */
  source: string | null;
  /** What it is made of, for the sentence that none has arrived. */
  parts: string;
};

/** What each landing page is called, asks and is made of. */
export const landings = {
  tookan: {
    title: "Delivery report",
    question: "Which deliveries were done, on time, late or failed, and where?",
    source: "Tookan",
    parts: "deliveries",
  },
  warehouse: {
    title: "Warehouse report",
    question: "What is in stock, what moves, and what runs short?",
    source: "Warehouse",
    parts: "stock movements",
  },
  branch: {
    title: "Branch report",
    question: "How does each branch do beside the others?",
    source: "Genesis",
    parts: "branch figures",
  },
  docman: {
    title: "Document report",
    question: "Which documents are there, and which wait for somebody?",
    source: "Docman",
    parts: "documents",
  },
  assistant: {
    title: "My assistant",
    question: "What do you want to know about your organisation's data?",
    source: null,
    parts: "records",
  },
} as const satisfies Record<string, Landing>;
