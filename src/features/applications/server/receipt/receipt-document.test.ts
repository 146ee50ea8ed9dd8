import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readQrCodes } from '#dev/testing/qr-codes.ts';
import { sampleLetterhead } from '#dev/testing/sample-letterhead.ts';
import { countPages, rasterOf, textsOf } from '#dev/testing/typst-pages.ts';
import { compileDocument } from '#platform/server/typst/compile-document.ts';
import { awardRecord } from '#shared/award-record.ts';
import { blankEntry } from '#shared/declared-field.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { readAcknowledgement } from '../../rules.ts';
import { receiptDocument } from './receipt-document.ts';

const id = '01890000-0000-7000-8000-000000000000';
const file = { id, name: 'photo.jpg', mediaType: 'image/jpeg', byteSize: 1 };

function draftNumbered(number: number, changes: Partial<ApplicationDetail['allocations'][number]> = {}) {
  return {
    receipt: null,
    demandDraftId: id,
    number: String(number),
    drawnOn: '2026-10-21',
    bank: 'State Bank of India',
    branch: 'Mysuru Main',
    amount: 80_000,
    allocatedAmount: 60_000,
    state: 'received',
    pays: true,
    ...changes,
  };
}

const photo = await sharp({ create: { width: 350, height: 450, channels: 3, background: '#789' } })
  .jpeg()
  .toBuffer();

const application: ApplicationDetail = {
  id,
  acknowledgementNumber: 123,
  registrationNumber: 'REG000123',
  examRollNumber: 'R-2025-17',
  candidateName: 'Ananya Krishnamurthy Rao',
  candidateNameNative: 'ಅನನ್ಯಾ ಕೃಷ್ಣಮೂರ್ತಿ ರಾವ್',
  courseDegree: 'ECE',
  collegeId: id,
  collegeCode: 'COL001',
  collegeName: 'Sri Basaveshwara College of Engineering',
  courseId: id,
  paperId: id,
  academicYear: '2024-25',
  guideName: null,
  modeOfStudy: 'Regular',
  certificateType: 'Degree',
  chosenColour: 'Maroon',
  selectedPaper: 'Parchment',
  photo: file,
  receipts: [file],
  draftNumbers: '654321',
  draftIds: [],
  draftDate: '2026-10-21',
  feeAmount: 80_000,
  charges: [],
  concession: null,
  totalAmount: 80_000,
  paidAmount: 60_000,
  pendingAmount: 20_000,
  status: 'received',
  receivedBy: 'Ravi Kumar',
  receivedById: id,
  receivedAt: '2026-11-21T10:12:00Z',
  contributorIds: [],
  verifiedBy: null,
  verifiedById: null,
  verifiedAt: null,
  rejectedBy: null,
  rejectedAt: null,
  rejectionReason: null,
  rejectionRemark: null,
  fallenDraft: null,
  returnedBy: null,
  returnedAt: null,
  returnReasons: [],
  returnRemark: null,
  waitingSince: '2026-11-21T10:12:00Z',
  isWaiting: true,
  reopening: null,
  earlierCertificate: null,
  convocationNumber: null,
  certificateId: null,
  certificateState: null,
  certificateWithheldAt: null,
  revokedAt: null,
  revocationReason: null,
  revocationAuthority: null,
  version: 1,
  allocations: [draftNumbered(654_321)],
  ...blankEntry(awardRecord),
  contactConsent: null,
  conversation: [],
  takeBackUntil: null,
};

function documentOf(changes: Partial<ApplicationDetail> = {}) {
  return receiptDocument(sampleLetterhead, {
    application: { ...application, ...changes },
    photo,
    promisedOn: '2026-12-14',
    publicUrl: 'https://certificates.university.example',
  });
}

