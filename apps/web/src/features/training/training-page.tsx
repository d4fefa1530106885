import "@mantine/core/styles/Tabs.css";
import { Tabs } from "@mantine/core";
import { NewResource } from "../../blocks/resource-page/new-resource.tsx";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { useAddress } from "../../lib/use-address.ts";
import { DocumentsPage } from "./documents/documents-page.tsx";
import { RetrievalTest } from "./documents/retrieval-test.tsx";
import { NewExample } from "./new-example.tsx";
import { QuestionTest } from "./question-test.tsx";
import classes from "./training.module.css";
import { readTrainingSearch, type TrainingSearch, type TrainingView, trainingViews } from "./training-search.ts";

/** What belongs to one list and means nothing in another. */
const afresh: TrainingSearch = {
  q: undefined,
  sort: undefined,
  filter: undefined,
  row: undefined,
  tab: undefined,
  do: undefined,
  word: undefined,
};

/** Everything that questions are taught: words, examples, verified answers and documents, and how they are used. */
export function TrainingPage({ isPlatform }: { isPlatform: boolean }) {
  const { query, go } = useAddress<TrainingSearch>(readTrainingSearch);
  const view: TrainingView = query.view ?? "words";
  const preset = {
    ...(query.word && { word: query.word }),
    ...(isPlatform && query.tenant && { tenantId: query.tenant }),
  };
  return (
    <Tabs
      value={view}
      onChange={(next) => go({ ...afresh, view: (next ?? undefined) as TrainingView | undefined })}
      keepMounted={false}
    >
      <Tabs.List className={classes.list}>
        {Object.entries(trainingViews).map(([name, label]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="words" className={classes.panel}>
        <ResourcePage
          entity="words"
          create={(description) => <NewResource description={description} presetValues={preset} />}
        />
      </Tabs.Panel>
      <Tabs.Panel value="examples" className={classes.panel}>
        <ResourcePage entity="examples" create={() => <NewExample isPlatform={isPlatform} />} />
      </Tabs.Panel>
      <Tabs.Panel value="answers" className={classes.panel}>
        <ResourcePage
          entity="answers"
          create={(description) => <NewResource description={description} presetValues={preset} />}
        />
      </Tabs.Panel>
      <Tabs.Panel value="documents" className={classes.panel}>
        <DocumentsPage isPlatform={isPlatform} />
      </Tabs.Panel>
      <Tabs.Panel value="test" className={classes.panel}>
        <QuestionTest isPlatform={isPlatform} />
      </Tabs.Panel>
      <Tabs.Panel value="retrieval" className={classes.panel}>
        <RetrievalTest isPlatform={isPlatform} />
      </Tabs.Panel>
    </Tabs>
  );
}
