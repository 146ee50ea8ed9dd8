import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../harness/people.ts';
import { between, digits, letters, personName, shuffled } from '../harness/random.ts';
import { upload, versionOf } from '../harness/records.ts';
import { confirm, readEntry, sendChange } from '../set-up/a-masters.ts';
import { masterNamed } from '../set-up/a-names.ts';
import { once } from '../set-up/a-university.ts';
import { print } from '../set-up/c-office.ts';
import { apply, applyVerified, type Convened, convene, proveType } from './b-convene.ts';
import { addressOf, documentOf, getOperation, type Said } from './b-find.ts';
import {
  type Colour,
  faultsAsPdfA,
  fontsOf,
  infoOf,
  pagesOf,
  plain,
  rasterOf,
  shareOf,
  wordsOf,
} from './b-pdf.ts';

// The issue, bullet: "The office's PDFs in the same style: acknowledgement slip with crest, photo and promised date; deposit
// slip, run report, bundle list, address labels, posting list." Crest and photo are of a colour that nothing else has, so that a
// picture of the page says whether they are there. Open: the routes of labels and posting list, found by their words.

type Name =
  | 'acknowledgement slip'
  | 'deposit slip'
  | 'run report'
  | 'bundle list'
  | 'address labels'
  | 'posting list';
const names: Name[] = [
  'acknowledgement slip',
  'deposit slip',
  'run report',
  'bundle list',
  'address labels',
  'posting list',
];

const [crestColour, photoColour] = shuffled<Colour>([
  [between(235, 255), between(0, 20), between(190, 220)],
  [between(0, 20), between(225, 255), between(100, 130)],
  [between(90, 110), between(0, 20), between(235, 255)],
]) as [Colour, Colour];

let convened: Convened;
let university: Json;
let made: Json;
const documents = new Map<Name, Promise<Buffer>>();

beforeEach(
  once(async () => {
    convened = await convene();
    university = await newCrest();
    // Another crest is another sheet: it has its proof before anything is printed.
    await proveType(convened.office, convened.type);
    made = await paperwork();
  }),
  240_000,
);
afterAll(() => convened?.office.portal.remove());

