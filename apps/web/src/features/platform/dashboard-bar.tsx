import "@mantine/core/styles/ActionIcon.css";
import type { ReportView } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { dayAt } from "@console/figures/time-zone";
import { ActionIcon } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useIsFetching } from "@tanstack/react-query";
import { ChoiceField } from "../../blocks/filter-bar/choice-field.tsx";
import { PeriodField } from "../../blocks/filter-bar/period-field.tsx";
import { ReferenceInput } from "../../blocks/resource-form/reference-input.tsx";
import { refetchTopic } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { useNow } from "../../lib/use-now.ts";
import { type DashboardSearch, refreshWords } from "./dashboard-search.ts";
import classes from "./platform-dashboard.module.css";

type Props = { search: DashboardSearch; onSearch: (part: Partial<DashboardSearch>) => void };

const tenants = { entity: "tenants", by: "name" };

/** The days and the tenant that the dashboard is about, and how often it is refreshed. The address holds all of it. */
export function DashboardBar({ search, onSearch }: Props) {
  const { timeZone } = useFormats();
  const today = dayAt(useNow(), timeZone);
  const isReading = useIsFetching({ queryKey: ["getPlatformFigure"] }) > 0;
  const { period, from, to, about = "", refresh = "off" } = search;
  const view: ReportView = { ...(period && { period }), ...(from && to && { from, to: addDays(to, 1) }) };
  return (
    <section className={classes.bar} aria-label="Period and tenant">
      <PeriodField
        view={view}
        byDefault="last_30_days"
        today={today}
        onView={(next) =>
          onSearch({
            period: next.period,
            from: next.from,
            to: next.to === undefined ? undefined : addDays(next.to, -1),
          })
        }
      />
      <ReferenceInput
        to={tenants}
        aria-label="Tenant"
        placeholder="All tenants"
        size="sm"
        value={about}
        isClearable
        onChange={(tenant) => onSearch({ about: tenant === "" ? undefined : tenant })}
      />
      <ChoiceField
        label="Refresh"
        value={refresh}
        words={refreshWords}
        onChoice={(next) => onSearch({ refresh: next === "off" ? undefined : next })}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Refresh now"
        title="Refresh now"
        loading={isReading}
        onClick={() => void refetchTopic("usage")}
      >
        <IconRefresh size={18} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </section>
  );
}
