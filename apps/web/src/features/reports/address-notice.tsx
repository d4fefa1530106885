import type { ReportView, ViewProblem } from "@console/contracts";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { amendView, writeView } from "../../blocks/report-view/report-address.ts";
import { read } from "../../lib/queries.ts";
import classes from "./address-notice.module.css";

const none: readonly ViewProblem[] = [];
const sound = { problems: [] };

/**
 * What in the address of a report cannot be meant; null while the one that was opened is asked about. An address that
 * says nothing is not asked about, and what the last one lacked holds until the next is known.
 */
export function useAddressProblems(report: string, view: ReportView): readonly ViewProblem[] | null {
  const query = writeView(view);
  const { data, isLoading } = useQuery({
    ...read("checkView", { report, query }),
    enabled: query !== "",
    ...(query === "" && { initialData: sound }),
    placeholderData: keepPreviousData,
  });
  if (query === "") return none;
  return isLoading ? null : (data?.problems ?? none);
}

type Props = { problems: readonly ViewProblem[]; view: ReportView; onView: (next: ReportView) => void };

/** Names once what in the address cannot be meant, with a way out of each. */
export function AddressNotice({ problems, view, onView }: Props) {
  const removeAll = () => onView(problems.reduce((left, { wrong }) => amendView(left, wrong), view));
  return (
    <section className={classes.notice} aria-labelledby="address-notice">
      <h2 id="address-notice" className={classes.title} role="status">
        {problems.length === 1 ? "One part of this address is not known" : "Parts of this address are not known"}
      </h2>
      <ul className={classes.list}>
        {problems.map(({ wrong, subject, message, suggestions }) => (
          <li key={message}>
            <p className={classes.message}>{message}</p>
            <div className={classes.actions}>
              {suggestions.map(({ label, instead }) => (
                <Button
                  key={label}
                  variant="default"
                  size="compact-sm"
                  onClick={() => onView(amendView(view, wrong, instead))}
                >
                  Use {label}
                </Button>
              ))}
              <Button variant="default" size="compact-sm" onClick={() => onView(amendView(view, wrong))}>
                Remove {subject}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <p className={classes.quiet}>No figures are shown until then, because they would answer another question.</p>
        {problems.length > 1 && (
          <Button size="compact-sm" onClick={removeAll}>
            Remove all {problems.length}
          </Button>
        )}
      </div>
    </section>
  );
}
