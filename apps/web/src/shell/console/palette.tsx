import { lazy, Suspense, useEffect } from "react";
import type { NavigationGroup } from "./navigation.ts";
import { isPaletteKey } from "./palette-keys.ts";

const load = () => import("./palette-dialog.tsx");
const PaletteDialog = lazy(async () => ({ default: (await load()).PaletteDialog }));

/** Fetches the palette before it is asked for; a failure shows when it is opened. */
export function preloadPalette(): void {
  load().catch(() => {});
}

type Props = { groups: readonly NavigationGroup[]; isOpen: boolean; onOpen: () => void; onClose: () => void };

/** Listens for the keys of the command palette and shows it while it is open. */
export function Palette({ groups, isOpen, onOpen, onClose }: Props) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      // Browsers put the focus into their address bar otherwise.
      event.preventDefault();
      if (isOpen) onClose();
      else onOpen();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [isOpen, onOpen, onClose]);

  return (
    isOpen && (
      <Suspense>
        <PaletteDialog groups={groups} onClose={onClose} />
      </Suspense>
    )
  );
}
