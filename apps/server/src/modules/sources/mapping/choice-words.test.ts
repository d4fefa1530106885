import { expect, test } from "vitest";
import { findChoice } from "./choice-words.ts";

const deliveryStatuses = ["Planned", "Out for delivery", "Delivered", "Failed", "Returned"];
const documentStatuses = ["Draft", "In review", "Approved", "Rejected", "Signed", "Expired"];

test.each([
  [
    "Delivered",
    [
      "DELIVERED",
      "Zugestellt",
      "livrée",
      "Entregado",
      "Consegnato",
      "Bezorgd",
      "doręczone",
      "Entregue",
      "Teslim edildi",
    ],
  ],
  ["Failed", ["fehlgeschlagen", "Échoué", "no entregado", "mislukt", "falhou", "başarısız"]],
  ["Out for delivery", ["out_for_delivery", "in Zustellung", "en reparto", "onderweg", "em entrega"]],
])("a delivery that is %s is known in other languages", (status, words) => {
  expect(words.map((word) => findChoice(deliveryStatuses, word))).toEqual(words.map(() => status));
});

test("a word of another list, or of none, is not known", () => {
  expect(findChoice(documentStatuses, "Genehmigt")).toBe("Approved");
  expect(findChoice(documentStatuses, "zugestellt")).toBeUndefined();
  expect(findChoice(deliveryStatuses, "genehmigt")).toBeUndefined();
  expect(findChoice(deliveryStatuses, "shipped")).toBeUndefined();
});
