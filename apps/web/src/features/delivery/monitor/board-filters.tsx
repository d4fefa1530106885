import "@mantine/core/styles/Input.css";
import type { RouteOutput, Routes } from "@console/contracts";
import { Button, NativeSelect } from "@mantine/core";
import classes from "./delivery-board.module.css";
import { taskTypes } from "./monitor-words.ts";
import { useBoardAddress } from "./use-board-address.ts";

type Board = RouteOutput<Routes["getTaskBoard"]>;

/** Narrows the board to a team, an agent, a type of task. */
export function BoardFilters({ agents, teams }: Pick<Board, "agents" | "teams">) {
  const { filters, go } = useBoardAddress();
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <fieldset className={classes.filters}>
      <legend className={classes.hidden}>Board filters</legend>
      <NativeSelect
        size="xs"
        aria-label="Team"
        value={filters.team ?? ""}
        data={toOptions("All teams", teams, filters.team)}
        onChange={({ currentTarget: { value } }) => go({ team: value || undefined, agent: undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label="Agent"
        value={filters.agent ?? ""}
        data={toOptions("All agents", agents, filters.agent)}
        onChange={({ currentTarget: { value } }) => go({ agent: value || undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label="Type"
        value={filters.type ?? ""}
        data={[{ value: "", label: "All types" }, ...taskTypes.map((label, code) => ({ value: String(code), label }))]}
        onChange={({ currentTarget: { value } }) => go({ type: value || undefined })}
      />
      {isNarrowed && (
        <Button variant="default" size="xs" onClick={() => go({ team: undefined, agent: undefined, type: undefined })}>
          Show all
        </Button>
      )}
    </fieldset>
  );
}

/** What the address names stays to be seen, also when nobody knows it. */
function toOptions(all: string, choices: readonly { id: string; name: string }[], named: string | undefined) {
  const isListed = named === undefined || choices.some(({ id }) => id === named);
  return [
    { value: "", label: all },
    ...(isListed ? [] : [{ value: named, label: named }]),
    ...choices.map(({ id, name }) => ({ value: id, label: name })),
  ];
}
