import { MantineProvider } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { cspNonce } from "../../lib/nonce.ts";
import { colorScheme, followColorScheme } from "./color-scheme.ts";
import { mantineTheme, mantineVariables } from "./mantine-theme.ts";
import { useColorScheme } from "./use-color-scheme.ts";

/** Mantine only reads the theme here; our own store decides and remembers it. */
const readOnlyManager = {
  get: colorScheme,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** Gives every component below it the look of the product in the theme of the page. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const scheme = useColorScheme();
  useEffect(followColorScheme, []);

  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={mantineVariables}
      forceColorScheme={scheme}
      colorSchemeManager={readOnlyManager}
      getStyleNonce={cspNonce}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
