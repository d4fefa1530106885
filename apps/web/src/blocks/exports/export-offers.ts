import type { ExportFormatName } from "@console/contracts";
import { IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf } from "@tabler/icons-react";

type ExportOffer = {
  format: ExportFormatName;
  content: "all" | "figures" | "rows";
  label: string;
  Icon: typeof IconFileTypeCsv;
};

/** The files that a report can be taken along as. */
export const exportOffers: readonly ExportOffer[] = [
  { format: "xlsx", content: "all", label: "Excel: figures and rows", Icon: IconFileSpreadsheet },
  { format: "csv", content: "rows", label: "CSV: rows", Icon: IconFileTypeCsv },
  { format: "csv", content: "figures", label: "CSV: figures", Icon: IconFileTypeCsv },
  { format: "pdf", content: "figures", label: "PDF: the whole report", Icon: IconFileTypePdf },
];

/** The files that rows alone can be taken along as. */
export const rowOffers: readonly ExportOffer[] = [
  { format: "xlsx", content: "rows", label: "Excel", Icon: IconFileSpreadsheet },
  { format: "csv", content: "rows", label: "CSV", Icon: IconFileTypeCsv },
];
