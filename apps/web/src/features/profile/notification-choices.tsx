import type { NoticeChoice, NoticePreferences, QuietHours } from "@console/contracts";
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import classes from "./notification-choices.module.css";
import { ProfileSection } from "./profile-section.tsx";

const choiceLabels: Record<NoticeChoice, string> = {
  bell: "Console only",
  email: "Console and email",
  digest: "Console and daily email",
  off: "Off",
};
const choices = Object.entries(choiceLabels).map(([value, label]) => ({ value, label }));

const usualNight: QuietHours = { start: "22:00", end: "07:00" };

/** How the reader is told of each type of notification, and when their emails wait; each change is saved at once. */
export function NotificationChoices() {
  const { data, error, refetch } = useQuery(read("getNoticePreferences", {}));
  const save = useWrite("setNoticePreferences");
  // What was chosen holds on the screen while it is on its way.
  const shown = data && save.isPending ? withChange(data, save.variables) : data;
  const change = (next: Change) =>
    save.mutate(next, {
      onSuccess: () => showToast({ title: "Notifications", message: "Saved.", type: "success" }),
      onError: ({ message }) => showToast({ title: "Notifications", message, type: "error" }),
    });
  return (
    <div id="notifications">
      <ProfileSection title="Notifications" words="What you are told, and how. All but “Off” appear behind the bell.">
        {!data && !error && <ShapedSkeleton label="Loading notification choices" shape="list" />}
        {!data && error && (
          <ReadProblem
            title="Your notification choices could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {shown && (
          <>
            <KindChoices preferences={shown} onChange={change} />
            <QuietHoursField preferences={shown} onChange={change} />
          </>
        )}
      </ProfileSection>
    </div>
  );
}

type Change = { choices?: Record<string, NoticeChoice> | undefined; quietHours: QuietHours | null };

function withChange(preferences: NoticePreferences, { choices: changed = {}, quietHours }: Change): NoticePreferences {
  const kinds = preferences.kinds.map((kind) => ({ ...kind, choice: changed[kind.name] ?? kind.choice }));
  return { ...preferences, kinds, quietHours };
}

type Props = { preferences: NoticePreferences; onChange: (next: Change) => void };

function KindChoices({ preferences: { kinds, quietHours }, onChange }: Props) {
  const groups = [...new Set(kinds.map(({ group }) => group))];
  return groups.map((group) => (
    <fieldset key={group} className={classes.group}>
      <legend className={classes.legend}>{group}</legend>
      {kinds
        .filter((kind) => kind.group === group)
        .map(({ name, label, choice, mayBeSwitchedOff }) => (
          <div key={name} className={classes.kind}>
            <span id={`notify-${name}`} className={classes.label}>
              {label}
            </span>
            {mayBeSwitchedOff ? (
              <NativeSelect
                aria-labelledby={`notify-${name}`}
                className={classes.choice}
                size="xs"
                data={choices}
                value={choice}
                onChange={({ currentTarget }) =>
                  onChange({ choices: { [name]: currentTarget.value as NoticeChoice }, quietHours })
                }
              />
            ) : (
              <span className={classes.always}>Always emailed</span>
            )}
          </div>
        ))}
    </fieldset>
  ));
}

function QuietHoursField({ preferences: { quietHours, timeZone }, onChange }: Props) {
  const set = (changed: Partial<QuietHours>) => {
    const next = { ...(quietHours ?? usualNight), ...changed };
    if (next.start === quietHours?.start && next.end === quietHours.end) return;
    if (next.start && next.end) onChange({ quietHours: next });
  };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Quiet hours</legend>
      <Checkbox
        label="Hold emails during quiet hours"
        description={`They are sent together afterwards. Security emails are always sent at once. Times are in ${timeZone.replaceAll("_", " ")}.`}
        checked={quietHours !== null}
        onChange={({ currentTarget }) => onChange({ quietHours: currentTarget.checked ? usualNight : null })}
      />
      {quietHours && (
        <div className={classes.times}>
          <TextInput
            key={`start ${quietHours.start}`}
            label="From"
            type="time"
            size="xs"
            defaultValue={quietHours.start}
            onBlur={({ currentTarget }) => set({ start: currentTarget.value })}
          />
          <TextInput
            key={`end ${quietHours.end}`}
            label="Until"
            type="time"
            size="xs"
            defaultValue={quietHours.end}
            onBlur={({ currentTarget }) => set({ end: currentTarget.value })}
          />
        </div>
      )}
    </fieldset>
  );
}
