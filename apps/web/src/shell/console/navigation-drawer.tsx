import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Drawer.css";
import { Drawer } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { publicConfig } from "../../lib/config.ts";
import { Brand } from "../brand.tsx";
import type { NavigationGroup } from "./navigation.ts";
import classes from "./navigation-drawer.module.css";
import { NavigationLinks } from "./navigation-links.tsx";

/** The pages on a phone, over the page until one is chosen; mounted while it is open. */
export function NavigationDrawer({
  groups,
  home,
  onClose,
}: {
  groups: readonly NavigationGroup[];
  home: string;
  onClose: () => void;
}) {
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      size={280}
      // The scroll lock of the component writes a style element, which the page's policy refuses.
      lockScroll={false}
      transitionProps={{ duration: 140 }}
    >
      <Drawer.Overlay backgroundOpacity={0.55} />
      <Drawer.Content aria-label="Navigation">
        <div className={classes.header}>
          <Link to={home} className={classes.home} aria-label={`${publicConfig().productName}, home`} onClick={onClose}>
            <Brand />
          </Link>
          <Drawer.CloseButton aria-label="Close navigation" />
        </div>
        <div className={classes.links}>
          <NavigationLinks groups={groups} onFollow={onClose} />
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
