import type { Setting, SettingGroup } from "@console/contracts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { UnsavedChangesDialog } from "../../blocks/confirm-dialog/unsaved-changes-dialog.tsx";
import { SearchBox } from "../../blocks/data-table/search-box.tsx";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { refreshConfig } from "../../lib/config.ts";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read } from "../../lib/queries.ts";
import { SettingSection } from "./setting-section.tsx";
import classes from "./settings.module.css";
import { SettingsTransfer } from "./settings-transfer.tsx";

/** All settings in their groups; a search narrows them, and each group is saved by itself. */
export function SettingsPage() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(read("listSettings", {}));
  const [search, setSearch] = useState("");
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLInputElement>(null);
  useLiveTopic("settings.changed", "settings");
  // The name, the logo and the like belong to this page too.
  useEffect(() => {
    if (dataUpdatedAt > 0) void refreshConfig();
  }, [dataUpdatedAt]);
  const blocker = useBlocker({
    shouldBlockFn: () => dirty.size > 0,
    enableBeforeUnload: () => dirty.size > 0,
    withResolver: true,
  });
  if (error && !data) {
    return <ReadProblem title="The settings could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <ShapedSkeleton label="Loading settings" shape="form" />;
  const matches = narrowed(data.groups, search);
  const mark = (group: string) => (isDirty: boolean) =>
    setDirty((before) => {
      if (before.has(group) === isDirty) return before;
      return new Set(isDirty ? [...before, group] : [...before].filter((one) => one !== group));
    });
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <div className={classes.search}>
          <SearchBox ref={box} label="Search settings" value={search} onSearch={setSearch} />
        </div>
        <SettingsTransfer />
      </div>
      <div className={classes.body}>
        <nav className={classes.index} aria-label="Groups of settings">
          <ul>
            {matches.map(({ name, label }) => (
              <li key={name}>
                <a href={`#settings-${name}`}>
                  {label}
                  {dirty.has(name) && <span className={classes.dirty}>not saved</span>}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.groups}>
          {data.groups.map((group) => {
            const shown = matches.find(({ name }) => name === group.name);
            return (
              // What is typed stays while a search hides it.
              <div key={group.name} hidden={!shown}>
                <SettingSection group={group} shown={shown?.settings ?? []} onDirty={mark(group.name)} />
              </div>
            );
          })}
          {matches.length === 0 && (
            <EmptyState
              title="No setting matches"
              message={`No name or description contains “${search}”.`}
              actions={
                <Button variant="default" onClick={() => setSearch("")}>
                  Show all
                </Button>
              }
            />
          )}
        </div>
      </div>
      {blocker.status === "blocked" && <UnsavedChangesDialog onStay={blocker.reset} onLeave={blocker.proceed} />}
    </div>
  );
}

/** The groups with the settings that hold every word of the search. */
function narrowed(groups: readonly SettingGroup[], search: string): SettingGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (group: SettingGroup, { name, field }: Setting) => {
    const text = `${group.label} ${name} ${field.label} ${field.help ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, settings: group.settings.filter((one) => holds(group, one)) }))
    .filter(({ settings }) => settings.length > 0);
}
