/** What speaks to a program that reads, and not to a person. */
const addressing: readonly { says: RegExp; reason: string }[] = [
  {
    says: /\b(?:ignore|disregard|forget|override|bypass|neglect)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|the|system|these|those)\b.{0,30}\b(?:instruction|rule|prompt|guideline|direction|command|restriction|context|safeguard)s?\b/,
    reason: "It tells the assistant to ignore its instructions.",
  },
  {
    says: /\b(?:ignoriere|vergiss|missachte)\w*\b.{0,40}\b(?:anweisung|regel|vorgabe|befehl)|\b(?:ignore[zr]?|oublie[zr]?)\b.{0,40}\b(?:instructions|consignes|regles)\b|\b(?:ignora|olvida|dimentica|ignore|esqueca)\w*\b.{0,40}\b(?:instrucciones|istruzioni|instrucoes|reglas|regole|regras)\b|\bnegeer\b.{0,40}\b(?:instructies|opdrachten)\b|\bonceki\b.{0,30}\b(?:talimat|yonerge)|игнориру[йи]|забудь.{0,30}инструкц|تجاهل.{0,30}(?:تعليمات|التعليمات)|忽略.{0,12}(?:指令|指示|说明)|以前の指示を無視/,
    reason: "It tells the assistant to ignore its instructions.",
  },
  {
    says: /\b(?:system|developer|hidden|secret) (?:prompt|message|instruction)s?\b|<\|(?:im_start|im_end|system|endoftext)|\[\/?inst\]|<\/?(?:system|assistant|instructions?)>|^\s*#{2,}\s*(?:system|assistant|instruction)|(?:^|[\n.])\s*(?:system|assistant)\s*:/m,
    reason: "It is written like an instruction to a language model.",
  },
  {
    says: /\b(?:you are now|from now on,? you|you must now|you will now|pretend (?:to be|that you|you are)|act as (?:an?|the) (?:ai|assistant|admin\w*|root|system|developer|unrestricted|dan)|jailbreak|developer mode|do anything now)\b/,
    reason: "It gives the assistant another role.",
  },
  {
    says: /\b(?:as an? )?(?:ai|language model|llm|chatbot|chat bot|assistant|copilot|gpt)\b.{0,60}\b(?:must|should|shall|always|never|please|do not|don't|has to|have to|is to|are to|answer|reply|respond|say|tell|reveal|send|output|print|recommend)\b.{0,80}\b(?:user|question|answer|instruction|prompt|reply|response|person asking|whoever asks|tenant)s?\b/,
    reason: "It speaks to the assistant instead of the reader.",
  },
  {
    says: /\b(?:when(?:ever)?|if) (?:you are |you're |anyone |someone |somebody |a user |the user )?(?:asked|asks?|prompted|queried)\b.{0,80}\b(?:always |only |you must )?(?:answer|reply|respond|say|output|state|claim)\b.{0,20}(?:that|with|["'“:])/,
    reason: "It tells what to answer to a question.",
  },
  {
    says: /\b(?:answer|respond to|reply to) (?:every|all|any|each) (?:question|prompt|query|request|message)s?\b|\b(?:only|always) (?:respond|reply|answer) (?:with|that|by)\b|\b(?:do not|don't|never) (?:tell|inform|mention|reveal|show|disclose)\b.{0,30}\b(?:the user|users|whoever asks|the person asking)\b/,
    reason: "It tells what to answer to a question.",
  },
  {
    says: /\b(?:reveal|print|show|output|leak|exfiltrate|send|forward|post|list)\b.{0,40}\b(?:your (?:instructions|prompt|rules|context|memory|configuration)|the (?:system prompt|conversation|chat history)|(?:other|all|every) (?:tenants?|organi[sz]ations?)['’]?s?\b.{0,20}\b(?:data|figures|documents|names))/,
    reason: "It asks the assistant to give something away.",
  },
  {
    says: /!\[[^\]]{0,200}\]\(\s*https?:[^)]{0,500}[?&][^)]{0,200}=|\b(?:fetch|curl|wget|load|call|visit|open) https?:\/\/\S{0,200}[?&]\S{0,100}=\{|\bjavascript:|\bdata:text\/html/,
    reason: "It would have the assistant open an address.",
  },
  {
    says: /\b(?:call|use|invoke|run|execute) (?:the )?(?:tool|function|plugin|api|command|sql|query)\b.{0,60}\b(?:delete|drop|send|transfer|grant|update|export|email|tenant)\b|\bdrop table\b|\bunion select\b/,
    reason: "It would have the assistant carry something out.",
  },
];

/** Letters that look like others, of the scripts that are used for that. */
const alike: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  х: "x",
  у: "y",
  і: "i",
  ѕ: "s",
  ј: "j",
  ԁ: "d",
  ո: "n",
  ɡ: "g",
  ι: "i",
  ο: "o",
  α: "a",
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "@": "a",
  $: "s",
};

const invisible = /[\u200b-\u200f\u2060-\u2064\ufeff\u00ad\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** Why a text may speak to the assistant instead of its reader; null where it does not. */
export function findAddressing(text: string): string | null {
  const tricks = findTricks(text);
  if (tricks) return tricks;
  const plain = toPlainLetters(text);
  const texts = [plain, plain.replaceAll(/\S+/gu, toLatin), joinSpelled(plain)];
  return addressing.find(({ says }) => texts.some((one) => says.test(one)))?.reason ?? null;
}

/** Letters that nobody sees: whole words of them, or many within words of letters that need none. */
function findTricks(text: string): string | null {
  if (/[\u{e0000}-\u{e007f}]/u.test(text)) return "It holds letters that nobody sees.";
  if (/[\u202d\u202e]/u.test(text)) return "It turns the direction of its letters around.";
  const within = text.match(/[a-z][\u200b-\u200d\u2060-\u2064\ufeff]+[a-z]/gi)?.length ?? 0;
  return within >= 3 ? "It holds letters that nobody sees." : null;
}

function toPlainLetters(text: string): string {
  return text
    .replaceAll(invisible, "")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\S\n]+/gu, " ");
}

/** A word of which some letters are Latin, with the others replaced by those that look like them. */
function toLatin(word: string): string {
  if (!/[a-z]/.test(word) || !/[^a-z]/.test(word)) return word;
  return [...word].map((letter) => alike[letter] ?? letter).join("");
}

/** Words that were spelled with something between their letters: i-g-n-o-r-e. */
function joinSpelled(text: string): string {
  return text.replaceAll(/\b(?:\p{L}[ .\-_*]){3,}\p{L}\b/gu, (spelled) => spelled.replaceAll(/[ .\-_*]/g, ""));
}
