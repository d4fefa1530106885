import { ModelFailure } from "./model-failure.ts";

const mostLetters = 2 * 1024 ** 2;
const mostCalls = 32;

/** Ends an answer that would never end by itself. */
export class AnswerBounds {
  #letters = 0;
  #calls = 0;

  addText(text: string): void {
    this.#letters += text.length;
    if (this.#letters > mostLetters) throw tooMuch("wrote more than 2 MB");
  }

  addCall(): void {
    this.#calls += 1;
    if (this.#calls > mostCalls) throw tooMuch(`asked for more than ${mostCalls} tools at once`);
  }
}

function tooMuch(did: string): ModelFailure {
  return new ModelFailure("malformed", `The model ${did} and was stopped. Ask again, or choose another model.`);
}
