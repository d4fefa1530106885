import type { Scene } from "@console/figures/chart";
import type { PeriodSpan } from "@console/figures/picture";
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  use,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { CrosshairContext } from "./crosshair.ts";
import classes from "./picture-plot.module.css";
import { ScenePlot, type ScenePlotProps } from "./scene-plot.tsx";
import { SeriesButtons, type SeriesChoice } from "./series-buttons.tsx";

type Props = {
  plot: ScenePlotProps;
  /** Narrows the picture to some periods; left out where it cannot be narrowed. */
  onZoom?: ((span: PeriodSpan) => void) | undefined;
  series?: SeriesChoice | undefined;
};

/** Places of the first and the last period that are marked, in whichever order. */
type Marked = { anchor: number; end: number };

const zoomHint = ", mark a stretch with Shift and the arrow keys and enlarge it with Enter";

/** A pointer that moves less than this has clicked. */
const leastDrag = 6;

/** A drawn picture along time: a stretch of it can be marked and enlarged, and what is pointed at shows in others too. */
export function PicturePlot({ plot, onZoom, series }: Props) {
  const { scene } = plot;
  const { crosshairs = [] } = scene;
  const ownId = useId();
  const crosshair = use(CrosshairContext);
  const [marked, setMarked] = useState<Marked | null>(null);
  const press = useRef<{ x: number; place: number } | null>(null);
  const isAfterDrag = useRef(false);
  const readIndex = useRef<number | null>(null);
  const isShift = useRef(false);
  const pointed = useSyncExternalStore(crosshair.subscribe, crosshair.get);
  const others = pointed && pointed.by !== ownId ? crosshairs.find(({ period }) => period === pointed.period) : null;
  const canZoom = onZoom !== undefined && crosshairs.length > 1;

  useEffect(() => () => crosshair.set(null), [crosshair]);

  function share(period: string | undefined) {
    crosshair.set(period === undefined ? null : { period, by: ownId });
  }

  function zoom({ anchor, end }: Marked) {
    setMarked(null);
    const [from, to] = [crosshairs[Math.min(anchor, end)], crosshairs[Math.max(anchor, end)]];
    if (from && to && from !== to) onZoom?.({ from: from.period, to: to.period });
  }

  function begin(event: PointerEvent) {
    isAfterDrag.current = false;
    const isDrag = canZoom && event.button === 0 && event.pointerType !== "touch";
    press.current = isDrag ? { x: event.clientX, place: findPlace(scene, event) } : null;
  }

  function follow(event: PointerEvent) {
    const place = findPlace(scene, event);
    share(crosshairs[place]?.period);
    if (!press.current) return;
    const isDragged = marked !== null || Math.abs(event.clientX - press.current.x) >= leastDrag;
    if (isDragged) setMarked({ anchor: press.current.place, end: place });
  }

  function finish() {
    press.current = null;
    if (!marked) return;
    isAfterDrag.current = true;
    zoom(marked);
  }

  function leave() {
    press.current = null;
    setMarked(null);
    share(undefined);
  }

  function pressKey(event: KeyboardEvent) {
    isShift.current = event.shiftKey;
    if (marked && (event.key === "Enter" || event.key === "Escape")) {
      event.stopPropagation();
      event.preventDefault();
      if (event.key === "Enter") zoom(marked);
      else setMarked(null);
    }
  }

  function readPlace(index: number | null) {
    const before = readIndex.current;
    readIndex.current = index;
    if (press.current) return;
    share(index === null ? undefined : scene.hitAreas[index]?.cell.period);
    if (!canZoom || index === null) return;
    if (isShift.current) setMarked((now) => ({ anchor: now?.anchor ?? before ?? index, end: index }));
    else setMarked(null);
  }

  return (
    <div
      className={classes.frame}
      onPointerDownCapture={begin}
      onPointerMove={follow}
      onPointerUp={finish}
      onPointerLeave={leave}
      onPointerCancel={leave}
      onKeyDownCapture={pressKey}
      onKeyUpCapture={(event) => {
        isShift.current = event.shiftKey;
      }}
      onClickCapture={(event: MouseEvent) => {
        if (isAfterDrag.current) event.stopPropagation();
        isAfterDrag.current = false;
      }}
    >
      <ScenePlot
        {...plot}
        hint={`${plot.opener ? ", open them with Enter" : ""}${canZoom ? zoomHint : ""}`}
        onPoint={readPlace}
      />
      <svg className={classes.overlay} width={scene.width} height={scene.height} aria-hidden="true" focusable="false">
        {others?.lines.map(({ x, top, bottom }) => (
          <line key={`${x} ${top}`} className={classes.crosshair} x1={x} x2={x} y1={top} y2={bottom} />
        ))}
        {marked && <Stretch scene={scene} marked={marked} />}
      </svg>
      {series && <SeriesButtons entries={scene.legend ?? []} {...series} />}
    </div>
  );
}

/** The place of the period that is nearest to a pointer. */
function findPlace({ crosshairs = [] }: Scene, { clientX, clientY, currentTarget }: PointerEvent): number {
  const { left, top } = currentTarget.getBoundingClientRect();
  const [x, y] = [clientX - left, clientY - top];
  let [nearest, least] = [-1, Number.POSITIVE_INFINITY];
  crosshairs.forEach(({ lines }, index) => {
    for (const line of lines) {
      const away = Math.abs(line.x - x) + Math.max(line.top - y, 0, y - line.bottom) * 4;
      if (away < least) [nearest, least] = [index, away];
    }
  });
  return nearest;
}

function Stretch({ scene: { crosshairs = [] }, marked: { anchor, end } }: { scene: Scene; marked: Marked }) {
  const [one, other] = [crosshairs[anchor]?.lines[0], crosshairs[end]?.lines[0]];
  if (!one || !other) return null;
  const [from, to] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  return (
    <rect className={classes.stretch} x={from - 1} y={one.top} width={to - from + 2} height={one.bottom - one.top} />
  );
}
