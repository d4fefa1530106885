import type { AskReason } from "@console/contracts";
import type { Token } from "./tokens.ts";

const instructions =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|rule|prompt|above|previous|restriction|filter|guardrail|policy|polic)|system prompt|\byou are now\b|\bact as\b|\bpretend (?:to be|you)|\bjailbreak|developer mode|\breveal\b.{0,30}\b(?:prompt|instruction|secret|password|key|token)|\bprint your\b|\brepeat (?:your|the) (?:instructions|prompt)|<\/?\w+[^>]*>|\bselect\b.{1,60}\bfrom\b\s+\w+|\bdrop\s+(?:table|database|schema)\b|\bunion\s+select\b|\binsert\s+into\b|\bdelete\s+from\b|\bupdate\s+\w+\s+set\b|;\s*--|\bexec(?:ute)?\b.{0,20}\b(?:code|sql|command|script)|\b(?:api|secret|private)\s+keys?\b|\bpasswords?\b|\bcredentials?\b|\baccess tokens?\b|\benvironment variables?\b|\bas (?:an? )?(?:admin|superadmin|root)\b|\bwithout (?:the )?tenant\b/i;

const otherTenants =
  /\b(?:other|another|all|every|any|different|rival|competing|each)\s+(?:tenants?|organi[sz]ations?|compan(?:y|ies)|accounts? on|customers of the platform|firms?|competitors?|businesses)\b|\bcompetitors?\b|\bcompetition\b|\btenants?\s+(?:other|except|besides)|\bother\s+(?:people|users)(?:'s|s)?\s+(?:data|tenant)|\b(?:compan(?:y|ies)|shops?|business|firm)\s+(?:next door|across the (?:street|road))\b|\bacross\s+(?:all\s+)?tenants\b|\btenant[_ ]?id\b|\bthe industry\b|\b(?:of|on) (?:this|the) (?:platform|server)\b|\bindustry\s+(?:average|benchmark)|\bindustry benchmarks?\b|\b(?:rest of the )?market share\b/i;

const writeVerbs = new Set(
  (
    "delete remove erase drop create add insert update change edit set reset assign reassign unassign cancel approve reject " +
    "send email mail book post pay transfer rename invite block unblock close reopen import upload refund order reorder " +
    "schedule reschedule mark archive restore purge clear move call sms text notify sign submit undo void issue print write " +
    "settle adjust stop increase decrease raise lower reduce buy pause correct replace allocate"
  ).split(" "),
);
const writeLeads = new Set(
  "please pls can could would will you i we want need to like let's lets let us kindly now just go ahead and then help me " +
    "uh um erm er so ok okay well hey hi".split(" "),
);

const wishes =
  /\b(?:i need you to|i want you to|go ahead and|maybe you could|perhaps you could|you could just|make sure to|do not forget to|don't forget to|kindly|please|can you|could you|would you|will you|pls|plz)\s+(?:please\s+|kindly\s+|just\s+|also\s+)?(?:delete|remove|erase|cancel|approve|reject|pay|transfer|assign|reassign|rename|block|unblock|reopen|refund|reschedule|archive|notify|inform|remind|submit|sign off|void|reset|update|create|reorder|put through|get rid of|switch off|turn off|wipe|purge|unassign|invite|settle|adjust|stop|sign the|place (?:a|an|the|our|another) order|increase the|raise the|lower the|reduce the|move|book)\b(?!\s+(?:me|us)\b)|\bwould you mind\s+(?:cancelling|canceling|deleting|approving|rejecting|paying|moving|sending|ordering|booking|signing|changing|stopping|removing)\b/i;

/** Orders to another person, or to pay, move or give something. */
const orders =
  /\b(?:tell|ask|get|have|let)\s+\w+(?:\s\w+)?\s+to\s+(?:approve|reject|deliver|call|send|pay|stop|start|cancel|sign|change|order|book|delete)\b|\b(?:make|do|send|start|issue)\s+(?:the|a|that|this)\s+(?:payment|transfer|order|refund|booking|delivery)\b|^\W*(?:please\s+)?(?:move|shift|hand|transfer)\s+.{1,60}\s+(?:over\s+)?to\b|^\W*(?:please\s+)?let\s+(?!me\b|us\b)\w+\s+know\b|^\W*(?:please\s+)?give\s+(?!me\b|us\b|the\b|an?\b)\w+\s+(?:a|an|some|more|less)\b|^\W*(?:(?:could|can|would) you\s+)?(?:please\s+)?put\s+\w+\s+on\s+(?:the|a)\b|^\W*(?:do me a favou?r\W+)?(?:please\s+)?(?:get|have)\s+(?!we\b|they\b|you\b|i\b)(?!.*\bbeen\b).{1,60}\b(?:ordered|sent (?:back|out|to)|cancell?ed|signed|deleted|moved)\b|\bis (?:hereby )?to be (?:effected|executed|cancelled|deleted|approved|rejected|paid|transferred)\b|^\W*(?:please\s+)?(?:tell|remind)\s+(?!me\b|us\b)\w+(?:\s\w+)?\s+to\s+\w+|^\W*(?:please\s+)?give\s+(?:everyone|everybody|them|him|her|all)\b.*\b(?:off|discount|raise|bonus)\b/i;

const judgements =
  /\b(?:steal|stealing|stole|thief|thieves|fraud|fraudulent|cheat|cheating|embezzl\w*|lazy|incompetent|stupid|dishonest|honest|trustworthy|trusted|guilty|blame|to blame|whose fault|fault|deserve|deserves|sack him|sack her|fire him|fire her|drunk|liar|corrupt|loyal enough|good person|like working|quit|resign|skiv\w*|slacking|slacks?|shirk\w*|loafing|any good)\b|\bis \w+ an? (?:good|bad|great|poor)\b|\bshould (?:we|i|he|she|they)\b|\bwhat should\b|\bdo you think\b|\brecommend\b|\badvice\b|\bis it (?:ok|okay|fair|legal|wise)\b|\bbest way to\b|\bhow (?:can|do|should) (?:we|i) (?:improve|increase|reduce|grow|cut|fix|get)\b/i;

const offTopic =
  /\b(?:weather|joke|jokes|poem|(?:tell|write|read) me a story|recipe|news|song|football|president|capital of|translate|translation|meaning of life|who are you|what are you|your name|how are you|what can you do|help$|stock price|share price|bitcoin|exchange rate|horoscope|lottery|movie|film|restaurant|flight|wikipedia|python|javascript|rain|raining|traffic|highway|motorway)\b/i;

/** What can be told to be no question about figures, whatever its words mean. */
export function refuseEarly(question: string, tokens: readonly Token[]): AskReason | null {
  if (instructions.test(question)) return "instructions";
  if (otherTenants.test(question)) return "other_tenant";
  if (asksToWrite(tokens) || orders.test(question) || wishes.test(question)) return "write";
  if (judgements.test(question)) return "judgement";
  if (offTopic.test(question)) return "off_topic";
  return null;
}

/** A command to change something: a verb of change leads the sentence, or stands behind a wish. */
function asksToWrite(tokens: readonly Token[]): boolean {
  let place = 0;
  while (place < tokens.length && writeLeads.has(tokens[place]?.word ?? "")) place++;
  const verb = tokens[place]?.word ?? "";
  const next = tokens[place + 1]?.word ?? "";
  if (!writeVerbs.has(verb)) return false;
  if (verb === "set" && tokens.some(({ word }) => word === "against" || word === "beside" || word === "out"))
    return false;
  // "Order fill rate", "change in sales", "returns" and "drops per driver" are figures.
  const isNoun = ["in", "of", "by", "per", "rate", "fill", "lines", "value", "cost", "count", "counts", "to"].includes(
    next,
  );
  const isCommand = [
    "the",
    "all",
    "a",
    "an",
    "this",
    "that",
    "these",
    "those",
    "my",
    "our",
    "every",
    "everything",
    "whatever",
    "anything",
    "me",
    "it",
    "them",
    "him",
    "her",
    "up",
  ].includes(next);
  // "Add up the expenses" adds to nothing.
  if (verb === "add" && next === "up") return false;
  if (isCommand) return true;
  const isBare = [
    "drop",
    "order",
    "change",
    "issue",
    "print",
    "move",
    "mark",
    "post",
    "sign",
    "book",
    "mail",
    "set",
    "refund",
    "close",
    "text",
    "call",
    "write",
    "add",
    "reject",
    "approve",
  ].includes(verb);
  // "Order 50 bags" orders something, "order fill rate 2025" does not.
  if (verb === "order" && /^\d/.test(next)) return true;
  return (
    !isNoun &&
    (!isBare ||
      (tokens.slice(place + 1).some(({ word }) => /\d/.test(word)) &&
        ["add", "reject", "approve", "refund", "mark"].includes(verb)))
  );
}
