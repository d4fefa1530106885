import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/Popover.css";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { Popover } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { LazyMenu } from "../lazy-menu/lazy-menu.tsx";
import classes from "./rule-popover.module.css";

type Props = {
  label: string;
  rule: string;
  /** Rows that the rule leaves out, by reason. */
  exclusions: readonly { label: string; count: number }[];
  formats: FormatChoices;
};

/** A small button that opens what a figure counts, and how many rows it leaves out. */
export function RulePopover({ label, rule, exclusions, formats }: Props) {
  return (
    <LazyMenu
      label={`What is ${label}?`}
      icon={<IconInfoCircle size={16} stroke={1.5} aria-hidden="true" />}
      opens="dialog"
      size={24}
    >
      {({ target, isOpen, onOpen }) => (
        <Popover
          width={224}
          position="bottom-end"
          shadow="md"
          withinPortal={false}
          trapFocus
          returnFocus
          opened={isOpen}
          onChange={onOpen}
        >
          <Popover.Target>{target}</Popover.Target>
          <Popover.Dropdown className={classes.rule}>
            <p>{rule}</p>
            {exclusions.length > 0 && (
              <>
                <p className={classes.heading}>Left out</p>
                <dl className={classes.exclusions}>
                  {exclusions.map(({ label: reason, count }) => (
                    <div key={reason}>
                      <dt>{reason}</dt>
                      <dd>{formatNumber(count, formats)}</dd>
                    </div>
                  ))}
                </dl>
              </>
            )}
          </Popover.Dropdown>
        </Popover>
      )}
    </LazyMenu>
  );
}
