const call = "apps/server/src/platform/outbound/with-call.ts";
const callTests = ["apps/server/src/platform/outbound/outbound-stream.test.ts"];
const faultTests = ["apps/server/src/main/model-stand-in/chat-faults.test.ts"];
const modelTests = ["apps/server/src/main/model-stand-in/ollama-models.test.ts"];

/** The way to language models, and what is made of their answers. */
export const models = [
  {
    name: "an answer that redirects is read",
    file: call,
    find: "if (status >= 300 && status < 400) {",
    replace: "if (status > 400 && status < 400) {",
    tests: callTests,
  },
  {
    name: "an answer that is closed unread stays open",
    file: call,
    find: "close: () => void answer.destroy(),",
    replace: "close: () => {},",
    tests: callTests,
  },
  {
    name: "a model sees as much at once as its server likes",
    file: "apps/server/src/connectors/models/ollama-request.ts",
    find: "options.contextTokens ?? contextTokens",
    replace: "options.contextTokens",
    tests: modelTests,
  },
  {
    name: "a model that runs in a cloud under a plain name is asked",
    file: "apps/server/src/connectors/models/ollama.ts",
    find: "if (!allowCloud && details.isCloud)",
    replace: "if (allowCloud && details.isCloud)",
    tests: modelTests,
  },
  {
    name: "an answer that broke off counts as whole",
    file: "apps/server/src/connectors/models/ollama-answer.ts",
    find: "  throw answerCut();\n",
    replace: "",
    tests: faultTests,
  },
  {
    name: "a message repeats what was asked",
    file: "apps/server/src/connectors/models/say-failure.ts",
    find: " || repeats(excerpt, texts)",
    replace: "",
    tests: faultTests,
  },
];
