import "./asked-urls.ts";

import { connectAuthEmulator } from "firebase/auth";
import { checkSdk } from "./sdk-checks.ts";

checkSdk({
  mode: "connectAuthEmulator",
  connect: (auth, url) => connectAuthEmulator(auth, url, { disableWarnings: true }),
  apiBase: (url) => `${url}/identitytoolkit.googleapis.com`,
  tokenBase: (url) => `${url}/securetoken.googleapis.com`,
});
