import classes from "./ask-box.module.css";

/** Questions that can be asked with a click. */
export function Offers({ offers, onOffer }: { offers: readonly string[]; onOffer: (question: string) => void }) {
  return (
    <ul className={classes.offers} aria-label="Suggested questions">
      {offers.map((question) => (
        <li key={question}>
          <button type="button" className={classes.offer} onClick={() => onOffer(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}
