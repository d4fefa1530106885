import { formatPercent } from "../format.ts";
import { compareStages, type FunnelStage } from "./compare-stages.ts";
import { bar, emptyScene, write } from "./marks.ts";
import type { FunnelPicture } from "./picture.ts";
import type { HitArea, Mark, Scene, SceneSize } from "./scene.ts";
import { widestText } from "./shapes.ts";

/** Bars of what is left at each stage, with its share of the first, and between them how many were lost. */
export function drawFunnel(picture: FunnelPicture, { width, height }: SceneSize): Scene {
  const stages = compareStages(picture);
  const { format } = picture;
  if (stages.length === 0) return emptyScene(width, height ?? 120);
  const isNarrow = width < 480;
  const lost = 20;
  const least = isNarrow ? 34 : 24;
  const roomPerStage =
    height === undefined ? (isNarrow ? 36 : 30) : (height - (stages.length - 1) * lost) / stages.length;
  const row = Math.max(least, Math.min(44, roomPerStage));
  const shares = stages.map(({ shareOfFirst }) => (shareOfFirst === null ? "–" : formatPercent(shareOfFirst)));
  const shareRoom = widestText(shares);
  const valueRoom = Math.min(
    widestText(
      stages.map(({ value }) => format(value)),
      { isStrong: true },
    ),
    width * 0.3,
  );
  const names = Math.min(widestText(stages.map(({ label }) => label)), Math.floor(width * 0.28), 220);
  const left = isNarrow ? 0 : names + 12;
  const right = isNarrow ? width : width - shareRoom - valueRoom - 24;
  const most = Math.max(0, ...stages.map(({ value }) => value)) || 1;

  const marks: Mark[] = [];
  const hitAreas: HitArea[] = [];
  stages.forEach((stage, index) => {
    const { label, value, cell, shareOfFirst, change } = stage;
    const y = index * (row + lost);
    const base = isNarrow ? y + 12 : y + row / 2 + 4;
    const barTop = isNarrow ? y + 18 : y;
    const box = { x: left, y: barTop, width: (right - left) * (Math.max(0, value) / most), height: y + row - barTop };
    marks.push(
      ...write(0, base, label, { paint: "text", room: isNarrow ? width - shareRoom - valueRoom - 24 : names }),
      // The ground shows how far the first stage reached.
      { kind: "rect", ...box, width: right - left, fill: "sunken", radius: 2 },
      ...(box.width > 0 ? [bar(box, 1, 2)] : []),
      ...write(width - shareRoom - 12, base, format(value), {
        anchor: "end",
        paint: "text",
        isStrong: true,
        room: valueRoom,
      }),
      ...write(width, base, shares[index] ?? "", { anchor: "end" }),
      ...(change === null ? [] : write(left, y - 6, sayChange(stage, format), { size: 11, room: width - left })),
    );
    hitAreas.push({
      x: 0,
      y,
      width,
      height: row,
      label,
      cell,
      highlight: "ground",
      lines: [
        { label: "Value", value: format(value) },
        ...(shareOfFirst === null ? [] : [{ label: "Of the first stage", value: formatPercent(shareOfFirst) }]),
        ...(change === null ? [] : [{ label: "Since the stage before", value: sayChange(stage, format) }]),
      ],
    });
  });
  return { width, height: stages.length * (row + lost) - lost, marks, hitAreas, across: 1 };
}

function sayChange({ change, shareLost }: FunnelStage, format: (value: number) => string): string {
  if (change === null || change === 0) return "None lost";
  if (change > 0) return `${format(change)} more`;
  return `${format(-change)} lost${shareLost === null ? "" : `, ${formatPercent(shareLost)}`}`;
}
