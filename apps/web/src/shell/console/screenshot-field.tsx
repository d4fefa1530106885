import { Button } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import classes from "./screenshot-field.module.css";
import { drawMask, isDrawn, type Mask, moveMask, pressOnMask, resizeMask } from "./screenshot-masks.ts";

/** In pixels, as wide as a finger needs. */
const cornerSize = 24;

export type CoveredPicture = { picture: HTMLCanvasElement; masks: readonly Mask[] };

type Props = { value: CoveredPicture | null; onChange: (value: CoveredPicture | null) => void };

/** Takes a picture of the page behind the dialog, shows it, and lets parts of it be covered before it is sent. */
export function ScreenshotField({ value, onChange }: Props) {
  const [state, setState] = useState<"idle" | "taking" | "failed">("idle");
  const take = async () => {
    setState("taking");
    try {
      const { takeScreenshot } = await import("./take-screenshot.ts");
      onChange({ picture: await takeScreenshot(), masks: [] });
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  if (value) return <ScreenshotEditor value={value} onChange={onChange} />;
  return (
    <div className={classes.offer}>
      <Button variant="default" size="xs" loading={state === "taking"} onClick={() => void take()}>
        Add a screenshot
      </Button>
      <p className={state === "failed" ? dialog.problem : classes.hint} role="status">
        {state === "failed"
          ? "No screenshot could be taken of this page. You can send your feedback without one."
          : "You see it, and can cover parts of it, before it is sent."}
      </p>
    </div>
  );
}

function ScreenshotEditor({ value, onChange }: { value: CoveredPicture; onChange: Props["onChange"] }) {
  const { picture, masks } = value;
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<((to: Point) => Mask[]) | null>(null);
  const focusNext = useRef<number | null>(null);
  const setMasks = (next: readonly Mask[]) => onChange({ picture, masks: next });
  const replace = (index: number, mask: Mask) => masks.map((one, at) => (at === index ? mask : one));

  useEffect(() => {
    const place = frame.current?.querySelector("[data-picture]");
    picture.style.cssText = "display: block; width: 100%; height: auto";
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", "Screenshot of the page");
    place?.replaceChildren(picture);
  }, [picture]);
  useEffect(() => {
    if (focusNext.current === null) return;
    frame.current?.querySelectorAll<HTMLElement>("[data-mask]")[focusNext.current]?.focus();
    focusNext.current = null;
  });

  const cover = () => {
    focusNext.current = masks.length;
    setMasks([...masks, { left: 0.35, top: 0.4, width: 0.3, height: 0.2 }]);
  };
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const from = readPoint(event);
    const target = event.target as HTMLElement;
    const index = Number(target.dataset.mask ?? -1);
    const held = masks[index];
    // A finger scrolls the dialog where it touches no mask.
    if (!held && event.pointerType === "touch") return;
    const change = held && isAtCorner(event, target) ? resizeMask : moveMask;
    drag.current = held
      ? (to) => replace(index, change(held, { x: to.x - from.x, y: to.y - from.y }))
      : (to) => [...masks, drawMask(from, to)];
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (drag.current) setMasks(drag.current(readPoint(event)));
  };
  const end = () => {
    if (drag.current) setMasks(masks.filter(isDrawn));
    drag.current = null;
  };
  const press = (event: KeyboardEvent, index: number, mask: Mask) => {
    const pressed = pressOnMask(mask, event.key, event.shiftKey);
    if (pressed === undefined) return;
    event.preventDefault();
    if (pressed !== null) return setMasks(replace(index, pressed));
    focusNext.current = Math.max(index - 1, 0);
    setMasks(masks.filter((_, at) => at !== index));
  };
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>Screenshot</legend>
      <div
        ref={frame}
        className={classes.frame}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <div data-picture />
        {masks.map((mask, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a covered area is known by its place alone
            key={index}
            type="button"
            data-mask={index}
            className={classes.mask}
            style={{
              left: `${mask.left * 100}%`,
              top: `${mask.top * 100}%`,
              width: `${mask.width * 100}%`,
              height: `${mask.height * 100}%`,
            }}
            aria-label={`Covered area ${index + 1}`}
            aria-describedby="cover-keys"
            onKeyDown={(event) => press(event, index, mask)}
          />
        ))}
      </div>
      <p className={classes.hint} id="cover-keys">
        Drag over what nobody should see. Drag a covered area to move it, its corner to resize it; or use the arrow
        keys, with Shift to resize and Delete to remove.
      </p>
      <div className={classes.offer}>
        <Button variant="default" size="xs" onClick={cover}>
          Cover an area
        </Button>
        <Button variant="default" size="xs" onClick={() => onChange(null)}>
          Remove screenshot
        </Button>
      </div>
    </fieldset>
  );
}

type Point = { x: number; y: number };

/** Where on the picture, in shares of its size. */
function readPoint({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

/** Whether a pointer is on the lower right corner of an element. */
function isAtCorner({ clientX, clientY }: PointerEvent, element: HTMLElement): boolean {
  const { right, bottom } = element.getBoundingClientRect();
  return right - clientX < cornerSize && bottom - clientY < cornerSize;
}
