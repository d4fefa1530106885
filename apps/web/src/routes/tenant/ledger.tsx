import { createFileRoute } from "@tanstack/react-router";
import { LedgerPage } from "../../features/ledger/ledger-page.tsx";
import { readLedgerSearch } from "../../features/ledger/ledger-search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/ledger")({
  validateSearch: readLedgerSearch,
  component: Ledger,
  pendingComponent: ConsolePending,
});

function Ledger() {
  return (
    <>
      <PageHeader title="Ledger" question="What was booked, and what does every account stand at?" />
      <LedgerPage />
    </>
  );
}
