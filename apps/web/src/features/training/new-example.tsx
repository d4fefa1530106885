import { Button } from "@mantine/core";
import { AskBox } from "../../blocks/ask-box/ask-box.tsx";
import detail from "../../blocks/detail/detail.module.css";
import { TenantField } from "../../blocks/resource-form/tenant-field.tsx";
import { useAddress } from "../../lib/use-address.ts";
import classes from "./training.module.css";
import { readTrainingSearch, type TrainingSearch } from "./training-search.ts";

/** An example is made from an answer: whoever asks changes its chips until it is right, and saves it. */
export function NewExample({ isPlatform }: { isPlatform: boolean }) {
  const { query, go } = useAddress<TrainingSearch>(readTrainingSearch);
  return (
    <section className={detail.card} aria-labelledby="new-example">
      <h2 id="new-example" className={detail.name}>
        New example
      </h2>
      <p className={classes.help}>
        Ask the question. Change the chips until the answer is right, or ask in other words. Then choose Teach and save
        it as an example.
      </p>
      {isPlatform && (
        <div className={classes.tenant}>
          <TenantField value={query.tenant ?? ""} onChange={(tenant) => go({ tenant: tenant || undefined })} />
        </div>
      )}
      <AskBox key={query.tenant} />
      <Button variant="default" className={classes.start} onClick={() => go({ do: undefined })}>
        All examples
      </Button>
    </section>
  );
}
