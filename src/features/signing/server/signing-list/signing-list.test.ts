import { describe, expect, test } from 'vitest';
import { sampleLetterhead } from '#dev/testing/sample-letterhead.ts';
import { expectForeseen, textsOf, timesIn } from '#dev/testing/typst-pages.ts';
import type { SignedSheet, SigningBatchDetail } from '../../contract.ts';
import { signingList } from './signing-list.ts';

const counts = process.env.LONG_FORMS ? [1, 14, 15, 20, 21, 37, 38, 43, 44, 60, 120] : [14, 15];

const id = '01890000-0000-7000-8000-000000000000';

function sheetNumbered(number: number, changes: Partial<SignedSheet> = {}): SignedSheet {
  return {
    id,
    certificateId: id,
    convocationNumber: `2025/${String(number).padStart(6, '0')}`,
    studentName: 'Priya Nair',
    examRollNumber: '24100363',
    courseDegree: 'ECE',
    collegeCode: 'COL001',
    certificateType: 'Degree',
    blankSerial: `B${String(number).padStart(6, '0')}`,
    copyNumber: 0,
    runNumber: 'R-000004',
    printedAt: '2026-11-20T05:00:00Z',
    outcome: null,
    remark: null,
    backAt: null,
    backBy: null,
    standing: 'valid',
    ...changes,
  };
}

function listOf(sheets: SignedSheet[], changes: Partial<SigningBatchDetail> = {}) {
  return signingList(sampleLetterhead, {
    id,
    batchNumber: 'S-000017',
    office: 'Vice-Chancellor',
    carriedBy: 'Ravi Shetty',
    sentBy: 'Meera Iyer',
    sentAt: '2026-11-21T10:12:00Z',
    sheetCount: sheets.length,
    outCount: sheets.length,
    signedCount: 0,
    backAt: null,
    sheets,
    ...changes,
  });
}

const many = (count: number) => Array.from({ length: count }, (_, index) => sheetNumbered(index + 1));

describe('the list of a signing batch', () => {
  test('names the office, who carries the sheets, and each sheet with its serial, under the head of the office', () => {
    const words = textsOf(listOf([sheetNumbered(4)])).split(' | ');
    for (const given of [
      'Vishwavidya University of Karnataka',
      'Certificates sent for signature',
      'S-000017',
      'Vice-Chancellor',
      'Ravi Shetty',
      '21/11/2026, 15:42 IST',
      '2025/000004',
      'B000004',
      'Priya Nair',
      'ECE, Degree',
      'Handed out by Meera Iyer',
      'Received for signature: Vice-Chancellor',
      'Returned by Ravi Shetty',
      'Printed on 22/11/2026, 10:30 IST by Meera Iyer',
      'S-000017, page 1 of 1',
    ]) {
      expect(timesIn(words, given), given).toBe(1);
    }
  });

  test('leaves room to tick, or says what came back and when', () => {
    const backAt = '2026-11-23T05:00:00Z';
    const text = textsOf(
      listOf([
        sheetNumbered(1),
        sheetNumbered(2, { outcome: 'signed', backAt }),
        sheetNumbered(3, { outcome: 'unsigned', backAt }),
        sheetNumbered(4, { outcome: 'damaged', backAt, remark: 'Torn' }),
      ]),
    );
    expect(text.match(/(Signed|Not signed|Damaged), back on 23\/11\/2026/g)).toEqual([
      'Signed, back on 23/11/2026',
      'Not signed, back on 23/11/2026',
      'Damaged, back on 23/11/2026',
    ]);
  });

  test.each(counts)('takes as many pages as foreseen, as PDF/A-2a: %i sheets', (count) => {
    const long = {
      studentName: 'Venkataramanaiah '.repeat(5).trim(),
      courseDegree: 'Master of '.repeat(6),
    };
    const sheets = many(count);
    const document = listOf(
      sheets.map((sheet) => ({ ...sheet, ...long })),
      {
        office: 'Registrar of evaluation and examinations '.repeat(3).trim().slice(0, 120),
        carriedBy: 'Sarvepalli '.repeat(10).trim(),
        sentBy: 'Venkataramanaiah '.repeat(4).trim(),
      },
    );
    const words = textsOf(document).split(' | ');
    for (const { convocationNumber } of sheets)
      expect(timesIn(words, convocationNumber), convocationNumber).toBe(1);
    expectForeseen(document);
  });
});
