import type { RouteOutput, Routes } from "@console/contracts";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { callApi } from "../../lib/api.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { plainWords } from "./setting-words.ts";
import classes from "./settings.module.css";

type Value = string | number | boolean | null | string[];
type Answer = RouteOutput<Routes["importSettings"]>;

/** Takes the chosen settings along as a file, and takes over those of such a file after a look at the difference. */
export function SettingsTransfer() {
  const input = useRef<HTMLInputElement>(null);
  const [fileSettings, setFileSettings] = useState<Record<string, Value> | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const carry = useMutation({
    mutationFn: (change: { settings: Record<string, Value>; isTrial: boolean }) => callApi("importSettings", change),
    onSuccess: (next) => {
      setAnswer(next);
      if (!next.isWritten) return;
      void refetchTopic("settings");
      showToast({ title: "Settings", message: `${next.changes.length} applied.`, type: "success" });
      setFileSettings(null);
    },
    onError: (error) => showFailure("The settings were not applied", error),
  });

  async function save() {
    const file = await callApi("exportSettings", {});
    const blob = new Blob([JSON.stringify(file, null, 2)], { type: "application/json" });
    saveBlob(blob, `settings ${file.exportedAt.slice(0, 10)}.json`);
  }

  async function choose(file: File | undefined) {
    const text = await file?.text();
    if (text === undefined) return;
    const settings = settingsIn(text);
    if (!settings) {
      showToast({ title: "This is not a settings file", message: "Choose one that was exported here.", type: "error" });
      return;
    }
    setFileSettings(settings);
    carry.mutate({ settings, isTrial: true });
  }

  return (
    <div className={classes.carry}>
      <Button variant="default" size="xs" onClick={() => void save()}>
        Export
      </Button>
      <Button variant="default" size="xs" onClick={() => input.current?.click()}>
        Import
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="Settings file"
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
      {fileSettings && answer && (
        <ConfirmDialog title="Apply these settings?" onClose={() => setFileSettings(null)}>
          <div className={dialog.form}>
            <ul className={classes.changes}>
              {answer.changes.map(({ name, label, before, after }) => (
                <li key={name}>
                  {label}: {plainWords(before)} → {plainWords(after)}
                </li>
              ))}
              {answer.refused.map(({ name, reason }) => (
                <li key={name}>
                  {name} is left out: {reason}
                </li>
              ))}
              {answer.changes.length === 0 && <li>Nothing differs from the current settings.</li>}
            </ul>
            <div className={dialog.actions}>
              <Button variant="default" onClick={() => setFileSettings(null)}>
                Cancel
              </Button>
              <Button
                disabled={answer.changes.length === 0}
                loading={carry.isPending}
                onClick={() => carry.mutate({ settings: fileSettings, isTrial: false })}
              >
                Apply
              </Button>
            </div>
          </div>
        </ConfirmDialog>
      )}
    </div>
  );
}

function settingsIn(text: string): Record<string, Value> | null {
  try {
    const file = JSON.parse(text) as { settings?: Record<string, Value> };
    return typeof file.settings === "object" && file.settings !== null ? file.settings : null;
  } catch {
    return null;
  }
}
