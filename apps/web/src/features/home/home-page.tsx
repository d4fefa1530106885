import { lazy, Suspense, useRef } from "react";
import { useNear } from "../../blocks/report-view/use-near.ts";
import { publicConfig } from "../../lib/config.ts";
import { AccessButtons } from "./access-buttons.tsx";
import classes from "./home-page.module.css";
import { ReportCard } from "./report-card.tsx";

// Below what a visitor sees first: it comes once they scroll.
const TeamBlocks = lazy(async () => ({ default: (await import("./team-blocks.tsx")).TeamBlocks }));
const PlatformParts = lazy(async () => ({ default: (await import("./platform-parts.tsx")).PlatformParts }));

const proofs = [
  {
    number: 2,
    title: "walls around each tenant",
    text: "Every query names its tenant, and the database enforces the same rule beneath it.",
  },
  {
    number: 1,
    title: "definition per metric",
    text: "Reports, dashboards, exports and the API read the same one, so they cannot disagree.",
  },
  {
    number: 0,
    title: "numbers without a source",
    text: "Every figure says what it counts and opens the rows behind it.",
  },
];

/** The public front page: what the product is, a report to touch, and the two ways in. */
export function HomePage({ openerId }: { openerId: string }) {
  const teams = useRef<HTMLDivElement>(null);
  const isNear = useNear(teams, 100);
  const { productName } = publicConfig();
  return (
    <div className={classes.page}>
      <section className={classes.hero}>
        <h1 className={classes.headline}>Reports your teams can trust, from every system they run.</h1>
        <div className={classes.lead}>
          <p>
            {productName} turns the records of your delivery, warehouse, branch and document systems into reports that
            agree with each other.
          </p>
          <p>
            For operations teams who are accountable for the numbers, and for platform teams who serve many
            organisations.
          </p>
        </div>
        <AccessButtons openerId={openerId} />
      </section>

      <ReportCard />

      <section className={classes.section} aria-labelledby="teams">
        <header className={classes.intro}>
          <h2 id="teams">One console, one question per report</h2>
          <p>Each team lands on the report of its own system. All pictures below are drawn from sample data.</p>
        </header>
        <div ref={teams} className={isNear ? undefined : classes.waiting}>
          <Suspense fallback={<div className={classes.waiting} />}>{isNear && <TeamBlocks />}</Suspense>
        </div>
      </section>

      <section className={classes.section} aria-labelledby="platform">
        <header className={classes.intro}>
          <h2 id="platform">For platform teams</h2>
          <p>One place to run the console for many organisations.</p>
        </header>
        <Suspense>{isNear && <PlatformParts />}</Suspense>
      </section>

      <section className={classes.section} aria-labelledby="proofs">
        <header className={classes.intro}>
          <h2 id="proofs">Why the numbers hold</h2>
        </header>
        <ul className={classes.proofs}>
          {proofs.map(({ number, title, text }) => (
            <li key={title}>
              <h3>
                <span className={classes.number}>{number}</span> {title}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className={classes.closing} aria-labelledby="closing">
        <div>
          <h2 id="closing">See your own numbers</h2>
          <p>Tell us which systems you run. We answer within two working days.</p>
        </div>
        <AccessButtons />
      </section>
    </div>
  );
}
