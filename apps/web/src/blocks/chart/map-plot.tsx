import type { PublicConfig } from "@console/contracts";
import { type MapFrame, type MapView, panMap, zoomMap } from "@console/figures/picture";
import { IconMinus, IconPlus, IconZoomReset } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import classes from "./map-plot.module.css";
import { MapTiles } from "./map-tiles.tsx";
import { ScenePlot, type ScenePlotProps } from "./scene-plot.tsx";

type Props = {
  plot: ScenePlotProps;
  frame: MapFrame;
  /** What the map lies on; without it the picture has its own ground. */
  tiles: PublicConfig["mapTiles"];
  /** Shows another part; null for the whole map. */
  onView: (view: MapView | null) => void;
};

type Place = { x: number; y: number };

const step = 1.6;
/** How far one key moves the map. */
const pace = 60;
const leastDrag = 4;
const pans: Record<string, [number, number]> = {
  ArrowLeft: [pace, 0],
  ArrowRight: [-pace, 0],
  ArrowUp: [0, pace],
  ArrowDown: [0, -pace],
};

/** A map that can be enlarged and moved: by wheel, pinch, drag, keys and buttons. */
export function MapPlot({ plot, frame, tiles, onView }: Props) {
  const room = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Place>());
  const isAfterDrag = useRef(false);
  const isDragged = useRef(false);
  // The wheel is listened to once, whatever the map shows by then.
  const zoomAt = useRef((_factor: number, _at: Place) => {});
  zoomAt.current = (factor, at) => onView(zoomMap(frame, factor, at));
  const isZoomed = frame.scale > frame.fit.scale * 1.001;

  useEffect(() => {
    const element = room.current;
    if (!element) return;
    // A page that is scrolled over a map must go on scrolling: only a wheel with Ctrl, or on a map in use, is the map's.
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && !element.contains(document.activeElement)) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      zoomAt.current(Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top });
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, []);

  const zoomBy = (factor: number) => onView(zoomMap(frame, factor));

  function pressKey(event: KeyboardEvent) {
    const pan = event.shiftKey ? pans[event.key] : undefined;
    const factor = { "+": step, "=": step, "-": 1 / step, "−": 1 / step }[event.key];
    if (!pan && factor === undefined) return;
    event.stopPropagation();
    event.preventDefault();
    if (pan) onView(panMap(frame, ...pan));
    else if (factor !== undefined) zoomBy(factor);
  }

  function begin(event: PointerEvent) {
    if (event.button !== 0) return;
    if (fingers.current.size === 0) isDragged.current = false;
    isAfterDrag.current = false;
    fingers.current.set(event.pointerId, toPlace(event));
  }

  function follow(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = toPlace(event);
    const [across, down] = [now.x - before.x, now.y - before.y];
    if (!isDragged.current && Math.hypot(across, down) < leastDrag) return;
    isDragged.current = true;
    fingers.current.set(event.pointerId, now);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return onView(panMap(frame, across, down));
    const factor = distance(now, other) / Math.max(1, distance(before, other));
    onView(zoomMap(frame, factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }));
  }

  function finish(event: PointerEvent) {
    fingers.current.delete(event.pointerId);
    isAfterDrag.current = isDragged.current;
  }

  return (
    <div
      ref={room}
      className={isZoomed ? `${classes.frame} ${classes.zoomed}` : classes.frame}
      onPointerDownCapture={begin}
      onPointerMove={follow}
      onPointerUp={finish}
      onPointerCancel={finish}
      onPointerLeave={finish}
      onKeyDownCapture={pressKey}
      onClickCapture={(event: MouseEvent) => {
        if (isAfterDrag.current) event.stopPropagation();
        isAfterDrag.current = false;
      }}
    >
      {tiles && <MapTiles frame={frame} address={tiles.address} credit={tiles.credit} />}
      <ScenePlot
        {...plot}
        hint={`${plot.opener ? ", open them with Enter" : ""}, zoom with plus and minus, move with Shift and the arrow keys`}
      />
      <div className={classes.tools} style={{ top: frame.box.y + 8 }}>
        <MapButton label="Zoom in" onClick={() => zoomBy(step)} icon={<IconPlus size={16} stroke={1.5} />} />
        <MapButton
          label="Zoom out"
          isDisabled={!isZoomed}
          onClick={() => zoomBy(1 / step)}
          icon={<IconMinus size={16} stroke={1.5} />}
        />
        <MapButton
          label="Show everything"
          isDisabled={!isZoomed}
          onClick={() => onView(null)}
          icon={<IconZoomReset size={16} stroke={1.5} />}
        />
      </div>
    </div>
  );
}

type ButtonProps = { label: string; icon: ReactNode; isDisabled?: boolean; onClick: () => void };

function MapButton({ label, icon, isDisabled = false, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onClick()}
    >
      {icon}
    </button>
  );
}

function toPlace({ clientX, clientY, currentTarget }: PointerEvent): Place {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function distance(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
