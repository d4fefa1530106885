import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/Popover.css";
import type { EntityDescription } from "@console/contracts";
import { Button, Menu } from "@mantine/core";
import {
  IconBraces,
  IconDownload,
  IconFileImport,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconPlus,
} from "@tabler/icons-react";
import { saveFile } from "../../lib/save-file.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { useResourceAddress } from "./resource-address.ts";
import { type EntityQuery, toListInput } from "./use-entity-rows.ts";

const icon = { size: 16, stroke: 1.5, "aria-hidden": true } as const;

type Props = { description: EntityDescription; query: EntityQuery; createLabel: string };

/** What can be done with the list as a whole: take it along, bring rows in, make one. */
export function ResourceMenu({ description, query, createLabel }: Props) {
  const { go } = useResourceAddress();
  const save = async (format: "csv" | "xlsx" | "jsonl") => {
    const question = {
      entity: description.name,
      format,
      ...toListInput(query),
      ...(query.sort && { sort: query.sort }),
    };
    try {
      await saveFile("exportEntity", question, `${description.many}.${format}`);
    } catch (error) {
      showFailure("No file was created", error);
    }
  };
  return (
    <>
      <Menu position="bottom-end" shadow="md" withinPortal={false}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconDownload {...icon} />}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileTypeCsv {...icon} />} onClick={() => void save("csv")}>
            CSV: all that match
          </Menu.Item>
          <Menu.Item leftSection={<IconFileSpreadsheet {...icon} />} onClick={() => void save("xlsx")}>
            Excel: all that match
          </Menu.Item>
          <Menu.Item leftSection={<IconBraces {...icon} />} onClick={() => void save("jsonl")}>
            JSON lines: all that match
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {description.canImport && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFileImport {...icon} />}
          onClick={() => go({ do: "import" })}
        >
          Import
        </Button>
      )}
      {description.canCreate && (
        <Button size="xs" leftSection={<IconPlus {...icon} />} onClick={() => go({ do: "new" })}>
          {createLabel}
        </Button>
      )}
    </>
  );
}
