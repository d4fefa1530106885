import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import classes from "./ask-box.module.css";
import type { AskedQuery } from "./asked-query.ts";

type Limit = NonNullable<AskedQuery["having"]>[number];

const limitWords: Record<Limit["op"], string> = {
  ">": "More than",
  ">=": "At least",
  "<": "Less than",
  "<=": "At most",
  "=": "Exactly",
  "!=": "Not",
};

type LimitProps = { limit: Limit; isPercent: boolean; onLimit: (next: Limit) => void };

/** Changes from which value on rows are shown. */
export function LimitForm({ limit, isPercent, onLimit }: LimitProps) {
  const per = isPercent ? 100 : 1;
  const [op, setOp] = useState(limit.op);
  const [text, setText] = useState(String(Number((limit.value * per).toFixed(6))));
  const value = Number(text);
  const isWrong = text.trim() === "" || !Number.isFinite(value);
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isWrong) onLimit({ ...limit, op, value: Number((value / per).toFixed(8)) });
  };
  return (
    <form className={classes.form} onSubmit={apply}>
      <NativeSelect
        label="Show"
        value={op}
        data={(Object.keys(limitWords) as Limit["op"][]).map((one) => ({ value: one, label: limitWords[one] }))}
        onChange={(event) => setOp(event.currentTarget.value as Limit["op"])}
      />
      <TextInput
        label={isPercent ? "Value, %" : "Value"}
        inputMode="decimal"
        value={text}
        error={isWrong && "Enter a number."}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="sm">
        Apply
      </Button>
    </form>
  );
}

const mostRows = 1000;

type OrderProps = { query: AskedQuery; onQuery: (next: AskedQuery) => void };

/** Changes which end comes first, and how many rows are shown. */
export function OrderForm({ query, onQuery }: OrderProps) {
  const { sort = [], limit, limitPer } = query;
  const perMember = typeof limitPer === "object" ? limitPer.limit : limitPer;
  const [dir, setDir] = useState<"asc" | "desc">(sort[0]?.dir ?? "desc");
  const [text, setText] = useState(String(limit ?? perMember ?? ""));
  const count = Number(text);
  const isWrong = text.trim() !== "" && !(Number.isInteger(count) && count >= 1 && count <= mostRows);
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isWrong) return;
    const shown = text.trim() === "" ? undefined : count;
    const ordered = { ...query, sort: sort.map((one, place) => (place === 0 ? { ...one, dir } : one)) };
    if (limitPer === undefined) onQuery({ ...ordered, limit: shown });
    else if (shown === undefined) onQuery({ ...ordered, limitPer: undefined });
    else onQuery({ ...ordered, limitPer: typeof limitPer === "object" ? { ...limitPer, limit: shown } : shown });
  };
  return (
    <form className={classes.form} onSubmit={apply}>
      <NativeSelect
        label="First"
        value={dir}
        data={[
          { value: "desc", label: "Highest" },
          { value: "asc", label: "Lowest" },
        ]}
        onChange={(event) => setDir(event.currentTarget.value === "asc" ? "asc" : "desc")}
      />
      <TextInput
        label="Rows"
        description="Empty for all"
        inputMode="numeric"
        value={text}
        error={isWrong && `Enter a whole number up to ${mostRows}.`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="sm">
        Apply
      </Button>
    </form>
  );
}
