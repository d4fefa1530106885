import type { PanelAnswer } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import type { Cell, Picture } from "@console/figures/picture";
import { type RefObject, useMemo, useState } from "react";
import { PictureView } from "../chart/picture-view.tsx";
import { FillRoom } from "./fill-room.tsx";
import { GraceInput } from "./grace-input.tsx";

type Props = {
  picture: Picture;
  answer: PanelAnswer;
  isTable: boolean;
  formats: FormatChoices;
  onOpen: ((cell: Cell) => void) | undefined;
  svg: RefObject<SVGSVGElement | null>;
};

/** Pictures along an axis can be as high as there is room; others are as high as what they show. */
function isElastic({ kind }: Picture): boolean {
  return kind === "axis" || kind === "histogram";
}

/** The picture of a panel or its table, and below how late rows were the question what another grace would do. */
export function PanelPicture({ picture, answer, isTable, formats, onOpen, svg }: Props) {
  const deviation = answer.kind === "deviation" ? answer.deviation : undefined;
  const [tried, setTried] = useState<number | null>(null);
  const minutes = tried ?? deviation?.graceMinutes ?? 0;
  const isTried = deviation !== undefined && minutes !== deviation.graceMinutes;
  const shown = useMemo(
    () => (isTried && picture.kind === "histogram" ? withGrace(picture, minutes) : picture),
    [picture, isTried, minutes],
  );
  return (
    <>
      {isElastic(shown) && !isTable ? (
        <FillRoom>{(height) => <PictureView picture={shown} height={height} onOpen={onOpen} svgRef={svg} />}</FillRoom>
      ) : (
        <PictureView picture={shown} isTable={isTable} onOpen={onOpen} svgRef={svg} />
      )}
      {deviation && <GraceInput deviation={deviation} minutes={minutes} onMinutes={setTried} formats={formats} />}
    </>
  );
}

function withGrace(picture: Extract<Picture, { kind: "histogram" }>, minutes: number): Picture {
  return { ...picture, marks: [...picture.marks, { label: "What if", value: minutes, isFirm: true }] };
}
