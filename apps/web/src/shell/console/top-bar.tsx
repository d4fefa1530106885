import { ActionIcon } from "@mantine/core";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import { Bell } from "../bell/bell.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { preloadPalette } from "./palette.tsx";
import { paletteKeys } from "./palette-keys.ts";
import classes from "./top-bar.module.css";
import { UserMenu } from "./user-menu.tsx";

type Props = {
  /** Whose console this is: the tenant, or the platform. */
  place: string;
  home: string;
  profilePath: string;
  onOpenDrawer: () => void;
  onOpenPalette: () => void;
};

/** Where the reader is, the way to everything else, and who they are. */
export function TopBar({ place, home, profilePath, onOpenDrawer, onOpenPalette }: Props) {
  return (
    <header className={classes.bar}>
      <ActionIcon
        className={classes.menu}
        variant="subtle"
        color="gray"
        size={40}
        aria-label="Open navigation"
        onClick={onOpenDrawer}
      >
        <IconMenu2 size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
      <Breadcrumbs place={place} home={home} />
      <button
        type="button"
        className={classes.search}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onOpenPalette}
        onPointerEnter={preloadPalette}
        onFocus={preloadPalette}
      >
        <IconSearch size={18} stroke={1.5} aria-hidden="true" />
        <span className={classes.searchWords}>Search</span>
        <span className={classes.keys} aria-hidden="true">
          {paletteKeys()}
        </span>
      </button>
      <Bell profilePath={profilePath} />
      <UserMenu profilePath={profilePath} />
    </header>
  );
}
