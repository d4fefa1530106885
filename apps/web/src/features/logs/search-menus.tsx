import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/Popover.css";
import { Button, Menu, TextInput } from "@mantine/core";
import { IconBell, IconBookmark, IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useExportList } from "../../blocks/exports/use-export-list.tsx";
import { callApi } from "../../lib/api.ts";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { AlertDialog } from "./alert-dialog.tsx";
import type { LogRange } from "./log-search.ts";
import classes from "./logs.module.css";

/** The searches that one has saved, and a way to save the one that is open. */
export function SavedSearches({ query, onQuery }: { query: string; onQuery: (next: string) => void }) {
  const { data, error } = useQuery(read("listLogSearches", {}));
  const { mutate: remove } = useWrite("deleteLogSearch");
  const [isNaming, setIsNaming] = useState(false);
  const [alertId, setAlertId] = useState<string | null>(null);
  const searches = data?.items ?? [];
  const alertSearch = searches.find(({ id }) => id === alertId);
  return (
    <>
      <Menu position="bottom-end" withinPortal transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="default" size="sm" leftSection={<IconBookmark size={16} aria-hidden />}>
            Saved searches
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {error && <Menu.Label>Saved searches could not be loaded</Menu.Label>}
          {!error && searches.length === 0 && <Menu.Label>No saved searches yet</Menu.Label>}
          {searches.map(({ id, name, query: saved, alert }) => (
            <Menu.Item
              key={id}
              rightSection={alert && <IconBell size={16} stroke={1.5} aria-label="with an alert" />}
              onClick={() => onQuery(saved)}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={query === ""} onClick={() => setIsNaming(true)}>
            Save this search
          </Menu.Item>
          {searches.map(({ id, name, query: saved, alert }) =>
            saved === query ? (
              <Menu.Item key={`alert ${id}`} onClick={() => setAlertId(id)}>
                {alert ? `Change the alert of ${name}` : `Alert me about ${name}`}
              </Menu.Item>
            ) : null,
          )}
          {searches.map(({ id, name, query: saved }) =>
            saved === query ? (
              <Menu.Item
                key={id}
                color="red"
                onClick={() =>
                  remove({ id }, { onError: (failure) => showFailure("The search was not deleted", failure) })
                }
              >
                Delete {name}
              </Menu.Item>
            ) : null,
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && <NameDialog query={query} onClose={() => setIsNaming(false)} />}
      {alertSearch && <AlertDialog search={alertSearch} onClose={() => setAlertId(null)} />}
    </>
  );
}

function NameDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const [name, setName] = useState("");
  const { mutate, isPending, error } = useWrite("saveLogSearch");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ name, query }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog title="Save search" onClose={onClose}>
      <form onSubmit={submit} className={classes.nameForm}>
        <TextInput
          label="Name"
          description="A search of the same name is replaced."
          value={name}
          maxLength={80}
          required
          data-autofocus
          error={error?.message}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={name.trim() === ""}>
            Save search
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}

/** Everything that the search finds in its range, as a file that is made in the background. */
export function DownloadMenu({ query, range }: { query: string; range: LogRange }) {
  const exports = useExportList();
  const { since, until } = range;
  const download = (format: "csv" | "ndjson") =>
    void exports.start(() => callApi("startLogExport", { query, since, until, format }));
  return (
    <>
      <Menu position="bottom-end" withinPortal transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="default" size="sm" leftSection={<IconDownload size={16} aria-hidden />}>
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => download("csv")}>CSV</Menu.Item>
          <Menu.Item onClick={() => download("ndjson")}>NDJSON</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={exports.open}>Your exports</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {exports.list}
    </>
  );
}
