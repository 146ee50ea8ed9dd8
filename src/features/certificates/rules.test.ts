import { describe, expect, test } from 'vitest';
import { bundleCan, certificateCan, formatBundleNumber, signatureDayFault } from './rules.ts';

const withheldAt = '2026-11-21T10:12:00Z';

describe('handing over', () => {
  test('is for a printed certificate that nothing withholds', () => {
    expect(certificateCan.handOver({ state: 'printed', withheldAt: null })).toBe(true);
    expect(certificateCan.handOver({ state: 'printed', withheldAt })).toBe('certificates.withheld');
    expect(certificateCan.handOver({ state: 'to_print', withheldAt: null })).toBe('certificates.not_printed');
    expect(certificateCan.handOver({ state: 'in_run', withheldAt: null })).toBe('certificates.not_printed');
  });

  test('says first what does not change any more', () => {
    expect(certificateCan.handOver({ state: 'handed_over', withheldAt })).toBe('certificates.handed_over');
    expect(certificateCan.handOver({ state: 'revoked', withheldAt })).toBe('certificates.revoked');
  });

  test('in a bundle has the same reasons', () => {
    expect(bundleCan.take({ state: 'printed', withheldAt: null })).toBe(true);
    expect(bundleCan.take({ state: 'printed', withheldAt })).toBe('bundles.withheld');
    expect(bundleCan.take({ state: 'handed_over', withheldAt: null })).toBe('bundles.handed_over');
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
