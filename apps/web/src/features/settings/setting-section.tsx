import type { Setting, SettingGroup } from "@console/contracts";
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { ConfirmSettingsDialog } from "./confirm-settings-dialog.tsx";
import { ServiceAccountsLine } from "./service-accounts-line.tsx";
import { SettingRow } from "./setting-row.tsx";
import classes from "./settings.module.css";
import { TestMail } from "./test-mail.tsx";
import { useSettingGroup } from "./use-setting-group.ts";

type Props = { group: SettingGroup; shown: readonly Setting[]; onDirty: (isDirty: boolean) => void };

/** One group of settings with its own save. What is refused is told at its setting, and everything typed stays. */
export function SettingSection({ group, shown, onDirty }: Props) {
  const form = useSettingGroup(group);
  const [isAsking, setIsAsking] = useState(false);
  const count = Object.keys(form.changes).length;
  const isDirty = count > 0;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const refusal = sharedRefusal(group);
  const id = `settings-${group.name}`;

  return (
    <section className={classes.group} id={id} aria-labelledby={`${id}-name`}>
      <form
        ref={form.element}
        noValidate
        aria-label={group.label}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDirty) return;
          if (form.toConfirm.length > 0) setIsAsking(true);
          else form.save();
        }}
      >
        <div className={classes.head}>
          <h2 id={`${id}-name`} className={classes.title}>
            {group.label}
          </h2>
          <div className={classes.actions} data-idle={!isDirty || undefined}>
            <span className={classes.count}>{count} not saved</span>
            <Button variant="default" size="xs" disabled={!isDirty} onClick={form.discard}>
              Discard
            </Button>
            <Button type="submit" size="xs" loading={form.isSaving} disabled={!isDirty || form.isConflict}>
              Save
            </Button>
          </div>
        </div>
        <p className={classes.help}>
          {group.help}
          {refusal && ` ${refusal}`}
        </p>
        <div role="alert">
          {form.failure && <p className={classes.problem}>{form.failure.message}</p>}
          {form.isConflict && (
            <div className={classes.conflict}>
              <p className={classes.problem}>
                Someone has changed this in the meantime. Check the current value, then save again.
              </p>
              <Button variant="default" size="xs" onClick={() => void form.lookAgain()}>
                Check again, keep my input
              </Button>
            </div>
          )}
        </div>
        <div className={classes.rows}>
          {shown.map((setting) => (
            <SettingRow
              key={`${setting.name} ${form.round}`}
              setting={setting}
              value={form.currentValue(setting)}
              isTyped={setting.name in form.changes}
              isRefusedAbove={refusal !== null}
              error={form.errors[setting.name]}
              onChange={(next) => form.change(setting, next)}
              onReset={() => form.reset(setting)}
            />
          ))}
        </div>
        {group.name === "mail" && <TestMail />}
        {group.name === "signIn" && <ServiceAccountsLine />}
      </form>
      {isAsking && form.toConfirm[0] && (
        <ConfirmSettingsDialog
          labels={form.toConfirm.map(({ label }) => label)}
          word={form.toConfirm[0].word}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            form.save();
          }}
        />
      )}
    </section>
  );
}

/** Why nothing of a group can be changed, when it is the same for all of it. */
function sharedRefusal({ settings }: SettingGroup): string | null {
  const refusals = new Set(settings.map(({ refusal, fixedBy }) => (fixedBy ? null : refusal)));
  const [first] = refusals;
  return refusals.size === 1 ? (first ?? null) : null;
}
