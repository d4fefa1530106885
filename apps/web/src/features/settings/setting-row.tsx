import type { EntityValue, Setting } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { ActionIcon, Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { useFormats } from "../../lib/use-formats.ts";
import { SettingHistory } from "./setting-history.tsx";
import { SettingInput } from "./setting-input.tsx";
import classes from "./setting-row.module.css";
import { settingWords } from "./setting-words.ts";

type Props = {
  setting: Setting;
  value: EntityValue;
  isTyped: boolean;
  /** The whole group says already why it cannot be changed. */
  isRefusedAbove: boolean;
  error: string | undefined;
  onChange: (next: EntityValue) => void;
  onReset: () => void;
};

/** One setting: what it is on the left, its input on the right, and below who changed it last and the way back. */
export function SettingRow({ setting, value, isTyped, isRefusedAbove, error, onChange, onReset }: Props) {
  const { field, isChosen, canChange } = setting;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={classes.setting} data-dirty={isTyped || undefined}>
      <div className={classes.line}>
        <div className={classes.input}>
          <SettingInput setting={setting} value={value} error={error} onChange={onChange} />
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-label={`History of ${field.label}`}
          title="History"
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconHistory size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.meta}>
        <Origin setting={setting} isRefusedAbove={isRefusedAbove} />
        {isTyped && <span className={classes.unseen}>{field.label} is not saved.</span>}
        {isChosen && canChange && (
          <Button variant="subtle" size="compact-xs" onClick={onReset} aria-label={`Reset ${field.label}`}>
            Reset
          </Button>
        )}
      </div>
      {isOpen && <SettingHistory setting={setting} onRevert={onChange} />}
    </div>
  );
}

/** Where a value comes from, if it is not simply what the product comes with. */
function Origin({ setting, isRefusedAbove }: Pick<Props, "setting" | "isRefusedAbove">) {
  const formats = useFormats();
  const { initial, fixedBy, refusal, isChosen, isSecret, changedAt, changedBy } = setting;
  if (fixedBy) return <span>Fixed by the environment with {fixedBy}.</span>;
  const parts = [
    ...(refusal && !isRefusedAbove ? [refusal] : []),
    ...(isChosen && changedAt
      ? [`Changed by ${changedBy ?? "the product"}, ${formatInstant(changedAt, formats)}.`]
      : []),
    ...(isChosen && !isSecret && initial !== null ? [`Default: ${settingWords(setting, initial, formats)}`] : []),
  ];
  return parts.length > 0 && <span>{parts.join(" ")}</span>;
}
