import type { Box } from "./box.ts";

/** Which part of a map is looked at: its middle on the unit square of the world, and how many times it is enlarged. */
export type MapView = { x: number; y: number; zoom: number };

/** A drawn map: its box in pixels, the middle of what it shows, how many pixels the world is wide, and what fits it all. */
export type MapFrame = { box: Box; x: number; y: number; scale: number; fit: { x: number; y: number; scale: number } };

const mostZoom = 64;
/** Where the square of the world ends. */
const mostLatitude = 85;

/** A place on the unit square of the world, as web maps have it (Mercator). */
export function toWorld(longitude: number, latitude: number): { x: number; y: number } {
  const radians = (Math.max(-mostLatitude, Math.min(mostLatitude, latitude)) * Math.PI) / 180;
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI);
  return { x: (longitude + 180) / 360, y };
}

/** Enlarges a map around a point of the picture, or makes it smaller; null where everything is seen again. */
export function zoomMap(frame: MapFrame, factor: number, at = middle(frame.box)): MapView | null {
  const zoom = Math.min(mostZoom, (frame.scale / frame.fit.scale) * factor);
  if (zoom <= 1.001) return null;
  const [across, down] = [at.x - middle(frame.box).x, at.y - middle(frame.box).y];
  const scale = frame.fit.scale * zoom;
  return keepInside(frame, {
    zoom,
    x: frame.x + across / frame.scale - across / scale,
    y: frame.y + down / frame.scale - down / scale,
  });
}

/** Moves what is seen by some pixels; null where everything is seen anyway. */
export function panMap(frame: MapFrame, across: number, down: number): MapView | null {
  const zoom = frame.scale / frame.fit.scale;
  if (zoom <= 1.001) return null;
  return keepInside(frame, { zoom, x: frame.x - across / frame.scale, y: frame.y - down / frame.scale });
}

/** Nothing beyond the whole map is ever seen: there are no coasts. */
function keepInside({ box, fit }: MapFrame, { x, y, zoom }: MapView): MapView {
  const reach = (size: number) => (size / 2) * (1 / fit.scale - 1 / (fit.scale * zoom));
  const within = (value: number, centre: number, size: number) =>
    Math.max(centre - reach(size), Math.min(centre + reach(size), value));
  return { zoom, x: within(x, fit.x, box.width), y: within(y, fit.y, box.height) };
}

function middle({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
