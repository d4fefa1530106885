import type { Picture } from "@console/figures/picture";
import { afterEach, expect, test, vi } from "vitest";
import { fake } from "../../lib/fake-for-tests.ts";
import { saveCsv, savePng } from "./save-picture.ts";

afterEach(() => vi.restoreAllMocks());

/** What is saved while something runs. */
async function savedBy(run: () => unknown) {
  const blobs: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await run();
  return { names, blobs };
}

const picture: Picture = {
  kind: "pareto",
  title: "Which branches?",
  unit: "orders, late",
  format: (value) => `${value} orders`,
  items: [
    { label: '=HYPERLINK("x")', value: -1234.5, isRest: false, cell: {} },
    { label: "-5, said", value: 2000, isRest: false, cell: {} },
  ],
  total: 0,
};

test("a file of values holds raw numbers, quoted text and no formula", async () => {
  const { names, blobs } = await savedBy(() => saveCsv(picture, "branches", []));
  expect(names).toEqual(["branches.csv"]);
  const bytes = new Uint8Array((await blobs[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe(
    ['Name,"orders, late",Share,Cumulative', '"\'-5, said",2000,,', '"\'=HYPERLINK(""x"")",-1234.5,,', ""].join("\r\n"),
  );
});

test("notes stand in a column of their own, so that every line of the file is as long as its head", async () => {
  const notes = ["Left out: North. Too few.", "Orders leaves out: Cancelled 23."];
  const { blobs } = await savedBy(() => saveCsv(picture, "branches", notes));
  const lines = (await blobs[0]?.text())?.trim().split("\r\n");
  expect(lines).toEqual([
    'Name,"orders, late",Share,Cumulative,Notes',
    '"\'-5, said",2000,,,Left out: North. Too few. Orders leaves out: Cancelled 23.',
    '"\'=HYPERLINK(""x"")",-1234.5,,,',
  ]);
});

test("a picture is saved with its colours written out, with ground around it and twice as fine as the screen", async () => {
  document.body.innerHTML = `<div style="background-color: rgb(1, 2, 3)"><svg><rect style="fill: rgb(9, 8, 7)"/></svg></div>`;
  const svg = document.querySelector("svg") as SVGSVGElement;
  svg.getBoundingClientRect = () => new DOMRect(0, 0, 300, 100);
  const sources: string[] = [];
  Object.assign(Image.prototype, {
    decode(this: HTMLImageElement) {
      sources.push(decodeURIComponent(this.src));
      return Promise.resolve();
    },
  });
  const pen = { fillStyle: "", fillRect: vi.fn(), drawImage: vi.fn() };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(fake<CanvasRenderingContext2D>(pen));
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((take) => take(new Blob(["png"])));
  const { names } = await savedBy(() => savePng(svg, "orders"));
  expect(names).toEqual(["orders.png"]);
  expect(sources[0]).toContain('fill="rgb(9, 8, 7)"');
  expect([pen.fillStyle, pen.fillRect.mock.calls[0]]).toEqual(["rgb(1, 2, 3)", [0, 0, 664, 264]]);
});
