import { describe, expect, test } from 'vitest';
import { sampleLetterhead } from '#dev/testing/sample-letterhead.ts';
import { countPages, textsOf, timesIn } from '#dev/testing/typst-pages.ts';
import { compileDocument } from '#platform/server/typst/compile-document.ts';
import type { PrintRunDetail, Sheet } from '../../contract.ts';
import { reportDocument } from './report-document.ts';

const id = '01890000-0000-7000-8000-000000000000';

function sheetAt(position: number, changes: Partial<Sheet> = {}): Sheet {
  return {
    id,
    position,
    certificateId: id,
    convocationNumber: `2026/${String(position).padStart(6, '0')}`,
    studentName: 'Ananya Krishnamurthy Rao',
    examRollNumber: 'R-2025-17',
    collegeCode: 'COL001',
    blankSerial: `A${String(1_000 + position).padStart(6, '0')}`,
    copyNumber: 0,
    outcome: 'good',
    outcomeReason: null,
    outcomeAt: '2026-11-21T10:30:00Z',
    cancelledAt: null,
    ...changes,
  };
}

function reportOf(sheets: Sheet[], changes: Partial<PrintRunDetail> = {}) {
  const spoiltCount = sheets.filter((sheet) => sheet.outcome === 'spoilt').length;
  return reportDocument(sampleLetterhead, {
    id,
    runNumber: 'R-000012',
    state: 'closed',
    paper: 'Parchment',
    colour: 'Maroon',
    certificateType: 'Degree',
    collegeCode: null,
    operator: 'Prakash Gowda',
    preparedAt: '2026-11-21T10:12:00Z',
    startedAt: '2026-11-21T10:15:00Z',
    closedAt: '2026-11-21T10:45:00Z',
    closedBy: 'Meera Iyer',
    withdrawnAt: null,
    withdrawnBy: null,
    sheetCount: sheets.length,
    goodCount: sheets.length - spoiltCount,
    spoiltCount,
    missingCount: 0,
    openAt: null,
    countedGood: sheets.length - spoiltCount,
    countedSpoilt: spoiltCount,
    countedMissing: 0,
    firstSerial: sheets[0]!.blankSerial,
    lastSerial: sheets.at(-1)!.blankSerial,
    document: 'ready',
    documentFailure: null,
    printer: null,
    offset: { xMm: 0, yMm: 0 },
    file: { from: 1, openedAt: '2026-11-21T10:16:00Z' },
    composedCount: sheets.length,
    proof: null,
    version: 3,
    sheets,
    ...changes,
  });
}

const run = (sheets: number) => Array.from({ length: sheets }, (_, index) => sheetAt(index + 1));

describe('the report of a run', () => {
  test('says who printed what and when, the counts, and the spoilt serials with their reasons', () => {
    const jam = sheetAt(2, { outcome: 'spoilt', outcomeReason: 'Jam' });
    const words = textsOf(reportOf([sheetAt(1), jam, sheetAt(3, { copyNumber: 1 })])).split(' | ');
    for (const given of [
      'Report of print run R-000012',
      'Parchment, Maroon',
      'Several colleges',
      'Prakash Gowda',
      'A001001 to A001003',
      '21/11/2026, 15:42 IST',
      '21/11/2026, 16:15 IST by Meera Iyer',
      'Jam',
      'Spoilt: Jam',
      'Jam',
      'Spoilt: Jam',
      'Copy 1',
      'Operator: Prakash Gowda',
      'Checked by, for the store',
      'R-000012, page 1 of 1',
    ])
      expect(timesIn(words, given), given).toBe(1);
    expect(timesIn(words, 'A001002'), 'among the spoilt ones and among all').toBe(2);
    expect(words.join(' ')).toContain('Good sheets 2 2 Spoilt sheets 1 1 Missing sheets 0 0 All sheets 3 3');
  });

  test('says so when nothing is spoilt and when nobody counted', () => {
    const words = textsOf(
      reportOf(run(1), { countedGood: null, countedSpoilt: null, countedMissing: null, closedBy: null }),
    );
    expect(words).toContain('None.');
    expect(words.split(' | ').filter((word) => word === 'not counted')).toHaveLength(4);
  });

  test.each(process.env.LONG_FORMS ? [1, 60, 500] : [60])('names each of %i sheets, as PDF/A-2a', (count) => {
    const sheets = run(count).map((sheet) => ({
      ...sheet,
      studentName: 'Venkata Satya Naga Lakshmi Narasimha Prabhakara Subrahmanya',
    }));
    const document = reportOf(sheets);
    const words = textsOf(document).split(' | ');
    for (const { convocationNumber } of sheets) expect(timesIn(words, convocationNumber)).toBe(1);
    const pdf = compileDocument(document);
    expect(countPages(pdf)).toBeLessThanOrEqual(2 * document.pages);
    expect(Buffer.from(pdf).toString('latin1')).toMatch(/<pdfaid:part>2<\/pdfaid:part>/);
  });
});
