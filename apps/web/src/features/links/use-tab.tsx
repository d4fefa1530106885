import type { RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Chart } from "../../blocks/chart/chart.tsx";
import detail from "../../blocks/detail/detail.module.css";
import { KeyList } from "../../blocks/keys/key-list.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { describeUse } from "./describe-use.ts";
import { hasKey, keyWord, type Link } from "./link.ts";

type LinkUse = RouteOutput<Routes["readLinkUse"]>;

/** How a link was used in the last 30 days, and its keys. */
export function UseTab({ link }: { link: Link }) {
  const formats = useFormats();
  const { data, error, refetch } = useQuery(read("readLinkUse", { id: link.id }));
  if (error && !data) {
    return (
      <ReadProblem heading="h3" title="The usage could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <ShapedSkeleton label="Loading usage" shape="detail" />;
  return (
    <div className={detail.stack}>
      <Days days={data.days} formats={formats} />
      {hasKey(link) && (
        <KeyList
          heading={keyWord(link) === "key" ? "Keys" : "Secrets"}
          keys={data.keys}
          none={`It has no ${keyWord(link)} yet, so nobody can open it.`}
        />
      )}
    </div>
  );
}

function Days({ days, formats }: Pick<LinkUse, "days"> & { formats: FormatChoices }) {
  const description = useMemo(() => describeUse(days, formats), [days, formats]);
  const sum = (name: "views" | "refused") => days.reduce((all, day) => all + day[name], 0);
  const [views, refused] = [sum("views"), sum("refused")];
  if (views + refused === 0) return <p className={detail.quiet}>Nobody has opened it in the last 30 days.</p>;
  return (
    <>
      <p>
        {counted(views, "view", "views", formats)} in the last 30 days.{" "}
        <span className={detail.quiet}>
          Visitors are counted by network address, day by day. Refused at the address of its client:{" "}
          {counted(refused, "time", "times", formats)}.
        </span>
      </p>
      <Chart description={description} />
    </>
  );
}

function counted(count: number, one: string, many: string, formats: FormatChoices): string {
  return `${formatNumber(count, formats)} ${count === 1 ? one : many}`;
}
