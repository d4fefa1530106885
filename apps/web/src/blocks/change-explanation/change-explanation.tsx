import type { PanelAnswer } from "@console/contracts";
import {
  type ContributionLine,
  type ContributionView,
  describeContributions,
  type PanelReader,
} from "@console/figures/panel";
import type { Cell } from "@console/figures/picture";
import { Button } from "@mantine/core";
import { IconChartBar, IconTable } from "@tabler/icons-react";
import { useId, useMemo, useState } from "react";
import { PictureView } from "../chart/picture-view.tsx";
import { type PlainColumn, PlainTable } from "../plain-table/plain-table.tsx";
import { PressedChoice } from "../report-view/pressed-choice.tsx";
import classes from "./change-explanation.module.css";

type Props = {
  /** A question that asked what its change came from, with its answer. */
  question: PanelAnswer["questions"][number];
  reader: PanelReader;
  /** Opens the rows of a step. */
  onOpen: ((cell: Cell) => void) | undefined;
};

/** What a change came from: a bridge by one of the dimensions that explain most, or the same as a table. */
export function ChangeExplanation({ question, reader, onOpen }: Props) {
  const headingId = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isTable, setIsTable] = useState(false);
  const { contributions } = question.answer;
  const splits = contributions?.dimensions ?? [];
  const split = splits.find(({ dimension }) => dimension === chosen) ?? splits[0];
  const view = useMemo(() => split && describeContributions(split, question, reader), [split, question, reader]);
  if (!contributions) return null;
  return (
    <section className={classes.explanation} aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.heading}>
        What the change came from
      </h3>
      {contributions.isUsual && <p className={classes.note}>Within the usual range: no part stands out.</p>}
      {contributions.reason !== null && <p className={classes.note}>{contributions.reason}</p>}
      {split && view && (
        <>
          {splits.length > 1 && (
            <PressedChoice
              legend="Split by"
              options={splits.map(({ dimension, label }) => ({ id: dimension, label: `By ${label.toLowerCase()}` }))}
              chosen={split.dimension}
              onChoose={setChosen}
            />
          )}
          {view.isRate && <RateAndMix whole={view.whole} by={split.label.toLowerCase()} />}
          {isTable ? (
            <ContributionTable view={view} label={split.label} />
          ) : (
            <PictureView picture={view.picture} onOpen={onOpen} />
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            className={classes.toggle}
            leftSection={
              isTable ? (
                <IconChartBar size={14} stroke={1.5} aria-hidden="true" />
              ) : (
                <IconTable size={14} stroke={1.5} aria-hidden="true" />
              )
            }
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? "View as chart" : "View as table"}
          </Button>
        </>
      )}
    </section>
  );
}

/** The two causes of a rate's change. */
function RateAndMix({ whole: { change, fromRate, fromMix }, by }: { whole: ContributionLine; by: string }) {
  return (
    <p className={classes.causes}>
      Of {change}, {fromRate} came from changes within each {by}, {fromMix} from the mix.
    </p>
  );
}

function ContributionTable({
  view: { picture, lines, whole, isRate },
  label,
}: {
  view: ContributionView;
  label: string;
}) {
  const number = (id: keyof ContributionLine, text: string): PlainColumn<ContributionLine> => ({
    id,
    label: text,
    isNumeric: true,
    className: classes.number,
    cell: (line) => line[id],
  });
  const past = picture.steps[0]?.label ?? "Before";
  const columns: PlainColumn<ContributionLine>[] = [
    {
      id: "name",
      label: <Named name={label} values={`${past} → this period`} />,
      isHeader: true,
      className: classes.name,
      cell: ({ name, before, now }) => <Named name={name} values={`${before} → ${now}`} />,
    },
    number("before", past),
    number("now", "This period"),
    number("change", "Change"),
    ...(isRate ? [number("fromRate", "Within it"), number("fromMix", "From the mix")] : []),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached by keyboard
    <section className={classes.room} aria-label={picture.title} tabIndex={0}>
      <PlainTable
        columns={columns}
        rows={lines}
        rowKey={({ name }) => name}
        foot={whole}
        name={picture.title}
        className={isRate ? classes.wide : undefined}
      />
    </section>
  );
}

/** A name with its two values below it, which are shown where their columns have no room. */
function Named({ name, values }: { name: string; values: string }) {
  return (
    <>
      {name}
      <span className={classes.values}>{values}</span>
    </>
  );
}
