import type { HitArea, Mark, Scene } from "@console/figures/chart";
import { type Ref, useMemo } from "react";
import classes from "./chart.module.css";
import { fillForPaint, HatchPattern, strokeForPaint } from "./series-paint.tsx";

type Props = {
  scene: Scene;
  /** What is pointed at. */
  hitArea: HitArea | null;
  hatchId: string;
  svgRef?: Ref<SVGSVGElement> | undefined;
};

/** Paints a drawn picture; the colours follow the theme. */
export function SceneView({ scene, hitArea, hatchId, svgRef }: Props) {
  const { width, height, marks } = scene;
  const painted = useMemo(
    // biome-ignore lint/suspicious/noArrayIndexKey: a mark has no name but its place in the drawing
    () => marks.map((mark, index) => <MarkView key={index} mark={mark} hatch={`url(#${hatchId})`} />),
    [marks, hatchId],
  );
  return (
    <svg ref={svgRef} className={classes.scene} width={width} height={height} aria-hidden="true" focusable="false">
      <defs>
        <HatchPattern id={hatchId} />
      </defs>
      {hitArea?.highlight === "ground" && <PlaceEdge hitArea={hitArea} className={classes.ground} />}
      {hitArea?.highlight === "line" && (
        <PlaceEdge
          hitArea={{ ...hitArea, x: hitArea.x + hitArea.width / 2 - 0.5, width: 1 }}
          className={classes.line}
        />
      )}
      {painted}
      {hitArea?.highlight === "line" &&
        hitArea.parts?.map(({ x, y, colour }) => (
          <circle key={`${colour}-${y}`} className={classes.point} cx={x} cy={y} r="4" fill={strokeForPaint(colour)} />
        ))}
      {hitArea?.highlight === "ring" && <PlaceEdge hitArea={hitArea} radius={hitArea.width / 2} />}
      {hitArea && !hitArea.highlight && <PlaceEdge hitArea={hitArea} radius={2} />}
    </svg>
  );
}

type EdgeProps = { hitArea: HitArea; radius?: number; className?: string | undefined };

function PlaceEdge({ hitArea: { x, y, width, height }, radius, className = classes.edge }: EdgeProps) {
  return <rect className={className} x={x} y={y} width={width} height={height} rx={radius} />;
}

/** One stroke of the pen; `hatch` is the paint of what is left over. */
export function MarkView({ mark, hatch }: { mark: Mark; hatch: string }) {
  switch (mark.kind) {
    case "rect":
      return (
        <rect
          x={mark.x}
          y={mark.y}
          width={mark.width}
          height={mark.height}
          rx={mark.radius}
          fill={mark.isHatched ? hatch : fillForPaint(mark.fill)}
          {...(mark.isRunning ? { fillOpacity: 0.35, stroke: strokeForPaint(mark.fill), strokeDasharray: "3 3" } : {})}
        />
      );
    case "path":
      return (
        <path
          d={mark.d}
          fill={mark.fill === undefined ? "none" : mark.isHatched ? hatch : strokeForPaint(mark.fill)}
          stroke={mark.stroke === undefined ? "none" : strokeForPaint(mark.stroke)}
          strokeWidth={mark.width}
          strokeDasharray={mark.isDashed && "3 4"}
          opacity={mark.opacity}
        />
      );
    case "text":
      return (
        <text
          className={mark.isOnMiddle && classes.between}
          x={mark.x}
          y={mark.y}
          textAnchor={mark.anchor}
          fill={fillForPaint(mark.paint)}
          fontSize={mark.size}
          fontWeight={mark.isStrong && 600}
        >
          {mark.text}
        </text>
      );
  }
}
