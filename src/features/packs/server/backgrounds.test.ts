import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { checkPack, importPack, packAddresses, rowsOfPacks, sendPack } from '#dev/testing/packs.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { renderPage } from '#dev/testing/print-file.ts';
import { type PackFiles, readPackFiles, zipPack } from './pack-files.ts';

const portal = await filePortal();
const admin = await portal.as('admin');
const deccan = await readPackFiles(path.resolve('packs/deccan'));

/** The pack with another background, or with whatever else its only template says. */
function withTemplate(said: object, assets: Record<string, string | Buffer> = {}): PackFiles {
  const pack = JSON.parse(deccan.json) as { templates: object[]; university: object[] };
  pack.templates = [{ ...pack.templates[0], ...said }];
  // A crest takes a moment to draw each time.
  pack.university = [{ ...pack.university[0], crestFileId: '' }];
  const files = Object.entries(assets).map(([name, bytes]) => [name, Buffer.from(bytes)] as const);
  return { json: JSON.stringify(pack), assets: new Map([...deccan.assets, ...files]) };
}

const portrait = 'xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297"';
const svg = (inside: string, head = '') => `${head}<svg ${portrait}>${inside}</svg>`;
const withSvg = (text: string) =>
  withTemplate({ background: 'assets/frame.svg' }, { 'assets/frame.svg': text });

/** Nothing of a refused pack is there, whether it was checked or imported. */
async function expectRefused(files: PackFiles, at: string): Promise<void> {
  const before = await rowsOfPacks(portal);
  const { faults } = await checkPack(admin, files);
  const fault = faults.find((one) => one.path === at);
  expect(fault, JSON.stringify(faults)).toBeDefined();
  expect([fault!.found, fault!.wanted]).not.toContain('');
  const refused = await sendPack(admin, packAddresses.import, zipPack(files));
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ code: 'packs.faulty', data: { faults } });
  expect(await rowsOfPacks(portal)).toEqual(before);
}

test('no pack of this release brings a Typst drawing', async () => {
  for (const folder of ['deccan', 'vishwavidya']) {
    const { json, assets } = await readPackFiles(path.resolve('packs', folder));
    expect(json).not.toContain('"drawing"');
    expect([...assets.keys()].filter((name) => name.endsWith('.typ'))).toEqual([]);
  }
});

describe('a background that would harm is refused', () => {
  test.each([
    ['acts when it is loaded', svg('<rect width="9" height="9" onload="alert(1)"/>')],
    ['shows a page', svg('<foreignObject width="9" height="9"><p>x</p></foreignObject>')],
    ['fetches a picture', svg('<image href="https://evil.example/a.png" width="9" height="9"/>')],
    ['names a file beside it', svg('<image href="crest.svg" width="9" height="9"/>')],
    ['fetches a style', svg('<style>@import url("https://evil.example/a.css");</style>')],
    ['fills from elsewhere', svg('<rect width="9" height="9" fill="url(https://evil.example/a.svg#b)"/>')],
    ['links to a script', svg('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>')],
    ['reads a file by an entity', svg('&x;', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
    ['is no SVG at all', '<html><body>frame</body></html>'],
    ['ends too early', `<svg ${portrait}><rect width="9"`],
  ])('one that %s', async (_what, text) => {
    await expectRefused(withSvg(text), 'templates[0].background');
  });

  // Checked alone: it takes seconds to be given up.
  test('one that grows without end', { timeout: 60_000 }, async () => {
    const uses = Array.from(
      { length: 12 },
      (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`,
    );
    const endless = svg(
      `<defs><rect id="g0" width="1" height="1"/>${uses.join('')}</defs><use href="#g12"/>`,
    );
    const { faults } = await checkPack(admin, withSvg(endless));
    expect(faults.map(({ path: at }) => at)).toEqual(['templates[0].background']);
    expect((await portal.anonymous.fetch('/healthz')).status).toBe(200);
  });
});

/** In millimetres from the top left corner of a page at 150 dpi. */
async function colourAt(page: Buffer, x: number, y: number): Promise<number[]> {
  const [left, top] = [x, y].map((millimetres) => Math.round((millimetres * 150) / 25.4));
  const pixel = sharp(page).extract({ left: left!, top: top!, width: 1, height: 1 });
  return [...(await pixel.removeAlpha().raw().toBuffer())];
}

const near = (colour: number[]) => colour.map((part) => expect.closeTo(part, -1.3));

describe('a background is on the sheet, which stays PDF/A-2a and PDF/UA-1', () => {
  const wide = { width: 1240, height: 1754, channels: 3 as const };
  const blue = {
    input: { create: { width: 236, height: 236, channels: wide.channels, background: '#1e50c8' } },
  };
  const kinds: [string, () => Promise<PackFiles>, number[]][] = [
    [
      'SVG',
      async () => withSvg(svg('<rect x="3" y="3" width="40" height="40" fill="#c81e50"/>')),
      [200, 30, 80],
    ],
    [
      'PNG',
      async () => {
        const picture = sharp({ create: { ...wide, background: '#ffffff' } });
        const bytes = await picture
          .composite([{ ...blue, left: 18, top: 18 }])
          .png()
          .toBuffer();
        return withTemplate({ background: 'assets/frame.png' }, { 'assets/frame.png': bytes });
      },
      [30, 80, 200],
    ],
  ];
  test.each(kinds)('%s', async (_kind, pack, colour) => {
    const files = await pack();
    expect((await checkPack(admin, files)).faults).toEqual([]);
    await importPack(admin, zipPack(files));
    // Importing the same again changes nothing.
    expect(await checkPack(admin, files)).toMatchObject({ changes: [] });
    const { id } = (await admin.api.templates.listTemplates({})).rows[0]!;
    const { colour: paper } = JSON.parse(files.json).papers[0] as { colour: string };
    const proof = await admin.api.proofs.proveTemplate({ id, colour: paper });
    const response = await admin.fetch(`/api/proofs/${proof.id}/document`);
    expect(response.status).toBe(200);
    const pdf = Buffer.from(await response.arrayBuffer());
    const page = await renderPage(pdf, 1);
    expect(await colourAt(page, 8, 8)).toEqual(near(colour));
    expect(await colourAt(page, 200, 292)).not.toEqual(near(colour));
    const text = pdf.toString('latin1');
    expect(text).toMatch(/<pdfaid:part>2<\/pdfaid:part>/);
    expect(text).toMatch(/<pdfaid:conformance>A<\/pdfaid:conformance>/);
    expect(text).toMatch(/<pdfuaid:part>1<\/pdfuaid:part>/);
  });
});
