import { ActionIcon } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { publicConfig } from "../../lib/config.ts";
import { Brand } from "../brand.tsx";
import type { NavigationGroup } from "./navigation.ts";
import { NavigationLinks } from "./navigation-links.tsx";
import classes from "./sidebar.module.css";
import { isSidebarNarrow, storeSidebar } from "./sidebar-width.ts";

/** The pages at the left edge: with their names, or as icons alone, which is remembered. */
export function Sidebar({ groups, home }: { groups: readonly NavigationGroup[]; home: string }) {
  const [isNarrow, setIsNarrow] = useState(isSidebarNarrow);
  const label = isNarrow ? "Expand sidebar" : "Collapse sidebar";
  const Icon = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;

  function toggle() {
    storeSidebar(!isNarrow);
    setIsNarrow(!isNarrow);
  }

  return (
    <aside className={classes.sidebar} aria-label="Sidebar" data-narrow={isNarrow || undefined}>
      <Link to={home} className={classes.home} aria-label={`${publicConfig().productName}, home`}>
        <Brand />
      </Link>
      <div className={classes.links}>
        <NavigationLinks groups={groups} isNarrow={isNarrow} />
      </div>
      <div className={classes.foot}>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} title={label} onClick={toggle}>
          <Icon size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </div>
    </aside>
  );
}
