import { linearScale } from "../chart/scale.ts";
import { linePath } from "../chart/trace-path.ts";
import { formatPercent } from "../format.ts";
import { bar, emptyScene, hairline, write } from "./marks.ts";
import type { ParetoPicture } from "./picture.ts";
import { rankItems } from "./rank-items.ts";
import type { HitArea, Mark, Scene, SceneSize } from "./scene.ts";
import { circle, upright, widestText } from "./shapes.ts";

const head = 20;

/** Bars from the largest with value and share of all up to there, and that share as a line across the bars. */
export function drawPareto(picture: ParetoPicture, { width, height }: SceneSize): Scene {
  const items = rankItems(picture);
  const { format, unit } = picture;
  if (items.length === 0) return emptyScene(width, height ?? 120);
  const pitch = Math.max(20, Math.min(36, height === undefined ? 28 : (height - head) / items.length));
  const upTo = items.map(({ shareUpTo }) => (shareUpTo === null ? "–" : formatPercent(shareUpTo)));
  const upToName = "Cumulative";
  const upToRoom = Math.max(widestText(upTo), widestText([upToName], { size: 11 }));
  const valueRoom = Math.min(widestText(items.map(({ value }) => format(value))), Math.floor(width * 0.34));
  const left =
    Math.min(widestText(items.map(({ label }) => label)), Math.floor(width * (width < 480 ? 0.25 : 0.3)), 220) + 8;
  const right = width - upToRoom - valueRoom - 24;
  const values = items.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const toX = linearScale(low, high === low ? low + 1 : high, left, right);
  const shareAt = linearScale(0, 1, left, right);
  const bottom = head + pitch * items.length;

  const marks: Mark[] = [
    ...write(width - upToRoom - 12, 12, unit, {
      anchor: "end",
      size: 11,
      paint: "muted",
      room: right - left + valueRoom,
    }),
    ...write(width, 12, upToName, {
      anchor: "end",
      size: 11,
      paint: "muted",
      room: upToRoom,
    }),
    upright(toX(0), head, bottom),
  ];
  const hitAreas: HitArea[] = [];
  items.forEach(({ label, value, isRest, colour = 1, cell, share, shareUpTo }, index) => {
    const y = head + index * pitch;
    const base = y + pitch / 2 + 4;
    const thick = Math.min(18, pitch - 8);
    const [one, other] = [toX(0), toX(value)];
    const box = { x: Math.min(one, other), y: y + (pitch - thick) / 2, width: Math.abs(one - other), height: thick };
    marks.push(
      ...write(0, base, label, { paint: "text", room: left - 8 }),
      ...(box.width > 0 ? [bar(box, isRest ? "grey" : colour, 2)] : []),
      ...write(width - upToRoom - 12, base, format(value), { anchor: "end", paint: "text", room: valueRoom }),
      ...write(width, base, upTo[index] ?? "", { anchor: "end" }),
    );
    hitAreas.push({
      x: 0,
      y,
      width,
      height: pitch,
      label,
      cell,
      highlight: "ground",
      lines: [
        { label: "Value", value: format(value), ...(share === null ? {} : { share: formatPercent(share) }) },
        ...(shareUpTo === null ? [] : [{ label: "With all above", value: formatPercent(shareUpTo) }]),
      ],
    });
  });
  const points = items.map(({ shareUpTo }, index) =>
    shareUpTo === null ? null : { x: shareAt(shareUpTo), y: head + (index + 0.5) * pitch },
  );
  const line = points.filter((point) => point !== null);
  if (line.length > 1) marks.push({ kind: "path", d: linePath(points), stroke: "secondary", width: 1.25 });
  for (const { x, y } of line) marks.push(circle(x, y, 3, "secondary"));
  marks.push(hairline(0, width, bottom - 1));
  return { width, height: bottom + 1, marks, hitAreas, across: 1 };
}
