import path from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { checkPack, packAddresses, rowsOfPacks, sendPack } from '#dev/testing/packs.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { archive } from '#dev/testing/zip-archive.ts';
import { packFiles } from '../contract.ts';
import type { PackFault, PackReport } from '../pack.ts';
import { readPackFiles, zipPack } from './pack-files.ts';

const deccan = await readPackFiles(path.resolve('packs/deccan'));
// Without its crest, which takes a moment to draw each time.
const json = deccan.json.replace('"assets/crest.svg"', '""');

// None of them leaves anything behind, so one portal is empty for all.
const portal = await filePortal();
const admin = await portal.as('admin');

const textBox = { kind: 'text', x: 20, y: 20, width: 60, height: 20, align: 'left' };
const line = { size: 10, floor: 8, advance: 12 };

const background = 'assets/degree.svg';
const noPicture = 'An SVG in UTF-8, a PNG or a JPEG, of at most 2 MiB.';
const olChiki = 'The letter ᱥ is Ol Chiki; the certificate has Latin, Kannada and Devanagari.';
const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297">${content}</svg>`);

describe('a bad pack is refused with its path, what was found and what is wanted, and nothing of it is there', () => {
  type Change = (pack: Record<string, Record<string, unknown>[]>, assets: Map<string, Buffer>) => void;
  type Bad = [what: string, Change, Partial<PackFault>];
  /** An entry of the pack with other values, and the fault below it. */
  const put = (
    what: string,
    [section, index]: [string, number],
    values: object,
    at = '',
    found?: string,
  ): Bad => [
    what,
    (pack) => Object.assign(pack[section]![index]!, values),
    { path: `${section}[${index}]${at}`, ...(found && { found }) },
  ];
  /** The first entry once more with other values, or a new one. */
  const push = (what: string, section: string, values: object, fault: Partial<PackFault>, of = 0): Bad => [
    what,
    (pack) => pack[section]!.push({ ...(of === 0 && pack[section]![0]), ...values }),
    fault,
  ];
  const asset = (what: string, name: string, bytes: Buffer, fault: Partial<PackFault>): Bad => [
    what,
    (_pack, assets) => assets.set(name, bytes),
    { found: name, ...fault },
  ];
  const crest = { path: 'university[0].crestFileId', found: 'assets/crest.svg' };
  /** The pack with these bytes as its crest, or none where its file should be. */
  const crestOf = (what: string, bytes?: Buffer): Bad => [
    what,
    (pack, assets) => {
      Object.assign(pack.university![0]!, { crestFileId: crest.found });
      if (bytes) assets.set(crest.found, bytes);
      else assets.delete(crest.found);
    },
    crest,
  ];
  const ofTemplate = { path: 'templates[0].background' };
  const fee = (what: string, values: object, fault: Partial<PackFault>) =>
    push(what, 'feeSchedule', { amount: 9, ...values }, fault, -1);
  const bad: Bad[] = [
    ['another format', (pack) => Object.assign(pack, { format: 2 }), { path: 'format', found: '2' }],
    crestOf('a missing picture'),
    crestOf('a picture that is none', Buffer.from('no picture')),
    crestOf('a crest that runs a script', svg('<script>a()</script>')),
    put('an unknown key', ['courses', 0], { colour: 'red' }, '', 'colour'),
    [
      'a template without boxes',
      (pack) => Object.assign(pack, { templates: [{ name: 'portrait' }] }),
      { path: 'templates[0].boxes' },
    ],
    put('an unknown level', ['courses', 1], { level: 'school' }, '.level', 'school'),
    push('two courses of one name', 'courses', { name: 'ba-mar' }, { path: 'courses[3]' }),
    push('two universities', 'university', { name: 'Another one' }, { path: 'university', found: '2' }),
    fee('two fees of equal rank', { charge: 'late', activeFrom: '2026-03-31' }, { path: 'feeSchedule[6]' }),
    fee('the fee of a college', { charge: 'application', college: 'PUN01' }, { path: 'feeSchedule[6]' }),
    fee(
      'a fee of an unknown course',
      { charge: 'late', course: 'BCA' },
      { path: 'feeSchedule[6].course', found: 'BCA' },
    ),
    put('an office held by two', ['offices', 2], { heldFrom: '2025-09-15' }),
    push(
      'a year of two convocations',
      'convocations',
      { number: '126' },
      { path: 'convocations[1].academicYears', found: '2023-24' },
    ),
    put('an end before the beginning', ['feeSchedule', 3], { activeUntil: '2025-11-30' }, '.activeUntil'),
    ...[
      ['a pattern without a counter', 'SU/{year}'],
      ['a pattern without a part by which its scope counts', 'SU/{n:4}'],
    ].map(([what, pattern]) => put(what!, ['numberSeries', 0], { pattern }, '.pattern', pattern)),
    push(
      'two series that can give the same number',
      'numberSeries',
      { name: 'Others', pattern: 'su{yy1}/{yy2}{n:5}', scope: [], nextNumber: 1 },
      { path: 'numberSeries[1].pattern', found: 'su{yy1}/{yy2}{n:5}' },
      -1,
    ),
    [
      'a certificate type without the letters of its numbers',
      (pack) => Object.assign(pack.numberSeries![0]!, { pattern: 'SU/{type}/{year}/{n:4}' }),
      { path: 'certificateTypes[0].numberLetters' },
    ],
    put(
      'a series that the pack does not have',
      ['certificateTypes', 0],
      { numberSeries: 'Others' },
      '.numberSeries',
      'Others',
    ),
    put('letters of another language', ['courses', 0], { subjects: { kn: 'मराठी' } }, '.subjects'),
    [
      'a letter of its name that no font has',
      (pack) => Object.assign(pack.university![0]!, { name: 'Santali ᱥ University' }),
      { path: 'university[0].name', found: 'Santali ᱥ University', wanted: olChiki },
    ],
    [
      'a name in a script that it has not chosen',
      (pack) => Object.assign(pack.university![0]!, { names: { ta: 'தக்கணம்' } }),
      {
        path: 'university[0].names.ta',
        found: 'தக்கணம்',
        wanted: 'The letter த is Tamil; the certificate has Latin, Kannada and Devanagari.',
      },
    ],
    put(
      'a template for a certificate type that the pack does not have',
      ['templates', 0],
      { certificateType: 'Diploma' },
      '.certificateType',
      'Diploma',
    ),
    push(
      'a template twice',
      'templates',
      { name: 'deccan degree' },
      { path: 'templates[1]', found: 'deccan degree' },
    ),
    put(
      'wording with a field that no sheet has',
      ['templates', 0],
      { boxes: [{ ...textBox, lines: [{ ...line, text: '{father}' }] }] },
      '.boxes[0].lines[0].text',
      '{father}',
    ),
    put(
      'a Typst drawing as its background',
      ['templates', 0],
      { background: 'assets/degree.typ' },
      '.background',
      'assets/degree.typ',
    ),
    [
      'a Typst drawing',
      (pack) => Object.assign(pack.templates![0]!, { drawing: 'assets/degree.typ' }),
      {
        path: 'templates[0].drawing',
        found: 'assets/degree.typ',
        wanted: 'No Typst drawing; a background is an SVG, PNG or JPEG of the folder assets.',
      },
    ],
    put(
      'a background outside of the pack',
      ['templates', 0],
      { background: '../outside.svg' },
      '.background',
      '../outside.svg',
    ),
    [
      'a background that the pack does not have',
      (_pack, assets) => assets.delete(background),
      { ...ofTemplate, found: background },
    ],
    ...(
      [
        ['that is no picture', Buffer.from('%PDF-1.7'), noPicture],
        ['of other letters than UTF-8', svg('\u0000'), noPicture],
        ['that runs a script', svg('<script>a()</script>'), /^The drawing holds a script/],
        ['that loads a file', svg('<image href="file:///etc/passwd"/>'), /^The drawing holds a script/],
        [
          'that is damaged',
          Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
          /^The picture is damaged/,
        ],
        ['with letters that no font has', svg('<text y="50">தமிழ்</text>'), /not be displayed with a font$/],
      ] as const
    ).map(([what, bytes, wanted]) =>
      asset(`a background ${what}`, background, bytes, {
        ...ofTemplate,
        wanted: expect.stringMatching(wanted),
      }),
    ),
    put(
      'an Aadhaar number',
      ['offices', 0],
      { holder: 'Dr. Rao 2341 2341 2346' },
      '.holder',
      'Dr. Rao XXXX XXXX 2346',
    ),
  ];
  test.each(bad)('%s', async (_name, change, fault) => {
    const pack = JSON.parse(json) as Parameters<Change>[0];
    const changed = new Map(deccan.assets);
    change(pack, changed);
    const files = { json: JSON.stringify(pack), assets: changed };
    const empty = await rowsOfPacks(portal);
    const { faults } = await checkPack(admin, files);
    expect(faults).toContainEqual(expect.objectContaining(fault));
    for (const { found, wanted } of faults) expect([found, wanted]).not.toContain('');

    const refused = await sendPack(admin, packAddresses.import, zipPack(files));
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: 'packs.faulty', data: { faults } });
    expect(await rowsOfPacks(portal)).toEqual(empty);
  });

  test('what the portal refuses at the last entry takes back the first', async () => {
    const pack = JSON.parse(json) as Parameters<Change>[0];
    // Of another pack's course, which this one does not name.
    pack.courses = [];
    pack.feeSchedule!.push({ charge: 'late', course: 'NONE', amount: 9 });
    const empty = await rowsOfPacks(portal);
    const refused = await sendPack(
      admin,
      packAddresses.import,
      zipPack({ json: JSON.stringify(pack), assets: deccan.assets }),
    );
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ data: { faults: [{ path: 'feeSchedule[6].course' }] } });
    expect(await rowsOfPacks(portal)).toEqual(empty);
  });

  test('no zip and no JSON', async () => {
    const response = await sendPack(admin, packAddresses.check, Buffer.from('hello'));
    expect(response.status).toBe(200);
    expect(((await response.json()) as PackReport).faults).toHaveLength(1);
  });

  test.each([
    ['that ends too early', zipPack({ json: '{}', assets: new Map() }).subarray(0, 60), 'packs.damaged'],
    ['without pack.json', zipSync({ 'assets/crest.svg': new Uint8Array(9) }), 'packs.no_json'],
  ])('a zip %s', async (_what, zip, code) => {
    for (const address of Object.values(packAddresses)) {
      const response = await sendPack(admin, address, zip);
      expect([response.status, await response.json()]).toMatchObject([422, { code }]);
    }
  });

  test.each([
    ['that unpacks to more than 40 MiB', { 'assets/crest.svg': new Uint8Array(41 * 2 ** 20) }],
    [
      'of more than 200 files',
      Object.fromEntries(
        Array.from({ length: 201 }, (_, index) => [`assets/${index}.png`, new Uint8Array()]),
      ),
    ],
  ])('a zip %s', async (_what, further) => {
    const zip = zipSync({ 'pack.json': Buffer.from(json), ...further });
    for (const address of Object.values(packAddresses)) {
      const response = await sendPack(admin, address, zip);
      expect([response.status, await response.json()]).toMatchObject([413, { code: 'packs.too_large' }]);
    }
  });
});

