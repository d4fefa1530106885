import classes from "./sign-in.module.css";

const demoPassword = "demo-password-1";

const demoSignIns = [
  { email: "superadmin@demo.test", shows: "Platform, all rights" },
  { email: "admin@demo.test", shows: "Platform" },
  { email: "tookan@demo.test", shows: "Delivery report" },
  { email: "warehouse@demo.test", shows: "Warehouse report" },
  { email: "genesis@demo.test", shows: "Branch report" },
  { email: "docman@demo.test", shows: "Document report" },
  { email: "other@demo.test", shows: "Personal assistant" },
  { email: "acme@demo.test", shows: "Second delivery tenant" },
];

/** The people of the demonstration; a click fills in the form. */
export function DemoSignIns({ onChoose }: { onChoose: (email: string, password: string) => void }) {
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={classes.demoTitle}>
        This console holds demo data
      </h2>
      <p className={classes.lead}>Choose whom to sign in as. The password is the same for all.</p>
      <ul className={classes.demoList}>
        {demoSignIns.map(({ email, shows }) => (
          <li key={email}>
            <button type="button" className={classes.demoChoice} onClick={() => onChoose(email, demoPassword)}>
              <span className={classes.demoEmail}>{email}</span>
              <span className={classes.demoShows}>{shows}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
