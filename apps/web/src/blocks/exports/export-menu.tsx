import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/Popover.css";
import type { NarrowedRows } from "@console/contracts";
import { Button, Menu } from "@mantine/core";
import { IconDownload, IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { callApi } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { ExportList } from "./export-list.tsx";
import { exportOffers, rowOffers } from "./export-offers.ts";

type Props = {
  report: string;
  query: string;
  /** The metric whose rows are meant; the first of the report when left out. */
  rows?: string | undefined;
  search: string | undefined;
  /** Rows behind one figure: then these alone are offered. */
  narrowed?: NarrowedRows;
};

/** Takes a report along. Every file is made in the background, so that a large one can be waited for or stopped. */
export function ExportMenu({ report, query, rows, search, narrowed }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [pendingDownloads, setPendingDownloads] = useState<ReadonlySet<string>>(new Set());
  const start = async ({ format, content }: (typeof exportOffers)[number]) => {
    try {
      const chosen = { ...(rows && { rows }), ...(search && { q: search }), ...(narrowed && { narrowed }) };
      const { id } = await callApi("startExport", { report, query, format, content, ...chosen });
      setPendingDownloads(new Set([...pendingDownloads, id]));
      await queryClient.invalidateQueries({ queryKey: ["listExports"] });
      setIsOpen(true);
    } catch (error) {
      showFailure("No file was created", error);
    }
  };
  const icon = { size: 16, stroke: 1.5, "aria-hidden": true } as const;
  return (
    <>
      <Menu position="bottom-end" shadow="md" withinPortal={false}>
        <Menu.Target>
          <Button variant="default" size="sm" leftSection={<IconDownload {...icon} />}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(narrowed ? rowOffers : exportOffers).map((offer) => (
            <Menu.Item key={offer.label} leftSection={<offer.Icon {...icon} />} onClick={() => void start(offer)}>
              {offer.label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => setIsOpen(true)}>
            Your exports
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <ExportList
          pendingDownloads={pendingDownloads}
          onTaken={(id) => setPendingDownloads(new Set([...pendingDownloads].filter((one) => one !== id)))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
