import type { Report } from "../report.ts";
import { branchReport } from "./branch-report.ts";
import { docmanReport } from "./docman-report.ts";
import { genesisReport } from "./genesis-report.ts";
import { overviewMonth, overviewToday } from "./overview.ts";
import { tookanReport } from "./tookan-report.ts";
import { warehouseReport } from "./warehouse-report.ts";

/** The reports of the product, in the order in which they are listed. */
export const productReports: readonly Report[] = [
  tookanReport,
  warehouseReport,
  genesisReport,
  branchReport,
  docmanReport,
  overviewToday,
  overviewMonth,
];
