import { linearScale } from "../chart/scale.ts";
import type { Box } from "./box.ts";
import { climbSteps, type WaterfallStep } from "./climb-steps.ts";
import { bar, emptyScene, hairline, write } from "./marks.ts";
import type { WaterfallPicture } from "./picture.ts";
import type { HitArea, Mark, Scene, SceneSize } from "./scene.ts";
import { upright, widestText } from "./shapes.ts";

/** Levels and the steps between them, side by side; in rows where the names would not fit below the bars. */
export function drawWaterfall(picture: WaterfallPicture, size: SceneSize): Scene {
  const steps = climbSteps(picture);
  if (steps.length === 0) return emptyScene(size.width, size.height ?? 120);
  const widest = widestText(steps.flatMap(({ label, text }) => [label, text]));
  const isUpright = widest + 10 <= size.width / steps.length;
  return isUpright ? drawColumns(steps, size) : drawRows(steps, size);
}

/** The range of the axis: from zero, unless all levels lie so far above it that the steps would vanish. */
function axisRange(steps: readonly WaterfallStep[]): [number, number] {
  const ends = steps.map(({ to }) => to);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  // Some of each level stays in sight below the lowest step.
  if (least > most * 0.8 && least < most) return [least - (most - least) * 0.35, most];
  return [Math.min(0, least), Math.max(0, most) || (least < 0 ? 0 : 1)];
}

function drawColumns(steps: readonly WaterfallStep[], { width, height = 220 }: SceneSize): Scene {
  const tall = Math.max(height, 120);
  const [top, bottom] = [22, tall - 28];
  const [low, high] = axisRange(steps);
  const toY = linearScale(low, high, bottom, top);
  const ground = toY(Math.max(low, 0));
  const band = width / steps.length;
  const thick = Math.min(band * 0.64, 72);
  const marks: Mark[] = [hairline(0, width, ground, true)];
  const hitAreas = steps.map((step, index): HitArea => {
    const { label, to, from, isLevel, text } = step;
    const middle = band * (index + 0.5);
    const [one, other] = [isLevel ? ground : toY(from), toY(to)];
    const box = { x: middle - thick / 2, y: Math.min(one, other), width: thick, height: Math.abs(one - other) };
    if (index < steps.length - 1) marks.push(hairline(middle + thick / 2, middle + band - thick / 2, toY(to)));
    marks.push(
      ...drawStep(box, step),
      ...(isLevel && low > 0 ? drawBreak(`M${box.x - 2},${bottom - 9}l${thick + 4},-6`) : []),
      ...write(middle, box.y - 6, text, { anchor: "middle", paint: "text", isStrong: isLevel }),
      ...write(middle, tall - 8, label, { anchor: "middle" }),
    );
    return { ...describeStep(step), x: band * index, y: 0, width: band, height: tall };
  });
  return { width, height: tall, marks, hitAreas };
}

function drawRows(steps: readonly WaterfallStep[], { width, height }: SceneSize): Scene {
  const pitch = Math.max(22, Math.min(40, height === undefined ? 30 : height / steps.length));
  const left = Math.min(widestText(steps.map(({ label }) => label)), Math.floor(width * 0.36), 220) + 8;
  const room = Math.min(
    widestText(
      steps.map(({ text }) => text),
      { isStrong: true },
    ),
    Math.floor(width * 0.28),
  );
  const right = width - room - 12;
  const [low, high] = axisRange(steps);
  const toX = linearScale(low, high, left, right);
  const ground = toX(Math.max(low, 0));
  const thick = Math.min(16, pitch - 8);
  const tall = pitch * steps.length;
  const marks: Mark[] = [upright(ground, 0, tall)];
  const hitAreas = steps.map((step, index): HitArea => {
    const { label, from, to, isLevel, text } = step;
    const y = pitch * index;
    const base = y + pitch / 2 + 4;
    const [one, other] = [isLevel ? ground : toX(from), toX(to)];
    const box = { x: Math.min(one, other), y: y + (pitch - thick) / 2, width: Math.abs(one - other), height: thick };
    if (index < steps.length - 1) {
      marks.push(upright(toX(to), box.y + thick, box.y + pitch, "muted"));
    }
    marks.push(
      ...write(0, base, label, { paint: isLevel ? "text" : "secondary", room: left - 8 }),
      ...drawStep(box, step),
      ...(isLevel && low > 0 ? drawBreak(`M${left + 6},${box.y + thick + 2}l5,${-thick - 4}`) : []),
      ...write(width, base, text, { anchor: "end", paint: "text", isStrong: isLevel, room }),
    );
    return { ...describeStep(step), x: 0, y, width, height: pitch };
  });
  return { width, height: tall, marks, hitAreas, across: 1 };
}

function drawStep(box: Box, { colour }: WaterfallStep): Mark[] {
  // A step of nothing stays in sight as a line.
  return [bar({ ...box, width: Math.max(1, box.width), height: Math.max(1, box.height) }, colour, 2)];
}

/** A cut through a bar whose foot is not at zero. */
function drawBreak(d: string): Mark[] {
  return [{ kind: "path", d, stroke: "surface", width: 3 }];
}

function describeStep({ label, cell, text, isLevel, level }: WaterfallStep) {
  const lines = [
    { label: isLevel ? "Level" : "Change", value: text },
    ...(isLevel ? [] : [{ label: "Then", value: level }]),
  ];
  return { label, cell, lines, highlight: "ground" as const };
}
