const who =
  "(?:i|we|you|one|they|it|people|staff|employees?|colleagues?|drivers?|cashiers?|customers?|managers?|visitors?|somebody|someone)";

/** Questions for a rule, a way to do something, or a person: no figure answers them. */
const plainly = new RegExp(
  [
    `\\bhow (?:do|does|can|could|should|must|may) (?:${who}|a|an|the|new|my|our)\\b`,
    "\\bhow to\\b",
    `\\bwhat (?:do|does|should|must|can|may) ${who} (?:have to |need to )?(?:do|say|bring|wear|check|need|tell)\\b`,
    `\\bwhat (?:is|are|'s) (?:our|the|your|my) (?:[\\w-]+ ){0,4}(?:polic(?:y|ies)|procedures?|process|rules?|guidelines?|steps|instructions|deadline|phone number|number to call|dress code)\\b`,
    `\\bwho (?:do|does|should|can|must|may|has to|is to) (?:${who} )?(?:call|contact|ask|tell|inform|notify|report|sign|approve|keep|hold|pay|decide|open|lock|check)\\b`,
    "\\bwho (?:is|are) (?:responsible|allowed|in charge|the contact|to be)\\b",
    "\\bwhat (?:happens|to do) (?:if|when|with|after)\\b",
    `\\b(?:am|are|is) (?:${who}) allowed\\b|\\bis it allowed\\b`,
    `^\\W*(?:can|may|must|do|does|should) (?:${who}|a|an|the)\\b.*\\b(?:have to|need|allowed|return|exchange|use|take|bring|keep|leave|pay|refuse|drive|park|eat|smoke|wear|give|accept|open|enter|throw)\\b`,
    `\\bwhere (?:do|does|can|should|must) (?:${who}|a|an|the)\\b`,
  ].join("|"),
  "i",
);

/** Questions that may be for words as well as for figures. */
const maybe =
  /^\W*(?:and |so |hi,? |hello,? )?(?:when|where|who|which|what|why|is|are|does|do|must|may|can|how (?:long|soon|late|early|often|far|old|big|fast))\b/i;

/** Whether a question asks for words: plainly, perhaps, or not at all. */
export function asksForWords(question: string): "plainly" | "maybe" | "no" {
  if (plainly.test(question)) return "plainly";
  return maybe.test(question) ? "maybe" : "no";
}