describe('words on the receipt', () => {
  test('are those of the application, once on either copy', () => {
    const words = textsOf(documentOf()).split(' | ');
    for (const given of [
      sampleLetterhead.university.name,
      sampleLetterhead.university.place,
      '14/12/2026',
      '000123',
      'ACK000123',
      '21/11/2026, 15:42 IST',
      'Ananya Krishnamurthy Rao',
      // Each word of an Indian script is a text of its own.
      'ಕೃಷ್ಣಮೂರ್ತಿ',
      'REG000123',
      'R-2025-17',
      '2024-25',
      '654321',
      '21/10/2026',
      'State Bank of India',
      'Mysuru Main',
      'Rupees Sixty Thousand Only',
      '₹20,000',
      'Received by Ravi Kumar',
      'Printed on 22/11/2026, 10:30 IST by Meera Iyer',
    ]) {
      expect(
        words.filter((word) => word === given),
        given,
      ).toHaveLength(2);
    }
    // Total and the draft's amount; paid and what the draft pays.
    for (const amount of ['₹80,000', '₹60,000'])
      expect(words.filter((word) => word === amount)).toHaveLength(4);
    for (const copy of ['Candidate’s copy', 'Office copy']) expect(words).toContain(copy);
    expect(words.join(' ')).toContain('This receipt is not a certificate');
  });

  test('say what the bank returned, and what nothing is', () => {
    const returned = draftNumbered(111_111, { state: 'returned_by_bank', pays: false });
    const words = textsOf(documentOf({ paidAmount: 0, pendingAmount: 80_000, allocations: [returned] }));
    expect(words).toContain('returned by bank');
    expect(words).toContain('Nil');
    expect(words).toContain('Rupees Zero Only');
  });

  test('never are Typst’s language', () => {
    const candidateName = '#panic("x") *a* _b_ $c$ <d> @e';
    expect(textsOf(documentOf({ candidateName })).replaceAll(' | ', ' ')).toContain(candidateName);
  });
});

describe('one page', () => {
  const longest = {
    candidateName: 'Venkata Satya Naga Lakshmi Narasimha Prabhakara Subrahmanya Raghunatha Srinivasa'
      .repeat(2)
      .slice(0, 120),
    candidateNameNative: 'वेङ्कट सत्य नाग लक्ष्मी नरसिंह प्रभाकर सुब्रह्मण्य',
    collegeName:
      'Sri Jagadguru Basaveshwara Mahaswamigala College of Engineering and Technology for Women, Mysuru',
    allocations: Array.from({ length: 10 }, (_, index) =>
      draftNumbered(100_000 + index, {
        bank: 'Apex Cooperative Bank '.repeat(3),
        branch: 'Industrial Estate '.repeat(4),
      }),
    ),
  };

  test.each([
    ['of an ordinary application', {}],
    ['of the longest names and ten drafts', longest],
    ['of a name that is one word', { candidateName: 'Venkatasatyanaga'.repeat(7) }],
  ])('%s, as PDF/A-2a', (_, changes) => {
    const pdf = compileDocument(documentOf(changes));
    expect(countPages(pdf)).toBe(1);
    expect(Buffer.from(pdf).toString('latin1')).toMatch(/<pdfaid:part>2<\/pdfaid:part>/);
  });

  test('gives the candidate the notice on which contact details are kept, and still fits on one page', () => {
    const contactConsent = {
      noticeVersion: 1,
      purposes: ['application' as const],
      givenAt: '2026-11-21T10:12:00Z',
      givenTo: 'Ravi Kumar',
      withdrawnAt: null,
      withdrawnTo: null,
    };
    const document = documentOf({ ...longest, contactConsent });
    const words = textsOf(document).replaceAll(' | ', ' ');
    expect(words.match(/Notice 1, to which you agreed/g)).toHaveLength(1);
    expect(words).toContain('Data Protection Board of India.');
    expect(countPages(compileDocument(document))).toBe(1);
    const withdrawn = { ...contactConsent, withdrawnAt: '2026-11-22T10:12:00Z', withdrawnTo: 'Ravi Kumar' };
    expect(textsOf(documentOf({ contactConsent: withdrawn }))).not.toContain('Notice 1');
  });

  test('lists ten drafts, and of more the last ones in one line', () => {
    const ten = textsOf(documentOf({ allocations: longest.allocations }));
    for (const { number } of longest.allocations) expect(ten).toContain(number);
    const allocations = Array.from({ length: 14 }, (_, index) => draftNumbered(100_000 + index));
    const many = textsOf(documentOf({ allocations }));
    expect(many).toContain('100008');
    expect(many).not.toContain('100009');
    expect(many).toContain('and 5 further demand drafts');
    expect(many).toContain('₹3,00,000');
  });
});

test('both QR codes are read as the acknowledgement number, the candidate’s by way of the address of its state', async () => {
  const codes = await readQrCodes(await rasterOf(documentOf(), 595.28));
  expect(codes.map(({ text }) => readAcknowledgement(text))).toEqual([123, 123]);
  expect(codes.map(({ text }) => text).sort()).toEqual([
    'ACK000123',
    'https://certificates.university.example/status?a=000123&r=R-2025-17',
  ]);
});

test('the photo of the candidate is on it', () => {
  expect(Buffer.from(compileDocument(documentOf())).includes(photo)).toBe(true);
});
