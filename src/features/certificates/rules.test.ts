import { describe, expect, test } from 'vitest';
import { bundleCan, certificateCan, formatBundleNumber, signatureDayFault } from './rules.ts';

const withheldAt = '2026-11-21T10:12:00Z';
const sentAt = withheldAt;
const missingSignature = null;

describe('handing over', () => {
  test('is for a printed certificate that nothing withholds', () => {
    expect(certificateCan.handOver({ state: 'printed', withheldAt: null, missingSignature })).toBe(true);
    expect(certificateCan.handOver({ state: 'printed', withheldAt, missingSignature })).toBe(
      'certificates.withheld',
    );
    expect(certificateCan.handOver({ state: 'to_print', withheldAt: null, missingSignature })).toBe(
      'certificates.not_printed',
    );
    expect(certificateCan.handOver({ state: 'in_run', withheldAt: null, missingSignature })).toBe(
      'certificates.not_printed',
    );
  });

  test('says first what does not change any more', () => {
    expect(certificateCan.handOver({ state: 'handed_over', withheldAt, missingSignature })).toBe(
      'certificates.handed_over',
    );
    expect(certificateCan.handOver({ state: 'revoked', withheldAt, missingSignature })).toBe(
      'certificates.revoked',
    );
  });

  test('waits for the signature of what is signed by hand', () => {
    const printed = { state: 'printed', withheldAt: null } as const;
    const batch = { batchNumber: 'S-000001', office: 'Registrar', sentAt };
    const missing = [
      { state: 'to_be_signed' },
      { state: 'out', ...batch },
      { state: 'damaged', ...batch },
    ] as const;
    for (const [index, code] of (
      [
        'certificates.to_be_signed',
        'certificates.out_for_signature',
        'certificates.damaged_at_signature',
      ] as const
    ).entries()) {
      expect(certificateCan.handOver({ ...printed, missingSignature: missing[index]! })).toBe(code);
      expect(bundleCan.take({ ...printed, missingSignature: missing[index]! })).toBe(code);
    }
  });

  test('in a bundle has the same reasons', () => {
    expect(bundleCan.take({ state: 'printed', withheldAt: null, missingSignature })).toBe(true);
    expect(bundleCan.take({ state: 'printed', withheldAt, missingSignature })).toBe('bundles.withheld');
    expect(bundleCan.take({ state: 'handed_over', withheldAt: null, missingSignature })).toBe(
      'bundles.handed_over',
    );
  });
});

test('a student signs from the day of the bundle on, and not in the future', () => {
  const days = { handedOverOn: '2026-11-20', today: '2026-11-22' };
  expect(signatureDayFault('2026-11-19', days)).toBe('bundles.signed_too_early');
  expect(signatureDayFault('2026-11-20', days)).toBeNull();
  expect(signatureDayFault('2026-11-22', days)).toBeNull();
  expect(signatureDayFault('2026-11-23', days)).toBe('bundles.signed_later');
});

test('bundles are numbered in six digits', () => {
  expect(formatBundleNumber(17)).toBe('B-000017');
});
