import { describe, expect, test } from 'vitest';
import { sampleLetterhead } from '#dev/testing/sample-letterhead.ts';
import { expectForeseen, textsOf, timesIn } from '#dev/testing/typst-pages.ts';
import type { BundleDetail, BundledCertificate } from '../../bundle-contract.ts';
import { bundleList } from './bundle-list.ts';

const counts = process.env.LONG_FORMS ? [1, 15, 16, 20, 21, 38, 39, 43, 44, 120] : [15, 16];

const id = '01890000-0000-7000-8000-000000000000';

function certificateNumbered(number: number, changes: Partial<BundledCertificate> = {}): BundledCertificate {
  return {
    certificateId: id,
    convocationNumber: `2025/${String(number).padStart(6, '0')}`,
    studentName: 'Priya Nair',
    registrationNumber: 'COL00123',
    examRollNumber: '24100363',
    courseDegree: 'ECE',
    certificateType: 'Degree',
    blankSerial: `B${String(number).padStart(6, '0')}`,
    signedOn: null,
    ...changes,
  };
}

function listOf(certificates: BundledCertificate[], changes: Partial<BundleDetail> = {}) {
  return bundleList(sampleLetterhead, {
    id,
    bundleNumber: 'B-000017',
    collegeCode: 'COL001',
    collegeName: 'Sahyadri College of Engineering, Mysuru',
    deliveredTo: 'Dr. Lakshmi Rao',
    designation: 'Principal',
    identitySeen: 'College card',
    handedOverBy: 'Ravi Shetty',
    handedOverAt: '2026-11-21T10:12:00Z',
    certificateCount: certificates.length,
    signedCount: 0,
    certificates,
    ...changes,
  });
}

const many = (count: number) => Array.from({ length: count }, (_, index) => certificateNumbered(index + 1));

describe('the list of a bundle', () => {
  test('names the college, who took it along, and each certificate with its serial', () => {
    const words = textsOf(listOf([certificateNumbered(4)])).split(' | ');
    for (const given of [
      'B-000017',
      'Sahyadri College of Engineering, Mysuru (COL001)',
      'Dr. Lakshmi Rao, Principal',
      '21/11/2026, 15:42 IST',
      '2025/000004',
      'B000004',
      'Priya Nair',
      'ECE, Degree',
      'Handed over by Ravi Shetty',
      'Received by Dr. Lakshmi Rao, Principal. Seal of the college',
      'Identity paper seen: College card',
      'B-000017, page 1 of 1',
    ]) {
      expect(timesIn(words, given), given).toBe(1);
    }
  });

  test('leaves room for each signature, or says when the student signed', () => {
    const text = textsOf(
      listOf([certificateNumbered(1, { signedOn: '2026-11-23' }), certificateNumbered(2)]),
    );
    expect(text.match(/Signed on/g)).toHaveLength(1);
    expect(text).toContain('Signed on 23/11/2026');
  });

  test('prints a name in Kannada', () => {
    expect(textsOf(listOf([certificateNumbered(1, { studentName: 'ಪ್ರಿಯಾ ನಾಯರ್' })]))).toContain('ಪ್ರಿಯಾ');
  });

  test('has each certificate once and is signed once', () => {
    const certificates = many(120);
    const words = textsOf(listOf(certificates)).split(' | ');
    for (const { convocationNumber } of certificates)
      expect(timesIn(words, convocationNumber), convocationNumber).toBe(1);
    expect(timesIn(words, 'Handed over by Ravi Shetty')).toBe(1);
  });

  test.each(counts)('takes as many pages as foreseen, as PDF/A-2a: %i certificates', (count) => {
    const long = {
      studentName: 'Venkataramanaiah '.repeat(5).trim(),
      courseDegree: 'Master of '.repeat(6),
    };
    const document = listOf(
      many(count).map((certificate) => ({ ...certificate, ...long })),
      {
        collegeName: 'College of Engineering and Technology '.repeat(3).trim(),
        deliveredTo: 'Sarvepalli '.repeat(8).trim(),
        designation: 'Office superintendent of examinations',
      },
    );
    expectForeseen(document);
  });
});
