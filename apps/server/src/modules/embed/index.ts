export { withVisitors } from "./authenticate-visitor.ts";
export { countUse, embedRetentionRules, type LinkUse } from "./count-use.ts";
export { embedNoticeKinds } from "./embed-notices.ts";
export { embedSettings } from "./embed-settings.ts";
export { linkAttention } from "./link-attention.ts";
export { clientLinks, countOpenLinks } from "./link-store.ts";
export { linksEntity } from "./links-entity.ts";
export { openDemoClient } from "./open-demo-client.ts";
export { createFramers, embedRoutes } from "./routes.ts";
