import type { RouteOutput, Routes } from "@console/contracts";
import type { Addressee } from "./read-addresses.ts";
import classes from "./users.module.css";

/** What became, or would become, of each address. */
export type Invited = {
  people: readonly Addressee[];
  outcomes: RouteOutput<Routes["importEntity"]>["outcomes"];
  count: number;
  isSent: boolean;
};

/** Each address with what becomes of it, in the order in which they were pasted. */
export function InvitedList({ people, outcomes, count, isSent }: Invited) {
  const wrong = people.length - count;
  const sorted = outcomes.toSorted((a, b) => a.line - b.line);
  return (
    <>
      <p role="status">
        <strong>
          {isSent ? `${count.toLocaleString("en-US")} sent` : `${count.toLocaleString("en-US")} can be invited`}
        </strong>
        {wrong > 0 && `, ${wrong.toLocaleString("en-US")} left out`}
      </p>
      <ul className={classes.outcomes} aria-label="Addresses">
        {sorted.map(({ line, title, outcome, message }) => {
          const person = people[line - 1];
          return (
            <li key={line} data-done={outcome !== "wrong"}>
              <strong>
                {person?.name && `${person.name}, `}
                {person?.email ?? title}
              </strong>
              <span>
                {outcome === "wrong" ? message : isSent ? "The invitation is on its way." : "Will be invited."}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
