import { type Icon, IconLogout, IconMoon, IconSun } from "@tabler/icons-react";
import type { NavigationGroup } from "./navigation.ts";

/** Something that the palette can do; the group says which kind of thing it is. */
export type Command = { id: string; label: string; group: string; icon: Icon; run: () => void };

/** Everything that the reader can jump to or do from anywhere. */
export function commandsFor(
  groups: readonly NavigationGroup[],
  actions: { isDark: boolean; open: (path: string) => void; switchTheme: () => void; signOut: () => void },
): Command[] {
  const pages = groups.flatMap(({ label: group, items }) =>
    items.map(({ path, label, icon }) => ({ id: path, label, group, icon, run: () => actions.open(path) })),
  );
  return [
    ...pages,
    {
      id: "theme",
      label: actions.isDark ? "Switch to light theme" : "Switch to dark theme",
      group: "Actions",
      icon: actions.isDark ? IconSun : IconMoon,
      run: actions.switchTheme,
    },
    { id: "sign-out", label: "Sign out", group: "Actions", icon: IconLogout, run: actions.signOut },
  ];
}

/** The commands that hold every typed word, those that start with what was typed first. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/);
  const matches = commands.filter(({ label, group }) =>
    words.every((word) => `${label} ${group}`.toLowerCase().includes(word)),
  );
  const rank = ({ label }: Command) => (label.toLowerCase().startsWith(text) ? 0 : 1);
  return matches.sort((first, second) => rank(first) - rank(second));
}
