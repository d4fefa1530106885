import type { FileEncoding } from "@console/contracts";

/** Letters beyond ASCII that a language writes, in an encoding of one byte a letter. */
export type Alphabet = {
  encoding: FileEncoding;
  /** Latin letters stand among those of ASCII; letters of other scripts make whole words. */
  script: "Latin" | "Cyrillic" | "Greek" | "Hebrew" | "Arabic";
  /** The letters; those of whole words with the most frequent first. */
  letters: string;
};

const central = ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž"];
const latin: readonly [FileEncoding, readonly string[]][] = [
  [
    "windows-1252",
    ["éèàçêôîûùëïœâüÿ", "äöüß", "ñáéíóúü¿¡ºª", "ãõçáéíóúâêôàü", "àèéìòù", "éëïöüáóè", "åäöé", "æøåéö", "áéíóúýþðæö"],
  ],
  ["windows-1250", central],
  ["iso-8859-2", central],
  ["windows-1254", ["çğıöşüİâîû"]],
  ["windows-1257", ["ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž"]],
];
const russian = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё";

/** The likeliest encodings come first: of two that fit alike, the first is taken. */
export const alphabets: readonly Alphabet[] = [
  ...latin.flatMap(([encoding, languages]) =>
    languages.map((letters): Alphabet => ({ encoding, script: "Latin", letters })),
  ),
  { encoding: "windows-1251", script: "Cyrillic", letters: russian },
  { encoding: "windows-1251", script: "Cyrillic", letters: "оаинтевсрулкдмпзьягбйчжхіїєюшцщфґ" },
  { encoding: "windows-1251", script: "Cyrillic", letters: "аиоетнрсвлпдкмзуябгъчхщцжшйфюь" },
  { encoding: "koi8-r", script: "Cyrillic", letters: russian },
  { encoding: "windows-1253", script: "Greek", letters: "αοιετσνηυρπκμλςωίόάέγδήύθχφώβξζψϊϋΐΰ" },
  { encoding: "windows-1256", script: "Arabic", letters: "المينورتبةعدسفهكقحجأشىصطخإذضثزغئآءؤظپچگی" },
  { encoding: "windows-1255", script: "Hebrew", letters: "יוהלאתרמבשנםחכדקפעצגטסזןךץףװ" },
];

/** First bytes of characters, and how likely a text of the encoding is where they come. */
type LeadRange = readonly [from: number, to: number, weight: number];

/** Where the frequent characters of an encoding of two bytes lie. */
export type WideScript = {
  encoding: FileEncoding;
  leads: readonly LeadRange[];
  /** From which second byte on characters are frequent. */
  usualTrail: number;
  /** How likely a second byte of ASCII is: in texts of one byte a letter, a letter of ASCII follows most others. */
  asciiTrail: number;
  /** Single bytes above ASCII that are characters of their own. */
  single: readonly [from: number, to: number] | null;
};

export const wideScripts: readonly WideScript[] = [
  {
    encoding: "shift_jis",
    leads: [
      [0x81, 0x81, 0.5],
      [0x82, 0x83, 1],
      [0x88, 0x97, 1],
    ],
    usualTrail: 0x40,
    asciiTrail: 1,
    single: [0xa1, 0xdf],
  },
  {
    encoding: "euc-jp",
    leads: [
      [0xa1, 0xa3, 0.5],
      [0xa4, 0xa5, 1],
      // Without letters of its own between them, such a text is as likely Chinese or Korean.
      [0xb0, 0xcf, 0.8],
    ],
    usualTrail: 0xa1,
    asciiTrail: 0,
    single: null,
  },
  {
    encoding: "euc-kr",
    leads: [
      [0xa1, 0xa3, 0.5],
      [0xb0, 0xc8, 1],
    ],
    usualTrail: 0xa1,
    asciiTrail: 0,
    single: null,
  },
  {
    encoding: "gb18030",
    leads: [
      [0xa1, 0xa1, 0.5],
      [0xa3, 0xa3, 0.5],
      [0xb0, 0xd7, 1],
    ],
    usualTrail: 0xa1,
    asciiTrail: 0,
    single: null,
  },
  {
    encoding: "big5",
    leads: [
      [0xa1, 0xa3, 0.5],
      [0xa4, 0xc6, 1],
    ],
    usualTrail: 0x40,
    asciiTrail: 0.5,
    single: null,
  },
];
