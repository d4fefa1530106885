import {
  IconBuildingStore,
  IconBuildingWarehouse,
  IconFileCheck,
  IconReceipt,
  IconTruckDelivery,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Chart } from "../../blocks/chart/chart.tsx";
import { LedgerExample } from "./ledger-example.tsx";
import { daysOfCover, lateByWeekday, ordersByBranch, waitingDocuments } from "./sample-teams.ts";
import classes from "./team-blocks.module.css";

type Team = { name: string; source: string; Icon: typeof IconReceipt; answers: string; picture: ReactNode };

const chartHeight = 152;

const teams: readonly Team[] = [
  {
    name: "Deliveries",
    source: "Tookan",
    Icon: IconTruckDelivery,
    answers: "Dispatchers see which orders arrive late, where and when, down to the single order.",
    picture: <Chart description={lateByWeekday} height={chartHeight} isCompact />,
  },
  {
    name: "Warehouses",
    source: "Warehouse",
    Icon: IconBuildingWarehouse,
    answers: "Stock planners see which site runs out first at the current rate.",
    picture: <Chart description={daysOfCover} height={chartHeight} isCompact />,
  },
  {
    name: "Branches",
    source: "Genesis",
    Icon: IconBuildingStore,
    answers: "Area managers see which branches are growing and which are falling behind, week by week.",
    picture: <Chart description={ordersByBranch} height={chartHeight} isCompact />,
  },
  {
    name: "Documents",
    source: "Docman",
    Icon: IconFileCheck,
    answers: "Back offices see which documents are waiting for approval, and for how long.",
    picture: <Chart description={waitingDocuments} height={chartHeight} isCompact />,
  },
  {
    name: "Ledger",
    source: "All sources",
    Icon: IconReceipt,
    answers: "Accountants see what was charged, what was paid and what is still owed.",
    picture: <LedgerExample />,
  },
];

/** What each team sees: the question that its report answers, and a small picture of it. */
export function TeamBlocks() {
  return (
    <ul className={classes.grid}>
      {teams.map(({ name, source, Icon, answers, picture }) => (
        <li key={name} className={classes.block}>
          <div className={classes.head}>
            <Icon size={18} stroke={1.5} aria-hidden="true" />
            <h3 className={classes.name}>{name}</h3>
            <span className={classes.source}>{source}</span>
          </div>
          <p className={classes.answers}>{answers}</p>
          <div className={classes.picture}>{picture}</div>
        </li>
      ))}
    </ul>
  );
}
