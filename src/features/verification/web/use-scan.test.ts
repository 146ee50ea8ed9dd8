import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAllScanned, readScanned } from './use-scan.ts';

const here = 'https://convocation.example.ac.in/verify?n=1';
const own = 'https://convocation.example.ac.in/verify';
const kindOf = (text: string) => readScanned(text, here).kind;
const sheet = { number: '2025/000123', code: '7K3MQ-X2P9A' };

describe('a scanned code', () => {
  test.each([
    `${own}?n=2025/000123&c=7K3MQ-X2P9A`,
    `${own}?n=2025%2F000123&c=7K3MQ-X2P9A`,
    `${own}/?c=7K3MQ-X2P9A&n=2025/000123`,
    `  ${own}?n=+2025/000123+&c=7K3MQ-X2P9A\n`,
    `HTTPS://CONVOCATION.EXAMPLE.AC.IN/verify?n=2025/000123&c=7K3MQ-X2P9A`,
    `\ufeff${own}?n=2025/%E2%80%8B000123&c=7K3MQ-X2P9A\u200b`,
    // A proxy may show the portal under another scheme than the one that was printed.
    `http://convocation.example.ac.in/verify?n=2025/000123&c=7K3MQ-X2P9A`,
    `/verify?n=2025/000123&c=7K3MQ-X2P9A`,
    `${own}?n=2025/000123&c=7K3MQ-X2P9A&p=eyJuIjoiMSJ9#top`,
  ])('is a certificate: %s', (text) => {
    expect(readScanned(text, here)).toEqual({ kind: 'certificate', question: sheet });
  });

  test('of a sheet from before the portal has a serial', () => {
    const question = { number: 'SU/24', serial: 'B 4711' };
    expect(readScanned(`${own}?n=SU/24&s=B+4711`, here)).toEqual({ kind: 'certificate', question });
  });

  test.each([
    ['https://evil.example/verify?n=2025/000123&c=7K3MQ-X2P9A', 'evil.example'],
    ['https://convocation.example.ac.in.evil.example/verify?n=2025/000123&c=7K3MQ-X2P9A', 'evil.example'],
    ['https://convocation.example.ac.in@evil.example/verify?n=2025/000123&c=7K3MQ-X2P9A', 'evil.example'],
    ['https://convocation.example.ac.in:8443/verify?n=2025/000123&c=7K3MQ-X2P9A', ':8443'],
    ['https:\\\\evil.example/verify?n=2025/000123&c=7K3MQ-X2P9A', null],
    ['https://\\evil.example/verify?n=2025/000123&c=7K3MQ-X2P9A', 'evil.example'],
    ['https://someone:secret@convocation.example.ac.in/verify?n=2025/000123&c=7K3MQ-X2P9A', 'convocation'],
    // Cyrillic о: an address that looks like ours is shown as what it is.
    ['https://cоnvocation.example.ac.in/verify?n=2025/000123&c=7K3MQ-X2P9A', 'xn--'],
  ])('leads elsewhere: %s', (text, host) => {
    const scanned = readScanned(text, here);
    if (host === null) return expect(scanned).toEqual({ kind: 'other' });
    expect(scanned).toEqual({ kind: 'elsewhere', host: expect.stringContaining(host) });
  });

  test.each([
    own,
    `${own}?n=2025/000123`,
    `${own}?c=7K3MQ-X2P9A`,
    `${own}?n=2025/000123&c=7K3MQ`,
    `${own}?n=2025/000123&n=2025/000124&c=7K3MQ-X2P9A`,
    `${own}?n=2025/000123&c=7K3MQ-X2P9A&s=B004711`,
    `${own}?n=${'9'.repeat(81)}&c=7K3MQ-X2P9A`,
    `${own}?n=%00&c=7K3MQ-X2P9A`,
  ])('names no certificate: %s', (text) => {
    expect(kindOf(text)).toBe('no_certificate');
  });

  test.each([
    '',
    '2025/000123',
    'WIFI:S:net;P:secret;;',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://convocation.example.ac.in/verify?n=2025/000123&c=7K3MQ-X2P9A',
    '//evil.example/verify?n=2025/000123&c=7K3MQ-X2P9A',
    'verify?n=2025/000123&c=7K3MQ-X2P9A',
    'https://',
    'https://[/verify',
    'https://convocation.example.ac.in/verify/../admin?n=2025/000123&c=7K3MQ-X2P9A',
    'https://convocation.example.ac.in/api/verify?number=2025/000123&code=7K3MQ-X2P9A',
    `${own}?n=2025/000123&c=7K3MQ-X2P9A&p=${'x'.repeat(1_000)}`,
    '\u0000',
  ])('is none of ours: %j', (text) => {
    expect(kindOf(text)).toBe('other');
  });

  test('of an acknowledgement slip is named as what it is', () => {
    expect(kindOf('https://convocation.example.ac.in/status?a=000123&r=24999001')).toBe('application');
  });

  test('never fails, and is a certificate of this host only', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('n=', 'c=', '&', '?', '/', '@', ':'),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.array(part).map((parts) => `${own}?n=2025/1&c=7K3MQX2P9A${parts.join('')}`),
      fc.array(part).map((parts) => `https://${parts.join('')}/verify?n=2025/1&c=7K3MQX2P9A`),
    );
    fc.assert(
      fc.property(text, (scanned) => {
        if (readScanned(scanned, here).kind !== 'certificate') return;
        expect(URL.parse(scanned.trim(), here)?.host).toBe('convocation.example.ac.in');
      }),
      { numRuns: process.env.LONG_FORMS ? 2_000 : 300 },
    );
  });
});

describe('several scanned codes', () => {
  const [first, second] = [`${own}?n=1&c=AAAAABBBBB`, `${own}?n=2&c=AAAAABBBBB`];

  test('name each certificate once, whatever else stands beside them', () => {
    const all = readAllScanned(['WIFI:S:net;;', first, 'https://evil.example/', first, second], here);
    expect(all).toEqual([readScanned(first, here), readScanned(second, here)]);
  });

  test('say the gravest of what they are where none is a certificate', () => {
    expect(readAllScanned(['WIFI:S:net;;', own, 'https://evil.example/'], here)).toEqual([
      { kind: 'elsewhere', host: 'evil.example' },
    ]);
    expect(readAllScanned([], here)).toEqual([]);
  });
});
