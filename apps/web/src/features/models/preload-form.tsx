import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Input.css";
import { keepAlives, type ModelPreload } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { timeZones } from "@console/figures/time-zone";
import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useMemo } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import detail from "../../blocks/detail/detail.module.css";
import { useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./models.module.css";

type Props = { model: string; preload: ModelPreload | null };

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const workDays = [1, 2, 3, 4, 5];

/** The hours in which a model is loaded by itself, and what its last run came to. */
export function PreloadForm({ model, preload }: Props) {
  const formats = useFormats();
  const save = useWrite("setModelPreload");
  const zones = useMemo(() => timeZones().map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") })), []);
  const form = useAppForm({
    initialValues: {
      days: preload?.days ?? workDays,
      beginsAt: preload?.beginsAt ?? "07:30",
      endsAt: preload?.endsAt ?? "18:00",
      timeZone: preload?.timeZone ?? formats.timeZone,
      keepAlive: preload?.keepAlive ?? "1h",
    },
    check: ({ days, beginsAt, endsAt }) => ({
      ...(days.length === 0 && { days: "Choose at least one day." }),
      ...(beginsAt === "" && { beginsAt: "Enter a time." }),
      ...(endsAt <= beginsAt && { endsAt: "Choose a time after the first one." }),
    }),
  });
  const { values } = form;
  const remove = () =>
    save.mutate(
      { model, preload: null },
      {
        onSuccess: () =>
          showToast({ title: "Hours", message: "It is not loaded by itself any more.", type: "success" }),
        onError: (error) => showFailure("Hours", error),
      },
    );
  return (
    <section className={detail.part}>
      <h3>Load before office hours</h3>
      <form
        ref={form.element}
        className={classes.form}
        noValidate
        onSubmit={form.submit(async (given) => {
          await save.mutateAsync({ model, preload: given });
          showToast({ title: "Hours", message: "It is loaded in these hours.", type: "success" });
        })}
      >
        <p className={classes.quiet}>{sayLastRun(preload, (at) => formatInstant(at, formats))}</p>
        <fieldset className={classes.days} aria-label="Days">
          {dayNames.map((name, place) => (
            <Checkbox
              key={name}
              label={name}
              size="xs"
              checked={values.days.includes(place + 1)}
              onChange={({ currentTarget }) => {
                const rest = values.days.filter((day) => day !== place + 1);
                form.change({ days: currentTarget.checked ? [...rest, place + 1].sort() : rest });
              }}
            />
          ))}
        </fieldset>
        {form.errors.days && (
          <p role="alert" className={dialog.problem}>
            {form.errors.days}
          </p>
        )}
        <div className={classes.sides}>
          <TextInput label="From" type="time" {...form.getInputProps("beginsAt")} />
          <TextInput label="Until" type="time" {...form.getInputProps("endsAt")} />
          <NativeSelect label="Time zone" data={zones} {...form.getInputProps("timeZone")} />
          <NativeSelect
            label="Unload when not asked for"
            data={Object.entries(keepAlives).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps("keepAlive")}
          />
        </div>
        {form.failure && (
          <p role="alert" className={dialog.problem}>
            {form.failure.message}
          </p>
        )}
        <div className={classes.actions}>
          <Button type="submit" variant="default" loading={save.isPending}>
            Save hours
          </Button>
          {preload && (
            <Button variant="subtle" color="red" disabled={save.isPending} onClick={remove}>
              Remove hours
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}

function sayLastRun(preload: ModelPreload | null, say: (at: string) => string): string {
  if (!preload) return "It is loaded when someone asks it, which makes the first answer slow.";
  const { lastRunAt, lastProblem } = preload;
  if (lastRunAt === null)
    return "It has not been loaded by itself yet. Within its hours that is looked at every 5 minutes.";
  return lastProblem === null
    ? `Last loaded by itself ${say(lastRunAt)}.`
    : `Not loaded ${say(lastRunAt)}: ${lastProblem}`;
}
