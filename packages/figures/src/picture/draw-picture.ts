import { drawAxis } from "./draw-axis.ts";
import { drawFunnel } from "./draw-funnel.ts";
import { drawHeat } from "./draw-heat.ts";
import { drawHistogram } from "./draw-histogram.ts";
import { drawMap } from "./draw-map.ts";
import { drawMultiples } from "./draw-multiples.ts";
import { drawPareto } from "./draw-pareto.ts";
import { drawWaterfall } from "./draw-waterfall.ts";
import type { Picture } from "./picture.ts";
import type { Scene, SceneSize } from "./scene.ts";

/** Any picture as marks in pixels, for a screen or a page of paper. */
export function drawPicture(picture: Picture, size: SceneSize): Scene {
  switch (picture.kind) {
    case "axis":
      return drawAxis(picture, size);
    case "heat":
      return drawHeat(picture, size);
    case "histogram":
      return drawHistogram(picture, size);
    case "pareto":
      return drawPareto(picture, size);
    case "funnel":
      return drawFunnel(picture, size);
    case "waterfall":
      return drawWaterfall(picture, size);
    case "multiples":
      return drawMultiples(picture, size);
    case "map":
      return drawMap(picture, size);
  }
}
