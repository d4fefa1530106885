import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Menu.css";
import { Menu } from "@mantine/core";
import { IconLogout, IconMessageReport, IconMoon, IconSun, IconUserCircle } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Avatar } from "../../blocks/avatar/avatar.tsx";
import { signOut } from "../../lib/auth/session.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { toggleColorScheme } from "../theme/color-scheme.ts";
import { useColorScheme } from "../theme/use-color-scheme.ts";
import classes from "./user-menu.module.css";

const FeedbackDialog = lazy(async () => ({ default: (await import("./feedback-dialog.tsx")).FeedbackDialog }));

/** Who is signed in, and what belongs to them: profile, feedback, theme and sign-out. */
export function UserMenu({ profilePath }: { profilePath: string }) {
  const { user, role } = useAuth();
  const navigate = useNavigate();
  const [isTelling, setTelling] = useState(false);
  const isDark = useColorScheme() === "dark";
  const ThemeIcon = isDark ? IconSun : IconMoon;
  const name = user?.name ?? user?.email ?? "Signed in";

  return (
    <>
      <Menu
        withInitialFocusPlaceholder={false}
        position="bottom-end"
        width={248}
        transitionProps={{ duration: 120 }}
        classNames={{ item: classes.item }}
      >
        <Menu.Target>
          <button type="button" className={classes.opener} aria-label={`Account of ${name}`}>
            <Avatar photo={user?.photo ?? null} name={user?.name ?? null} size={28} />
          </button>
        </Menu.Target>
        <Menu.Dropdown aria-label="Account">
          <div className={classes.person}>
            <p className={classes.name}>{name}</p>
            {user?.name && user.email && <p className={classes.detail}>{user.email}</p>}
            <p className={classes.detail}>Role: {role ?? "none"}</p>
          </div>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconUserCircle size={18} stroke={1.5} />}
            onClick={() => void navigate({ to: profilePath })}
          >
            Profile
          </Menu.Item>
          <Menu.Item leftSection={<IconMessageReport size={18} stroke={1.5} />} onClick={() => setTelling(true)}>
            Give feedback
          </Menu.Item>
          <Menu.Item leftSection={<ThemeIcon size={18} stroke={1.5} />} onClick={toggleColorScheme}>
            {isDark ? "Switch to light theme" : "Switch to dark theme"}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={18} stroke={1.5} />} onClick={() => void signOut()}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isTelling && (
        <Suspense>
          <FeedbackDialog onClose={() => setTelling(false)} />
        </Suspense>
      )}
    </>
  );
}
