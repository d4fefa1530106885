import type { ConnectionValues } from "./connection-values.ts";

/** What was typed over an old state, on top of a newer one: typed parts stay, the others follow what is stored now. */
export function rebase(old: ConnectionValues, typed: ConnectionValues, now: ConnectionValues): ConnectionValues {
  return { ...onTop(old, typed, now), settings: onTop(old.settings, typed.settings, now.settings) };
}

function onTop<Values extends object>(old: Values, typed: Values, now: Values): Values {
  const isTyped = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(old[name as keyof Values]);
  return { ...now, ...Object.fromEntries(Object.entries(typed).filter(isTyped)) };
}
