import { ActionIcon } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { toggleColorScheme } from "./color-scheme.ts";
import { useColorScheme } from "./use-color-scheme.ts";

/** Switches between the dark and the light theme. */
export function ThemeToggle() {
  const isDark = useColorScheme() === "dark";
  const label = isDark ? "Switch to light theme" : "Switch to dark theme";
  const Icon = isDark ? IconSun : IconMoon;

  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} title={label} onClick={toggleColorScheme}>
      <Icon size={18} stroke={1.5} aria-hidden />
    </ActionIcon>
  );
}
