import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/Popover.css";
import type { ReportView } from "@console/contracts";
import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { exportOffers } from "../../blocks/exports/export-offers.ts";
import { saveFile } from "../../lib/save-file.ts";
import { showToast } from "../../lib/toasts.ts";
import type { EmbeddedReport } from "./embed-view.ts";

type Props = { report: EmbeddedReport; view: ReportView; search: string };

/** Takes the report along, in the formats that its link allows. */
export function EmbedExport({ report, view, search }: Props) {
  const [isSaving, setIsSaving] = useState(false);
  const offers = exportOffers.filter(
    ({ format, content }) => report.exports.includes(format) && (content === "figures" || !report.isCountsOnly),
  );
  const save = async ({ format, content }: (typeof exportOffers)[number]) => {
    setIsSaving(true);
    try {
      const input = { ...view, format, content, ...(search && { q: search }) };
      await saveFile("exportEmbed", input, `${report.id}.${format}`);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      showToast({ type: "error", title: "No file was created", message });
    } finally {
      setIsSaving(false);
    }
  };
  const icon = { size: 16, stroke: 1.5, "aria-hidden": true } as const;
  if (offers.length === 0) return null;
  return (
    <Menu position="bottom-end" shadow="md" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" size="sm" loading={isSaving} leftSection={<IconDownload {...icon} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offers.map((offer) => (
          <Menu.Item key={offer.label} leftSection={<offer.Icon {...icon} />} onClick={() => void save(offer)}>
            {offer.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
