import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/Popover.css";
import type { NarrowedRows } from "@console/contracts";
import { Button, Menu } from "@mantine/core";
import { IconDownload, IconHistory } from "@tabler/icons-react";
import { callApi } from "../../lib/api.ts";
import { exportOffers, rowOffers } from "./export-offers.ts";
import { useExportList } from "./use-export-list.tsx";

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
  const exports = useExportList();
  const start = ({ format, content }: (typeof exportOffers)[number]) => {
    const chosen = { ...(rows && { rows }), ...(search && { q: search }), ...(narrowed && { narrowed }) };
    return exports.start(() => callApi("startExport", { report, query, format, content, ...chosen }));
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
          <Menu.Item leftSection={<IconHistory {...icon} />} onClick={exports.open}>
            Your exports
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {exports.list}
    </>
  );
}
