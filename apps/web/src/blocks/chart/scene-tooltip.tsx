import { type HitArea, type Scene, seriesMark, textWidth } from "@console/figures/chart";
import classes from "./chart.module.css";
import { MarkView } from "./scene-view.tsx";

const away = 10;

/** Where a tooltip stands: beside what it explains, or below or above it where that is as wide as the picture. */
function placeTooltip({ x, y, width, height, lines }: HitArea, scene: Scene) {
  const widest = (texts: string[]) => Math.max(...texts.map((text) => textWidth(text)));
  const words = widest(lines.map((line) => line.label)) + widest(lines.map((line) => line.value));
  const room = Math.min(scene.width, Math.ceil(64 + words + (lines.some(({ share }) => share) ? 56 : 0)));
  const tall = 38 + lines.length * 18;
  const middle = x + width / 2;
  const isWide = width > scene.width * 0.6;
  const below = y + height + 4;
  const beside = middle < scene.width / 2 ? x + width + away : x - away - room;
  const left = isWide ? middle - room / 2 : beside;
  const top = isWide ? (below + tall > scene.height ? y - tall : below) : Math.min(y, scene.height - tall);
  return { left: Math.max(0, Math.min(scene.width - room, left)), top: Math.max(0, top), width: room };
}

/** Everything that one place says, with total and shares. */
export function SceneTooltip({ hitArea, scene, hatch }: { hitArea: HitArea; scene: Scene; hatch: string }) {
  const { label, lines } = hitArea;
  const hasShare = lines.some(({ share }) => share);
  return (
    <div className={classes.tooltip} style={placeTooltip(hitArea, scene)} aria-hidden="true">
      <div>{label}</div>
      <table>
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two members may share a name
            <tr key={index} className={line.isTotal && classes.total}>
              <td>
                {line.colour && (
                  <svg width="12" height="12" aria-hidden="true" focusable="false">
                    <MarkView mark={seriesMark(line.colour, line.shape, 6, 6)} hatch={hatch} />
                  </svg>
                )}
              </td>
              <td className={classes.name}>{line.label}</td>
              <td className={classes.number}>{line.value}</td>
              {hasShare && <td className={classes.share}>{line.share}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
