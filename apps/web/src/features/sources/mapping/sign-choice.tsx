import "@mantine/core/styles/Radio.css";
import type { SignChoice as Choice, SignRule, SourceMapping } from "@console/contracts";
import { Radio } from "@mantine/core";
import classes from "./mapping.module.css";

type Props = {
  choice: Choice | null;
  mapping: SourceMapping;
  onMapping: (mapping: SourceMapping) => void;
};

/** How returns or issues are written, where a table has such a choice: what the columns tell, and what someone chooses. */
export function SignChoice({ choice, mapping, onMapping }: Props) {
  if (!choice) return null;
  const { title, rules, found, evidence } = choice;
  const isUnclear = mapping.signs === undefined && found === null;
  return (
    <div className={classes.keys}>
      <Radio.Group
        label={title}
        value={mapping.signs ?? found ?? ""}
        error={isUnclear ? "Choose what they are." : undefined}
        onChange={(value) => onMapping({ ...mapping, signs: value as SignRule })}
      >
        <div className={classes.rules}>
          {rules.map(({ rule, label, help }) => (
            <Radio key={rule} size="xs" value={rule} label={label} description={help} />
          ))}
        </div>
      </Radio.Group>
      <p className={classes.evidence} data-unclear={isUnclear || undefined}>
        {evidence}
      </p>
    </div>
  );
}
