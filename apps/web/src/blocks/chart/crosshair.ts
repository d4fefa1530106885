import { createContext } from "react";

/** The period that is pointed at in one of several pictures, and who points. */
export type Pointed = { period: string; by: string } | null;

/** Hands the pointed period from one picture to the others, without drawing those anew that do not have it. */
export type Crosshair = {
  get: () => Pointed;
  set: (pointed: Pointed) => void;
  subscribe: (listen: () => void) => () => void;
};

/** One for each report. */
export function createCrosshair(): Crosshair {
  let current: Pointed = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (pointed) => {
      if (pointed?.period === current?.period && pointed?.by === current?.by) return;
      current = pointed;
      for (const listen of listeners) listen();
    },
    subscribe: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
}

/** The crosshair that the pictures of a report share; a picture elsewhere has its own. */
export const CrosshairContext = createContext<Crosshair>(createCrosshair());
