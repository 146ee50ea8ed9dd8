import { describe, expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { randomNativeName } from '#dev/testing/native-names.ts';
import { type StaffCaller, sharedPortal } from '#dev/testing/portal.ts';
import { createPrintRoom } from '#dev/testing/print-room.ts';
import { seeded } from '#dev/testing/random.ts';
import { printedCertificate } from '#dev/testing/reprinting.ts';
import { sampleLetterhead } from '#dev/testing/sample-letterhead.ts';
import { codeOf } from '#dev/testing/status-of.ts';
import { countPages, textsOf } from '#dev/testing/typst-pages.ts';
import { compileDocument } from '#platform/server/typst/compile-document.ts';
import { dayInIndia } from '#shared/format.ts';
import { addressLabels, postingList } from './posting-documents.ts';

const today = dayInIndia(new Date());
const address = {
  postalAddress: '12, ದೇವಸ್ಥಾನ ರಸ್ತೆ',
  postalState: 'Karnataka',
  postalPin: '570001',
  contactNotice: 1,
} as const;

const portal = await sharedPortal();
const room = await createPrintRoom(portal);
const receiver = room.receiver;
const office = await createOffice(portal);
/** Printed certificates: with an address of two who do and do not come to the convocation, and without one. */
const absent = await printed({ ...address, attendance: 'in_absentia' });
const present = await printed({ ...address, attendance: 'in_person' });
const without = await printed();

async function printed(overrides: object = {}) {
  const { certificateId: id } = await printedCertificate(portal, room, office, overrides);
  return receiver.api.certificates.getCertificate({ id });
}

const labelsOf = (query: Record<string, string> = {}, caller: Pick<StaffCaller, 'fetch'> = receiver) =>
  caller.fetch(`/api/address-labels?${new URLSearchParams(query)}`);
const listOf = (query: Record<string, string>, caller: Pick<StaffCaller, 'fetch'> = receiver) =>
  caller.fetch(`/api/posting-list?${new URLSearchParams(query)}`);

describe('labels and posting list', () => {
  test('are of who has an address: in the office, then by the day on which it was posted', async () => {
    const counts = (input: object) => receiver.api.posting.countPosting(input);
    expect(await counts({})).toEqual({ labels: 2, carriers: [] });
    expect(await counts({ attendance: 'in_absentia' })).toMatchObject({ labels: 1 });
    expect(await counts({ certificateId: present.id })).toMatchObject({ labels: 1 });
    expect(await counts({ certificateId: without.id })).toMatchObject({ labels: 0 });
    expect(await codeOf(await labelsOf({ certificateId: without.id }))).toBe('posting.no_addresses');
    expect(await codeOf(await listOf({ postedOn: today }))).toBe('posting.nothing_posted');

    for (const [one, trackingNumber] of [
      [absent, 'EK123456789IN'],
      [without, 'EK123456790IN'],
    ] as const)
      await receiver.api.certificates.postCertificate({
        ...one,
        carrier: 'Speed Post',
        trackingNumber,
        postedOn: today,
      });
    expect(await counts({ postedOn: today })).toEqual({
      labels: 1,
      carriers: [{ carrier: 'Speed Post', posted: 2 }],
    });
    expect(await counts({}), 'what is still in the office').toMatchObject({ labels: 1 });

    const labels = await labelsOf({ postedOn: today, firstLabel: '24' });
    expect(labels.headers.get('content-type')).toBe('application/pdf');
    expect(countPages(new Uint8Array(await labels.arrayBuffer()))).toBe(1);
    const list = await listOf({ postedOn: today, carrier: 'Speed Post' });
    expect(list.headers.get('content-disposition')).toContain(`posting-list-${today}.pdf`);
    expect(await codeOf(await listOf({ postedOn: today, carrier: 'DTDC' }))).toBe('posting.nothing_posted');

    const auditor = await portal.as('auditor');
    const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'export' });
    expect(rows.slice(0, 2)).toMatchObject([
      { event: 'certificates.posting_list_printed', after: { postedOn: today, certificates: 2 } },
      { event: 'certificates.labels_printed', after: { postedOn: today, certificates: 1 } },
    ]);
  });

  test('are of their college', async () => {
    const outsider = await portal.as('receiver', { collegeId: office.otherCollegeId });
    expect(await codeOf(await labelsOf({ certificateId: present.id }, outsider))).toBe(
      'posting.no_addresses',
    );
    expect(await codeOf(await listOf({ postedOn: today }, outsider))).toBe('posting.nothing_posted');
    expect(await codeOf(await labelsOf({ firstLabel: '25' }))).toBe('request.unreadable');
  });
});

const one = {
  name: 'Ananya Rao',
  address: '12, Temple Road, Mysuru',
  state: 'Karnataka',
  pin: '570001',
  convocationNumber: '2025/000125',
};

describe('their papers', () => {
  test.each([
    [1, 24, 1],
    [1, 25, 2],
    [24, 1, 1],
    [24, 2, 2],
  ])('from label %i on, %i labels take %i sheets', (firstLabel, count, sheets) => {
    const addressees = Array.from({ length: count }, () => one);
    const document = addressLabels(sampleLetterhead, { addressees, firstLabel });
    expect(document.pages).toBe(sheets);
    expect(countPages(compileDocument(document))).toBe(sheets);
  });

  test('say of whom each is', () => {
    expect(textsOf(addressLabels(sampleLetterhead, { addressees: [one], firstLabel: 1 }))).toContain(
      'Karnataka 570001',
    );
    const posted = [{ ...one, carrier: 'Speed Post', trackingNumber: 'EK123456789IN', blankSerial: 'A001' }];
    const words = textsOf(postingList(sampleLetterhead, { postedOn: '2026-11-23', posted }));
    for (const given of ['23/11/2026', 'EK123456789IN', 'Speed Post', 'Ananya Rao', '570001', 'A001'])
      expect(words).toContain(given);
  });

  test('are copied as they were given in every script, with points and brackets at the words', () => {
    const seed = Number(process.env.NAMES_SEED ?? Date.now() % 1e9);
    console.log(`NAMES_SEED=${seed}`);
    const random = seeded(seed);
    const sheets = process.env.LONG_FORMS ? 4 : 1;
    const addressees = Array.from({ length: 24 * sheets }, (_, index) => {
      const script = index % 2 ? 'kn' : 'hi';
      const [name, house, road] = Array.from({ length: 3 }, () => randomNativeName(random, script));
      return { ...one, name: name!, address: `12/3, “${house}”, (${road})-${road}, Mysuru.` };
    });
    // It is refused unless each word of an Indian script is read as it was given.
    expect(countPages(compileDocument(addressLabels(sampleLetterhead, { addressees, firstLabel: 1 })))).toBe(
      sheets,
    );
  });
});
