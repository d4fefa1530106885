import type { FileEncoding } from "@console/contracts";
import { expect, test } from "vitest";
import { detectEncoding } from "./detect-encoding.ts";
import { encode } from "./encode-for-tests.ts";

test.each<[FileEncoding, string]>([
  ["windows-1252", "Café René"],
  ["windows-1252", "Müller, Größe, Straße"],
  ["windows-1252", "São João, Coração"],
  ["windows-1252", "Señor Núñez; Ångström; Grøn; Élodie"],
  ["windows-1252", "5 €"],
  ["windows-1250", "Łódź, Gdańsk, Świętokrzyskie"],
  ["windows-1250", "Dvořák, Příbram, Žižkov, účet"],
  ["iso-8859-2", "Żółć, śruba, źródło, wąż"],
  ["windows-1254", "İstanbul, Beşiktaş, Çağlayan, satış"],
  ["windows-1257", "Šiauliai, Klaipėda, įmonė, ąžuolas"],
  ["windows-1251", "Москва"],
  ["windows-1251", "Чек, Товар, Количество, Сумма"],
  ["windows-1251", "Київ, Львів, виручка"],
  ["koi8-r", "Москва, Санкт-Петербург, выручка"],
  ["windows-1253", "Αθήνα, Θεσσαλονίκη"],
  ["windows-1253", "Κατάστημα, Ποσότητα, Σύνολο"],
  ["windows-1256", "فاتورة, المنامة, الرفاع"],
  ["windows-1255", "תל אביב, חשבונית, סכום"],
  ["shift_jis", "東京, 売上, レシート"],
  ["shift_jis", "大阪支店"],
  ["euc-jp", "東京, 売上, レシート, おおさか"],
  ["gb18030", "北京, 上海, 数量, 金额"],
  ["big5", "台北, 數量, 金額, 收據"],
  ["euc-kr", "서울, 수량, 금액, 영수증"],
  ["utf-8", "Москва, 東京, Café"],
])("%s is found by %s", (encoding, text) => {
  const bytes = encoding === "utf-8" ? Buffer.from(text) : encode(text, encoding);
  expect(detectEncoding([Buffer.concat([Buffer.from("id,name,n\n1,"), bytes, Buffer.from(",5\n")])]).encoding).toBe(
    encoding,
  );
});

test("a broken byte in a long text of UTF-8 is a mistake of its row, not another encoding", () => {
  const lines = Array.from({ length: 100 }, (_, n) => Buffer.from(`${n},Größe\n`));
  expect(detectEncoding([Buffer.concat([...lines, Buffer.from([0x31, 0x2c, 0xe9, 0x0a])])]).encoding).toBe("utf-8");
});

test("a line that is cut by the end of a piece is not taken for broken characters", () => {
  const long = encode("東京支店,".repeat(40_000), "shift_jis");
  expect(detectEncoding([long.subarray(0, 256 * 1024 - 1)]).encoding).toBe("shift_jis");
});
