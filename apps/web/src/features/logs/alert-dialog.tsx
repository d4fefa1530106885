import type { LogAlert, SavedLogSearch } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./logs.module.css";

const hourMs = 3_600_000;
const mutes = { "1": "For 1 hour", "8": "For 8 hours", "24": "For 24 hours", "168": "For 7 days" } as const;
const firstLines = 10;
const firstMinutes = 5;

/** When a saved search tells its owner that it finds too many lines, and whether it is silent for a while. */
export function AlertDialog({ search, onClose }: { search: SavedLogSearch; onClose: () => void }) {
  const { id, name, alert } = search;
  const formats = useFormats();
  const { mutate, isPending, error } = useWrite("setLogAlert");
  const [lines, setLines] = useState(String(alert?.lines ?? firstLines));
  const [minutes, setMinutes] = useState(String(alert?.minutes ?? firstMinutes));
  const isMuted = alert?.mutedUntil != null && alert.mutedUntil > new Date().toISOString();
  const [mute, setMute] = useState(isMuted ? "as it is" : "");
  const save = (next: LogAlert | null, message: string) =>
    mutate(
      { id, alert: next },
      {
        onSuccess: () => {
          showToast({ title: "Log alert", message, type: "success" });
          onClose();
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const mutedUntil = mute === "as it is" ? (alert?.mutedUntil ?? null) : toInstant(mute);
    save({ lines: Number(lines), minutes: Number(minutes), mutedUntil }, `${name}: the alert is saved.`);
  };
  return (
    <ConfirmDialog title={`Alert: ${name}`} onClose={onClose}>
      <form onSubmit={submit} className={classes.nameForm}>
        <p className={classes.alertHelp}>
          You are notified once when more lines than this come, and once when it is over. How you are notified is part
          of your profile.
        </p>
        {alert?.since && <p role="status">Alerting since {formatInstant(alert.since, formats)}.</p>}
        <TextInput
          label="More than this many lines"
          type="number"
          min={0}
          max={10_000}
          required
          data-autofocus
          value={lines}
          onChange={({ currentTarget }) => setLines(currentTarget.value)}
        />
        <TextInput
          label="Within this many minutes"
          type="number"
          min={1}
          max={60}
          required
          value={minutes}
          error={error?.message}
          onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
        />
        <NativeSelect
          label="Mute"
          value={mute}
          data={[
            { value: "", label: "Not muted" },
            ...(isMuted
              ? [{ value: "as it is", label: `Until ${formatInstant(alert.mutedUntil ?? "", formats)}` }]
              : []),
            ...Object.entries(mutes).map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ currentTarget }) => setMute(currentTarget.value)}
        />
        <div className={classes.dialogActions}>
          {alert && (
            <Button
              variant="subtle"
              color="red"
              disabled={isPending}
              onClick={() => save(null, `${name}: the alert is removed.`)}
            >
              Remove alert
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Save alert
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}

/** The end of a mute that lasts so many hours from now; null for none. */
function toInstant(hours: string): string | null {
  return hours === "" ? null : new Date(Date.now() + Number(hours) * hourMs).toISOString();
}
