import "./asked-urls.ts";

import { checkSdk } from "./sdk-checks.ts";

checkSdk({
  mode: "auth.config",
  connect: ({ config }, url) => {
    const { host, protocol } = new URL(url);
    config.apiScheme = protocol.replace(":", "");
    config.apiHost = host;
    config.tokenApiHost = host;
  },
  apiBase: (url) => url,
  tokenBase: (url) => url,
});
