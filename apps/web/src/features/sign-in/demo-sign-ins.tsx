import type { RouteOutput, Routes } from "@console/contracts";
import { useEffect, useState } from "react";
import { callApi } from "../../lib/api.ts";
import classes from "./sign-in.module.css";

/** The people of the demonstration; a click fills in the form. */
export function DemoSignIns({ onChoose }: { onChoose: (email: string, password: string) => void }) {
  const [demo, setDemo] = useState<RouteOutput<Routes["getDemoSignIns"]> | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    // Without the list the form is as good as any: nobody has to be told.
    callApi("getDemoSignIns", {}, { signal: controller.signal }).then(setDemo, () => null);
    return () => controller.abort();
  }, []);
  if (!demo) return null;
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={classes.demoTitle}>
        This console holds demo data
      </h2>
      <p className={classes.lead}>Choose whom to sign in as. The password is the same for all.</p>
      <ul className={classes.demoList}>
        {demo.people.map(({ email, shows }) => (
          <li key={email}>
            <button type="button" className={classes.demoChoice} onClick={() => onChoose(email, demo.password)}>
              <span className={classes.demoEmail}>{email}</span>
              <span className={classes.demoShows}>{shows}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