describe('what is no pack at all', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  test.each([
    ['5,000 nested brackets', nested(5_000)],
    ['100,000 nested brackets', nested(100_000)],
    ['5,000 nested brackets at a key', `{"format":1,"name":"deep","courses":${nested(5_000)}}`],
    ['a number', '7'],
    ['an unfinished text', '{"format":1,"name":"'],
    ['bytes of no text', '\u0000\u0001\u0002'],
  ])('is refused, never a fault of the server: %s', async (_what, text) => {
    for (const address of Object.values(packAddresses)) {
      const response = await sendPack(admin, address, Buffer.from(text));
      // A check answers with its report, which names the faults.
      const answer = (await response.json()) as { faults?: unknown[]; code?: string };
      expect(response.status, JSON.stringify(answer)).toBeLessThan(500);
      if (response.status === 200) expect(answer.faults).not.toEqual([]);
      else expect(answer.code).toMatch(/^(?:packs|request)\./);
    }
  });

  test.each([packAddresses.check, packAddresses.import])(
    '%s unpacks a zip whose descriptors have no signature',
    async (address) => {
      const pack = JSON.parse(json);
      const parts = [...deccan.assets].map(([name, text]) => ({ name, text }));
      parts.unshift({ name: 'pack.json', text: Buffer.from(JSON.stringify({ ...pack, format: 2 })) });
      const response = await sendPack(admin, address, archive(parts, { hasBareDescriptors: true }));
      expect(JSON.stringify(await response.json())).toContain('"path":"format"');
    },
  );
});

describe.each(Object.entries(packAddresses))('the operation to %s', (operation, address) => {
  test.each(packFiles[operation as keyof typeof packAddresses].body!.types)(
    'takes the bytes as %s',
    async (type) => {
      const body = JSON.stringify({ ...JSON.parse(json), format: 2 });
      const response = await admin.fetch(address, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      // It was read: what is wrong is its format.
      expect(JSON.stringify(await response.json())).toContain('"path":"format"');
    },
  );
});
