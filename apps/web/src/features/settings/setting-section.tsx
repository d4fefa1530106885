import type { EntityValue, Setting, SettingGroup } from "@console/contracts";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isSame } from "../../blocks/resource-form/form-values.ts";
import { ApiError, callApi } from "../../lib/api.ts";
import { read, refetchTopic } from "../../lib/queries.ts";
import { queryClient } from "../../lib/query-client.ts";
import { showToast } from "../../lib/toasts.ts";
import { SettingRow } from "./setting-row.tsx";
import classes from "./settings.module.css";
import { TestMail } from "./test-mail.tsx";

type Props = { group: SettingGroup; shown: readonly Setting[]; onDirty: (isDirty: boolean) => void };
type Value = string | number | boolean | null | string[];

/** One group of settings with its own save. What is refused is told at its setting, and everything typed stays. */
export function SettingSection({ group, shown, onDirty }: Props) {
  const [typed, setTyped] = useState<Readonly<Record<string, Value>>>({});
  const [seen, setSeen] = useState<Readonly<Record<string, string | null>>>({});
  const changes = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => {
      const setting = group.settings.find((one) => one.name === name);
      return setting?.isSecret ? value !== "" : !isSame(setting?.value ?? null, value);
    }),
  );
  const isDirty = Object.keys(changes).length > 0;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const save = useMutation({
    mutationFn: (given: Record<string, Value>) => {
      const times = Object.fromEntries(Object.keys(given).map((name) => [name, timeOf(name)]));
      return callApi("changeSettings", { changes: given, seen: times });
    },
    onSuccess: (answer) => {
      queryClient.setQueryData(read("listSettings", {}).queryKey, answer);
      void refetchTopic("config");
      setTyped({});
      setSeen({});
      showToast({ title: group.label, message: "The settings are saved.", type: "success" });
    },
  });
  const errors = save.error instanceof ApiError ? save.error.fields : {};
  const isConflict = save.error instanceof ApiError && save.error.kind === "conflict";

  /** When the setting was last changed, as it stood when it was first touched here. */
  function timeOf(name: string): string | null {
    return name in seen ? (seen[name] ?? null) : (group.settings.find((one) => one.name === name)?.changedAt ?? null);
  }

  return (
    <section className={classes.group} id={`settings-${group.name}`} aria-labelledby={`settings-${group.name}-name`}>
      <h2 id={`settings-${group.name}-name`} className={classes.title}>
        {group.label}
      </h2>
      <p className={classes.help}>{group.help}</p>
      <form
        noValidate
        className={classes.form}
        aria-label={group.label}
        onSubmit={(event) => {
          event.preventDefault();
          if (isDirty) save.mutate(changes);
        }}
      >
        {shown.map((setting) => (
          <SettingRow
            key={setting.name}
            setting={setting}
            value={setting.name in typed ? (typed[setting.name] ?? null) : setting.value}
            isTyped={setting.name in changes}
            error={errors[setting.name]}
            onChange={(next: EntityValue) => {
              setSeen((before) => (setting.name in before ? before : { ...before, [setting.name]: setting.changedAt }));
              setTyped((before) => ({ ...before, [setting.name]: next as Value }));
            }}
            onReset={() => save.mutate({ [setting.name]: null })}
          />
        ))}
        {group.name === "mail" && <TestMail />}
        {(isDirty || save.error) && (
          <div className={classes.actions}>
            <p className={classes.problem} role="alert">
              {save.error && Object.keys(errors).length === 0 && save.error.message}
              {isConflict && "Somebody has changed this meanwhile. Look at the value that holds now, then save again."}
            </p>
            {isConflict && (
              <Button
                variant="default"
                onClick={() => {
                  setSeen({});
                  save.reset();
                  void refetchTopic("settings");
                }}
              >
                Look at it again, keep what I typed
              </Button>
            )}
            <Button
              variant="default"
              onClick={() => {
                setTyped({});
                setSeen({});
                save.reset();
              }}
            >
              Discard
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!isDirty || isConflict}>
              Save
            </Button>
          </div>
        )}
      </form>
    </section>
  );
}
