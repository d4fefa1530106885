import type { ExportJob } from "@console/contracts";
import { useState } from "react";
import { queryClient } from "../../lib/query-client.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { ExportList } from "./export-list.tsx";

/** The list of one's files, which opens when one is asked for and saves it as soon as it is there. */
export function useExportList() {
  const [isOpen, setIsOpen] = useState(false);
  const [pendingDownloads, setPendingDownloads] = useState<ReadonlySet<string>>(new Set());
  const start = async (ask: () => Promise<ExportJob>) => {
    try {
      const { id } = await ask();
      setPendingDownloads(new Set([...pendingDownloads, id]));
      await queryClient.invalidateQueries({ queryKey: ["listExports"] });
      setIsOpen(true);
    } catch (error) {
      showFailure("No file was created", error);
    }
  };
  const list = isOpen ? (
    <ExportList
      pendingDownloads={pendingDownloads}
      onTaken={(id) => setPendingDownloads(new Set([...pendingDownloads].filter((one) => one !== id)))}
      onClose={() => setIsOpen(false)}
    />
  ) : null;
  return { start, list, open: () => setIsOpen(true) };
}
