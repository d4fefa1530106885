import { resolvePeriod } from "@console/figures/periods";
import { MemberPicker } from "../filter-bar/member-picker.tsx";
import { PeriodChoices } from "../filter-bar/period-choices.tsx";
import { comparisonWords } from "../filter-bar/view-words.ts";
import type { Catalogue } from "./answer-panel.tsx";
import classes from "./ask-box.module.css";
import type { AskedQuery } from "./asked-query.ts";
import { type Choice, ChoiceList } from "./choice-list.tsx";
import { LimitForm, OrderForm } from "./number-forms.tsx";
import { type QueryPart, removePart, replaceMetric } from "./query-parts.ts";

type Props = {
  part: QueryPart;
  query: AskedQuery;
  catalogue: Catalogue | undefined;
  onQuery: (next: AskedQuery) => void;
};

const grainChoices: Choice[] = ["hour", "day", "week", "month", "quarter", "year"].map((id) => ({
  id,
  label: `By ${id}`,
}));
const comparisonChoices = (["previous_period", "same_period_last_year"] as const).map((id) => ({
  id,
  label: comparisonWords[id],
}));

/** Changes one part of a query, with what a report's filters are changed with. */
export function ChipEditor({ part, query, catalogue, onQuery }: Props) {
  if (!catalogue) return <p className={classes.note}>Loading</p>;
  const replace = <Item,>(items: readonly Item[] | undefined, place: number, next: Item) =>
    (items ?? []).map((item, index) => (index === place ? next : item));
  switch (part.kind) {
    case "metric":
      return (
        <ChoiceList
          label="Metric"
          choices={listMetricChoices(catalogue, query.metrics[part.place])}
          value={query.metrics[part.place]}
          onChoice={(metric) => onQuery(replaceMetric(query, part.place, metric))}
        />
      );
    case "period":
      return (
        <PeriodChoices
          view={query.time && "from" in query.time ? { from: query.time.from, to: query.time.to } : {}}
          byDefault={undefined}
          today={catalogue.today}
          onChoice={({ period, from, to }) => {
            if (period) onQuery({ ...query, time: resolvePeriod(period, catalogue.today) });
            else if (from && to) onQuery({ ...query, time: { from, to } });
          }}
        />
      );
    case "filter": {
      const filter = query.filters?.[part.place];
      if (!filter) return null;
      const { field, op, values } = filter;
      const dimension = catalogue.dimensions.find(({ id }) => id === field);
      return (
        <MemberPicker
          label={dimension?.label ?? field}
          fixed={dimension?.members ?? null}
          filter={{ dimension: field, isExcluded: op === "not_in", members: values }}
          onApply={({ members, isExcluded }) => {
            const next = { field, op: isExcluded ? ("not_in" as const) : ("in" as const), values: members };
            const shorter = removePart(query, part);
            if (members.length > 0) onQuery({ ...query, filters: replace(query.filters, part.place, next) });
            else if (shorter) onQuery(shorter);
          }}
        />
      );
    }
    case "limit": {
      const limit = query.having?.[part.place];
      if (!limit) return null;
      const unit = catalogue.metrics.find(({ id }) => id === limit.metric)?.unit;
      return (
        <LimitForm
          limit={limit}
          isPercent={unit === "percent"}
          onLimit={(next) => onQuery({ ...query, having: replace(query.having, part.place, next) })}
        />
      );
    }
    case "dimension":
      return (
        <ChoiceList
          label="Split by"
          choices={listDimensionChoices(catalogue, query)}
          value={query.dimensions?.[part.place]}
          onChoice={(dimension) => {
            const dimensions = [...new Set(replace(query.dimensions, part.place, dimension))];
            onQuery({ ...query, dimensions });
          }}
        />
      );
    case "grain":
      return (
        <ChoiceList
          label="Group by"
          choices={grainChoices}
          value={query.grain}
          onChoice={(grain) => onQuery({ ...query, grain: grain as AskedQuery["grain"] })}
        />
      );
    case "comparison":
      return (
        <ChoiceList
          label="Compare with"
          choices={comparisonChoices}
          value={query.compare?.type}
          onChoice={(type) => onQuery({ ...query, compare: { type } as AskedQuery["compare"] })}
        />
      );
    case "order":
      return <OrderForm query={query} onQuery={onQuery} />;
    default:
      return null;
  }
}

/** The metrics of domains with data, those of the same domain first. */
function listMetricChoices({ metrics, domains }: Catalogue, current: string | undefined): Choice[] {
  const own = metrics.find(({ id }) => id === current)?.domain;
  const filled = new Set(domains.filter(({ firstDay }) => firstDay !== null).map(({ id }) => id));
  const known = metrics.filter(({ domain }) => filled.has(domain));
  return [...known.filter(({ domain }) => domain === own), ...known.filter(({ domain }) => domain !== own)];
}

/** The dimensions that all metrics of a query can be split by. */
function listDimensionChoices({ metrics, dimensions }: Catalogue, query: AskedQuery): Choice[] {
  const asked = metrics.filter(({ id }) => query.metrics.includes(id));
  return dimensions.filter(({ id }) => asked.every((metric) => metric.dimensions.includes(id)));
}
