/** A rectangle in pixels. */
export type Box = { x: number; y: number; width: number; height: number };
