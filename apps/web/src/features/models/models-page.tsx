import "@mantine/core/styles/Tabs.css";
import { Tabs } from "@mantine/core";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { parseKey } from "../../lib/search.ts";
import { useAddress } from "../../lib/use-address.ts";
import classes from "./models.module.css";
import { type ModelsSearch, readModelsSearch } from "./models-search.ts";
import { ModelsTable } from "./models-table.tsx";
import { afresh, type ModelsView, modelsViews } from "./models-views.ts";
import { PoliciesView } from "./policies-view.tsx";
import { TrialsView } from "./trials-view.tsx";
import { UsageView } from "./usage-view.tsx";

/** The servers of models, what they have, and who may use which. */
export function ModelsPage() {
  const { query, go } = useAddress<ModelsSearch>(readModelsSearch);
  const view: ModelsView = parseKey(modelsViews, query.view) ?? "providers";
  return (
    <Tabs
      value={view}
      onChange={(next) => go({ ...afresh, view: (next ?? undefined) as ModelsView | undefined })}
      keepMounted={false}
    >
      <Tabs.List className={classes.list}>
        {Object.entries(modelsViews).map(([name, label]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="providers" className={classes.panel}>
        <ResourcePage entity="providers" />
      </Tabs.Panel>
      <Tabs.Panel value="models" className={classes.panel}>
        <ModelsTable />
      </Tabs.Panel>
      <Tabs.Panel value="custom" className={classes.panel}>
        <ResourcePage entity="custom-models" />
      </Tabs.Panel>
      <Tabs.Panel value="policies" className={classes.panel}>
        <PoliciesView />
      </Tabs.Panel>
      <Tabs.Panel value="prompts" className={classes.panel}>
        <ResourcePage entity="prompts" />
      </Tabs.Panel>
      <Tabs.Panel value="evaluation" className={classes.panel}>
        <TrialsView />
      </Tabs.Panel>
      <Tabs.Panel value="limits" className={classes.panel}>
        <ResourcePage entity="limits" />
      </Tabs.Panel>
      <Tabs.Panel value="usage" className={classes.panel}>
        <UsageView />
      </Tabs.Panel>
    </Tabs>
  );
}
