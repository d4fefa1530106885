import type { SearchHit, SearchKind } from "@console/contracts";
import {
  type Icon,
  IconBookmark,
  IconBuildings,
  IconFileText,
  IconHeartbeat,
  IconKey,
  IconLogout,
  IconMail,
  IconMessageQuestion,
  IconMoon,
  IconPackage,
  IconPlugConnected,
  IconReportAnalytics,
  IconSettings,
  IconStack2,
  IconSun,
  IconUser,
  IconWorldShare,
} from "@tabler/icons-react";
import { stringifySearch } from "../../lib/search.ts";
import type { NavigationGroup } from "./navigation.ts";

/** Something that the palette can do; the group says which kind of thing it is. */
export type Command = { id: string; label: string; detail?: string | null; group: string; icon: Icon; run: () => void };

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

const kinds: Record<SearchKind, { group: string; icon: Icon }> = {
  tenant: { group: "Tenant", icon: IconBuildings },
  user: { group: "User", icon: IconUser },
  report: { group: "Report", icon: IconReportAnalytics },
  view: { group: "Saved view", icon: IconBookmark },
  connection: { group: "Connection", icon: IconPlugConnected },
  link: { group: "Link", icon: IconWorldShare },
  report_request: { group: "Report request", icon: IconReportAnalytics },
  service_account: { group: "Service account", icon: IconKey },
  job: { group: "Job", icon: IconStack2 },
  mail: { group: "Email", icon: IconMail },
  incident: { group: "Incident", icon: IconHeartbeat },
  log: { group: "Log", icon: IconFileText },
  setting: { group: "Setting", icon: IconSettings },
  order: { group: "Order", icon: IconPackage },
};

/** What the server has found as things to open; a page that is offered already is not offered twice. */
export function commandsForHits(
  hits: readonly SearchHit[],
  offered: readonly Command[],
  open: (path: string) => void,
): Command[] {
  return hits
    .filter(({ path }) => !offered.some(({ id }) => id === path))
    .map(({ kind, title, detail, path }) => ({
      id: `${kind} ${path}`,
      label: title,
      detail,
      group: kinds[kind].group,
      icon: kinds[kind].icon,
      run: () => open(path),
    }));
}

/** Asks what was typed, on the page for questions; null where nothing was typed, or there is no such page. */
export function commandToAsk(
  typed: string,
  groups: readonly NavigationGroup[],
  askPath: string,
  open: (path: string) => void,
): Command | null {
  const question = typed.trim();
  const hasPage = groups.some(({ items }) => items.some(({ path }) => path === askPath));
  if (question === "" || !hasPage) return null;
  const run = () => open(`${askPath}${stringifySearch({ q: question })}`);
  return { id: "ask", label: `Ask: “${question}”`, group: "Question", icon: IconMessageQuestion, run };
}
