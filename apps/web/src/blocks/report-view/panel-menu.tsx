import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Paper.css";
import type { PanelAnswer, ReportPanel } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { describeNotes, type PanelView } from "@console/figures/panel";
import type { Cell } from "@console/figures/picture";
import { Menu, Popover } from "@mantine/core";
import {
  IconChartLine,
  IconDots,
  IconFileTypeCsv,
  IconInfoCircle,
  IconListDetails,
  IconPhoto,
  IconTable,
  IconZoomQuestion,
} from "@tabler/icons-react";
import type { RefObject } from "react";
import { toFileName } from "../../lib/save-blob.ts";
import { showToast } from "../../lib/toasts.ts";
import { type Explained, listExplained } from "../change-explanation/explain-query.ts";
import { saveCsv, savePng } from "../chart/save-picture.ts";
import { LazyMenu } from "../lazy-menu/lazy-menu.tsx";
import classes from "./report-view.module.css";
import { saveTable } from "./save-table.ts";

type Props = {
  panel: ReportPanel;
  answer: PanelAnswer;
  shown: PanelView;
  formats: FormatChoices;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  svg: RefObject<SVGSVGElement | null>;
  canSave: boolean;
  onOpenRows: ((cell: Cell) => void) | undefined;
  onExplain: ((asked: Explained) => void) | undefined;
};

/** What can be done with a panel: see its rows, its rule, its values as a table, and take it along. */
export function PanelMenu(props: Props) {
  const { panel, answer, shown, formats, isTable, onTable, svg, canSave, onOpenRows, onExplain } = props;
  const [metric] = answer.questions[0]?.query.metrics ?? [];
  const name = toFileName(panel.title, "panel");
  const notes = () => describeNotes(panel, answer, formats);
  const save = async () => {
    try {
      if (svg.current) await savePng(svg.current, name);
    } catch (error) {
      showToast({ type: "error", title: "Not saved", message: error instanceof Error ? error.message : String(error) });
    }
  };
  const icon = { size: 16, stroke: 1.5, "aria-hidden": true } as const;
  const hasRows = metric !== undefined && onOpenRows !== undefined;
  const explained = onExplain ? listExplained(answer) : [];
  const hasItems = hasRows || explained.length > 0 || shown.kind === "picture" || (shown.kind === "table" && canSave);
  return (
    <div className={classes.tools}>
      {panel.kind !== "kpis" && <RulesPopover panel={panel} answer={answer} formats={formats} />}
      {panel.kind !== "kpis" && hasItems && (
        <LazyMenu label={`More about: ${panel.title}`} icon={<IconDots {...icon} />} opens="menu">
          {({ target, isOpen, onOpen }) => (
            <Menu position="bottom-end" withinPortal={false} shadow="md" opened={isOpen} onChange={onOpen}>
              <Menu.Target>{target}</Menu.Target>
              <Menu.Dropdown>
                {hasRows && (
                  <Menu.Item leftSection={<IconListDetails {...icon} />} onClick={() => onOpenRows({ metric })}>
                    See rows
                  </Menu.Item>
                )}
                {explained.map((asked) => (
                  <Menu.Item
                    key={asked.label}
                    leftSection={<IconZoomQuestion {...icon} />}
                    onClick={() => onExplain?.(asked)}
                  >
                    {explained.length === 1 ? "Explain this change" : `Explain change: ${asked.label}`}
                  </Menu.Item>
                ))}
                {shown.kind === "picture" && (
                  <Menu.Item
                    leftSection={isTable ? <IconChartLine {...icon} /> : <IconTable {...icon} />}
                    onClick={() => onTable(!isTable)}
                  >
                    {isTable ? "View as chart" : "View as table"}
                  </Menu.Item>
                )}
                {shown.kind === "picture" && canSave && (
                  <>
                    <Menu.Item leftSection={<IconPhoto {...icon} />} onClick={() => void save()} disabled={isTable}>
                      Save as PNG
                    </Menu.Item>
                    <Menu.Item
                      leftSection={<IconFileTypeCsv {...icon} />}
                      onClick={() => saveCsv(shown.picture, name, notes())}
                    >
                      Save as CSV
                    </Menu.Item>
                  </>
                )}
                {shown.kind === "table" && canSave && (
                  <Menu.Item
                    leftSection={<IconFileTypeCsv {...icon} />}
                    onClick={() => saveTable(shown.table, name, notes())}
                  >
                    Save as CSV
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          )}
        </LazyMenu>
      )}
    </div>
  );
}

/** The rules of all metrics of a panel, with the rows that they leave out. */
function RulesPopover({ panel, answer, formats }: Pick<Props, "panel" | "answer" | "formats">) {
  const rules = answer.questions.flatMap(({ answer: { rules: own, columns } }) =>
    own.map((rule) => ({ ...rule, label: columns.find(({ id }) => id === rule.metric)?.label ?? rule.metric })),
  );
  const each = [...new Map(rules.map((rule) => [rule.metric, rule])).values()];
  if (each.length === 0) return null;
  return (
    <LazyMenu
      label={`What is counted: ${panel.title}`}
      icon={<IconInfoCircle size={16} stroke={1.5} aria-hidden="true" />}
      opens="dialog"
    >
      {({ target, isOpen, onOpen }) => (
        <Popover
          width={300}
          position="bottom-end"
          shadow="md"
          withinPortal={false}
          trapFocus
          returnFocus
          opened={isOpen}
          onChange={onOpen}
        >
          <Popover.Target>{target}</Popover.Target>
          <Popover.Dropdown className={classes.rules}>
            {each.map(({ metric, label, rule, exclusions }) => (
              <section key={metric}>
                <h4>{label}</h4>
                <p>{rule}</p>
                {exclusions.some(({ count }) => count > 0) && (
                  <p className={classes.note}>
                    Left out:{" "}
                    {exclusions
                      .filter(({ count }) => count > 0)
                      .map(({ label: reason, count }) => `${reason} ${formatNumber(count, formats)}`)
                      .join(", ")}
                    .
                  </p>
                )}
              </section>
            ))}
          </Popover.Dropdown>
        </Popover>
      )}
    </LazyMenu>
  );
}
