import { type AxisChoice, type AxisPicture, narrowAxis, type PeriodSpan } from "@console/figures/picture";
import { useCallback, useMemo, useState } from "react";

const everything: AxisChoice = { span: null, hidden: new Set() };

/** What the reader of a picture along an axis has chosen to see of it: a stretch of time, and some of the series. */
export function useAxisChoice(picture: AxisPicture | null) {
  const [choice, setChoice] = useState(everything);
  const ids = useMemo(() => picture?.chart.series.map(({ id }) => id) ?? [], [picture]);
  const zoom = useCallback((span: PeriodSpan | null) => setChoice((now) => ({ ...now, span })), []);
  const setHidden = (hidden: ReadonlySet<string>) => setChoice((now) => ({ ...now, hidden }));
  const isolate = (id: string) => {
    const others = ids.filter((other) => other !== id);
    if (choice.hidden.has(id)) return setHidden(without(choice.hidden, id));
    const isAlone = others.every((other) => choice.hidden.has(other));
    setHidden(new Set(isAlone ? [] : others));
  };
  const hide = (id: string) => {
    const hidden = new Set([...choice.hidden, id]);
    setHidden(ids.every((one) => hidden.has(one)) ? everything.hidden : hidden);
  };
  const shown = useMemo(() => picture && narrowAxis(picture, choice), [picture, choice]);
  const isZoomed = picture !== null && shown !== null && shown.chart.x.length < picture.chart.x.length;
  return { shown, isZoomed, hidden: choice.hidden, zoom, isolate, hide };
}

function without(hidden: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...hidden].filter((other) => other !== id));
}
