import { findNearestHitArea, type HitArea, type Scene, sayHitArea } from "@console/figures/chart";
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type Ref, useId, useRef, useState } from "react";
import classes from "./chart.module.css";
import { SceneTooltip } from "./scene-tooltip.tsx";
import { SceneView } from "./scene-view.tsx";

/** Opens what stands behind a place, or behind one point of it. */
export type HitAreaOpener = { canOpen: (hitArea: HitArea) => boolean; open: (hitArea: HitArea, at?: Point) => void };

type Point = { x: number; y: number };

export type ScenePlotProps = {
  scene: Scene;
  title: string;
  /** The id of what describes the picture. */
  describedBy: string;
  opener?: HitAreaOpener | undefined;
  svgRef?: Ref<SVGSVGElement> | undefined;
  /** What else the keyboard can do, after a comma. */
  hint?: string;
  /** Told which hit area is read; null for none. */
  onPoint?: (index: number | null) => void;
};

/** A drawn picture: pointing at it or moving along it with the arrow keys reads its values, a click opens them. */
export function ScenePlot({ scene, title, describedBy, opener, svgRef, hint = "", onPoint }: ScenePlotProps) {
  const { hitAreas, width, height, across = Number.NaN } = scene;
  const [index, setIndex] = useState<number | null>(null);
  // A first touch reads and a second one opens, since a finger cannot point without touching.
  const isFirstTouch = useRef(false);
  const last = Math.max(0, hitAreas.length - 1);
  const start = Math.min(scene.start ?? 0, last);
  const at = index === null ? null : Math.min(index, last);
  const hitArea = at === null ? null : (hitAreas[at] ?? null);
  const current = hitAreas[at ?? start];
  const canOpen = hitArea !== null && opener?.canOpen(hitArea);
  const hatchId = useId();

  function read(next: number | null) {
    setIndex(next);
    onPoint?.(next);
  }

  function moveAlong(event: KeyboardEvent) {
    const here = at ?? start;
    if (event.key === "Escape" && at !== null) {
      event.stopPropagation();
      read(null);
    }
    if (event.key === "Enter" && canOpen) opener?.open(hitArea);
    const along = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    const down = { ArrowUp: here - across, ArrowDown: here + across }[event.key];
    const target = along === undefined ? down : Math.max(0, Math.min(last, along));
    const isFirst = at === null && event.key.startsWith("Arrow");
    // Where nothing stands above or below, those keys still scroll the page.
    if (target === undefined || Number.isNaN(target) || (!isFirst && !hitAreas[target])) return;
    event.preventDefault();
    read(isFirst ? start : target);
  }

  function pointAt(event: PointerEvent) {
    const { x, y } = toPoint(event);
    const found = findNearestHitArea(hitAreas, x, y);
    if (event.type === "pointerdown") isFirstTouch.current = event.pointerType === "touch" && found !== at;
    read(found === -1 ? null : found);
  }

  function openAt(event: MouseEvent) {
    const point = toPoint(event);
    const found = hitAreas[findNearestHitArea(hitAreas, point.x, point.y)];
    if (found && !isFirstTouch.current) opener?.open(found, point);
  }

  return (
    <div
      className={canOpen ? `${classes.plot} ${classes.canOpen}` : classes.plot}
      style={{ width, height }}
      role="slider"
      tabIndex={0}
      aria-label={`${title}: read values with the arrow keys${hint}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? start}
      aria-valuetext={current ? sayHitArea(current) : "No values"}
      aria-describedby={describedBy}
      onKeyDown={moveAlong}
      onBlur={() => read(null)}
      onPointerDown={pointAt}
      onPointerMove={pointAt}
      onPointerLeave={(event) => event.pointerType !== "touch" && read(null)}
      onClick={openAt}
    >
      <SceneView scene={scene} hitArea={hitArea} hatchId={hatchId} svgRef={svgRef} />
      {hitArea && <SceneTooltip hitArea={hitArea} scene={scene} hatch={`url(#${hatchId})`} />}
    </div>
  );
}

function toPoint({ clientX, clientY, currentTarget }: MouseEvent | PointerEvent): Point {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