async function newCrest(): Promise<Json> {
  const { portal, desks } = convened.office;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="700" viewBox="0 0 700 700"><rect width="700" height="700" fill="rgb(${crestColour})"/></svg>`;
  const crestFileId = await upload(desks.admin, 'crest', Buffer.from(svg), 'crest.svg');
  const master = masterNamed('university');
  const entry = await readEntry(portal, desks.admin, master);
  const shortName = letters(6).toUpperCase();
  const sent = await sendChange(portal, desks.admin, master, entry, { crestFileId, shortName });
  expect(sent.status, sent.text).toBe(200);
  if (sent.body.proposalId) expect((await confirm(portal, desks.otherAdmin, shortName)).status).toBe(200);
  const now = await readEntry(portal, desks.admin, master, entry.id);
  expect(now.shortName, 'the new crest is in force').toBe(shortName);
  return now;
}

/** One of each: received, on a deposit slip, printed, in a bundle, posted. */
async function paperwork(): Promise<Json> {
  const { portal, desks, receivers } = convened.office;
  const address = {
    postalAddress: `${between(2, 99)}, ${letters(9)} Road`,
    postalState: 'Karnataka',
    postalPin: `57${digits(4)}`,
    mobile: `9${digits(9)}`,
    contactNotice: 1,
  };
  const photoFileId = await upload(receivers[0], 'photo', await plainPhoto(), `photo ${letters(6)}.jpg`);
  const received = await apply(convened, { photoFileId, candidateNameNative: 'ಕರ್ನಾಟಕದ ಲಕ್ಷ್ಮೀ' });
  const bundled = await applyVerified(convened);
  const posted = await applyVerified(convened, address);
  const [draft] = await portal.sql(
    'select demand_draft_id as id from allocations where application_id = $1',
    [received.id],
  );
  const slip = await receivers[0].act('POST', '/api/deposit-slips', {
    draftIds: [draft!.id],
    account: digits(11),
    bankBranch: `Branch ${letters(6)}`,
  });
  await print(convened.office, convened.paperId, { sheets: 2 });
  const [sheet] = await portal.sql('select print_run_id as run from sheets where certificate_id = $1', [
    bundled.certificateId,
  ]);
  const bundle = await desks.receiver.act('POST', '/api/bundles', {
    certificateIds: [bundled.certificateId],
    deliveredTo: personName(),
    designation: 'Principal',
    identitySeen: 'Identity card of the college',
  });
  const tracking = `EK${digits(9)}IN`;
  const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10);
  await desks.receiver.act('POST', `/api/certificates/${posted.certificateId}/post`, {
    version: await versionOf(desks.receiver, `/api/certificates/${posted.certificateId}`),
    carrier: 'Speed Post',
    trackingNumber: tracking,
    postedOn: today,
  });
  return { received, bundled, posted, address, slip, runId: sheet!.run, bundle, tracking, today };
}

async function plainPhoto(): Promise<Buffer> {
  const [red, green, blue] = photoColour;
  const create = { width: 350, height: 450, channels: 3 as const, background: { r: red, g: green, b: blue } };
  return sharp({ create }).jpeg({ quality: 95 }).toBuffer();
}

const open: Record<'address labels' | 'posting list', RegExp> = {
  'address labels': /label/,
  'posting list': /posting|post(al)?[-_](list|book|bundle)|posted|dispatch/,
};

function pdfOf(name: Name): Promise<Buffer> {
  const known = documents.get(name) ?? read(name);
  documents.set(name, known);
  return known;
}

async function read(name: Name): Promise<Buffer> {
  const { portal, desks } = convened.office;
  const fixed: Partial<Record<Name, string>> = {
    'acknowledgement slip': `/api/applications/${made.received.id}/receipt`,
    'deposit slip': `/api/deposit-slips/${made.slip.id}/document`,
    'run report': `/api/print-runs/${made.runId}/report`,
    'bundle list': `/api/bundles/${made.bundle.id}/document`,
  };
  const address = fixed[name];
  if (address) return documentOf(portal, desks.admin, address);
  const path = open[name as keyof typeof open];
  const operation = await getOperation(portal, `prints the ${name}`, { method: 'GET', path, answers: /pdf/ });
  const known: Said = [
    [/\bcertificates?( ids?)?$/, made.posted.certificateId],
    [/\b(print )?runs?( id)?$/, made.runId],
    [/\bapplications?( ids?)?$/, made.posted.id],
    [/\bcollege id\b/, made.posted.collegeId],
    [/\bcarrier\b/, 'Speed Post'],
    [/\b(on|date|day|from|until|to)$/, made.today],
  ];
  return documentOf(portal, desks.admin, addressOf(operation, known));
}

const textOf = async (name: Name) => plain(pagesOf(await pdfOf(name)).join('\n'));

describe("the office's PDFs", { timeout: 120_000 }, () => {
  test('8 slip: the acknowledgement slip has the crest and the photo of the candidate', async () => {
    const [page] = await rasterOf(await pdfOf('acknowledgement slip'), 72);
    expect(
      shareOf(page!, crestColour),
      'the part of the page that has the colour of the crest',
    ).toBeGreaterThan(0.001);
    expect(
      shareOf(page!, photoColour),
      'the part of the page that has the colour of the photo',
    ).toBeGreaterThan(0.002);
  });

  test('8 slip: it promises a day to come, says what was received, and copies names as the record has them', async () => {
    const text = await textOf('acknowledgement slip');
    const promise = /(ready|collect|promis|expect|deliver|available)[^\d]{0,60}(\d\d)\/(\d\d)\/(\d{4})/i.exec(
      text,
    );
    expect(promise, `a promised day, dd/mm/yyyy, in: ${text}`).not.toBeNull();
    const [, , day, month, year] = promise!;
    expect(`${year}-${month}-${day}` > made.today, `${promise![0]} is to come`).toBe(true);
    for (const fact of [
      made.received.candidateName,
      made.received.candidateNameNative,
      made.received.examRollNumber,
    ])
      expect(text).toContain(plain(fact));
  });

  for (const [name, facts] of [
    ['deposit slip', () => [made.received.drafts[0].number, made.received.drafts[0].bank]],
    ['run report', () => [made.bundled.number, made.bundled.candidateName]],
    ['bundle list', () => [made.bundled.number, made.bundled.candidateName]],
    ['posting list', () => [made.tracking, made.posted.candidateName, 'Speed Post', made.address.postalPin]],
    [
      'address labels',
      () => [
        made.posted.candidateName,
        made.address.postalAddress,
        made.address.postalState,
        made.address.postalPin,
      ],
    ],
  ] as [Name, () => string[]][])
    test(`8 ${name}: says what it is for`, async () => {
      const text = await textOf(name);
      for (const fact of facts()) expect(text).toContain(plain(fact));
    });

  for (const name of names.filter((one) => one !== 'address labels'))
    test(`8 style: the ${name} bears the crest and the university's names, as they are written`, async () => {
      const [page] = await rasterOf(await pdfOf(name), 72);
      expect(
        shareOf(page!, crestColour),
        'the part of the page that has the colour of the crest',
      ).toBeGreaterThan(0.0005);
      const text = (await textOf(name)).replaceAll(' ', '');
      expect(text).toContain(plain(university.name).replaceAll(' ', ''));
      // कर्नाटक, not कर्नार्नाटक: whatever names stand there are true.
      expect(text).not.toContain('कर्नार्नाटक');
    });

  test('8 style: all six are A4, tagged, titled, with their fonts embedded, and share their fonts', async () => {
    const families = new Map<Name, Set<string>>();
    for (const name of names) {
      const pdf = await pdfOf(name);
      expect(faultsAsPdfA(pdf), name).toEqual([]);
      const information = infoOf(pdf);
      expect(information['Page size'], name).toMatch(/A4/);
      expect(information.Title?.length ?? 0, `the title of the ${name}`).toBeGreaterThan(4);
      families.set(name, new Set(fontsOf(pdf).map(({ family }) => family)));
    }
    const [first, ...others] = [...families.values()];
    const shared = [...first!].filter((family) => others.every((one) => one.has(family)));
    expect(
      shared.length,
      `a font that all share: ${[...families].map(([name, set]) => `${name}: ${[...set]}`).join('; ')}`,
    ).toBeGreaterThan(0);
  });

  test('8 labels: one label a person, none over the edge, and nobody without an address', async () => {
    const pages = pagesOf(await pdfOf('address labels'));
    const text = plain(pages.join('\n'));
    expect(text.split(made.address.postalPin).length - 1, 'the PIN once').toBe(1);
    expect(text, 'the bundled candidate has no label of a person').not.toContain(made.bundled.candidateName);
    const { left, right } = await edges();
    expect(left, 'mm from the left edge').toBeGreaterThan(3);
    expect(right, 'mm from the left edge').toBeLessThan(207);
  });
});

async function edges(): Promise<{ left: number; right: number }> {
  const words = wordsOf(await pdfOf('address labels'));
  return {
    left: Math.min(...words.map(({ left }) => left)),
    right: Math.max(...words.map(({ right }) => right)),
  };
}
