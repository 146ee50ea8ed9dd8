import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../harness/portal.ts';
import { read, tablesOf, trackedFiles } from '../harness/source.ts';

// Build: "docs/law.md: each rule, how it is met, its test. SECURITY.md: how to report a vulnerability."

function law(): { rule: string; met: string; tests: string; text: string }[] {
  expect(existsSync(path.join(root, 'docs/law.md')), 'docs/law.md').toBe(true);
  const rows = tablesOf(read('docs/law.md')).flatMap(([heading, ...cells]) => {
    const at = (like: RegExp) => heading!.findIndex((cell) => like.test(cell));
    const [rule, met, tests] = [
      at(/rule|law|section|provision/i),
      at(/how|met|done|portal/i),
      at(/test|proof|proved/i),
    ];
    if (rule < 0 || met < 0 || tests < 0) return [];
    return cells.map((row) => ({
      rule: row.slice(0, Math.max(1, Math.min(met, tests))).join(' '),
      met: row[met] ?? '',
      tests: row[tests] ?? '',
      text: row.join(' '),
    }));
  });
  expect(rows.length, 'rows of a table with the columns rule, how it is met, test').toBeGreaterThan(0);
  return rows;
}

/** Words between backticks or links that look like files of the repository. */
const filesIn = (text: string) =>
  [...text.matchAll(/[\w./-]+\.(?:test|spec|long|e2e)?\.?(?:tsx?|mjs)\b/g)].map(([name]) =>
    name.replace(/^(\.\.?\/)+/, ''),
  );

describe('Build docs/law.md', () => {
  // Rules that the texts of the product name: DOMAIN.md, UNIVERSITY.md, UX.md and this stage.
  for (const [rule, like] of [
    ['DPDP Act 2023, notice (s. 5)', /DPDP|Digital Personal Data/i],
    ['DPDP Act 2023, consent (s. 6)', /consent/i],
    ['DPDP Rules 2025: logs one year', /Rules?,? 2025/i],
    ['DPDP: erasure when the purpose is over', /eras|purpose|retention/i],
    [
      'CERT-In directions of 28 April 2022: logs for 180 days',
      /CERT-?In[\s\S]*180 days|180 days[\s\S]*CERT-?In/i,
    ],
    ['CERT-In: clocks of all machines to one time', /CERT-?In[\s\S]*(clock|NTP|time)/i],
    ['CERT-In: incidents within six hours', /CERT-?In[\s\S]*(six|6)[ -]hours/i],
    ['UGC, 1 September 2023: no Aadhaar number on a sheet', /Aadhaar/i],
    [
      'UGC 2014, 2017, 2019: photo, QR, institution and place, mode of study',
      /UGC[\s\S]*(photo|QR|mode of study)/i,
    ],
    ['UGC 2008, 4.4: awarded within 180 days', /UGC[\s\S]*180 days/i],
    ['validity of a demand draft: three months', /draft[\s\S]*(3|three) months/i],
    ['accessibility: WCAG 2.2 AA', /WCAG|accessib/i],
  ] as const)
    test(`Build: it has ${rule}, how it is met and a test`, () => {
      const found = law().filter(({ text }) => like.test(text));
      expect(found.length, `no row like ${like}`).toBeGreaterThan(0);
      expect(
        found.some(({ met }) => met.length > 20),
        'how it is met, in words',
      ).toBe(true);
      expect(
        found.some(({ tests }) => filesIn(tests).length > 0),
        'a test by its file',
      ).toBe(true);
    });

  test('Build: every row names a test, every named test is a file of this repository that runs with the others', () => {
    const lacking: string[] = [];
    for (const { rule, tests } of law()) {
      const files = filesIn(tests);
      if (files.length === 0) lacking.push(`${rule}: no test in '${tests}'`);
      for (const file of files) {
        const known = trackedFiles().find((one) => one === file || one.endsWith(`/${file}`));
        if (!known) lacking.push(`${rule}: ${file} does not exist`);
        else if (/\.pending\.ts$/.test(known)) lacking.push(`${rule}: ${file} waits and runs with nothing`);
      }
    }
    expect(lacking).toEqual([]);
  });

  test('Build: a test that is quoted by its name is in the file that the row names', () => {
    const lacking = law().flatMap(({ rule, tests }) => {
      const sources = filesIn(tests)
        .flatMap((file) =>
          trackedFiles()
            .filter((one) => one.endsWith(file))
            .map(read),
        )
        .join('\n');
      const quoted = [...tests.matchAll(/['‘’“”"]([^'‘’“”"]{12,})['‘’“”"]/g)].map(([, name]) => name!);
      return quoted.filter((name) => !sources.includes(name)).map((name) => `${rule}: '${name}'`);
    });
    expect(lacking).toEqual([]);
  });

  test('Build: it cites the rule where it says one: act or notification, number or section, and year', () => {
    for (const { rule } of law()) expect(rule, 'a year, section or number').toMatch(/\d/);
  });

  test('Build: it can be found: README or operations.md link to it', () => {
    const linking = trackedFiles('README.md', 'docs/*.md', 'SECURITY.md').filter(
      (file) => file !== 'docs/law.md' && /law\.md/.test(read(file)),
    );
    expect(linking).not.toEqual([]);
  });
});

describe('Build SECURITY.md', () => {
  test('Build: it says where to report, what to send, how soon one hears, and which versions are cared for', () => {
    expect(trackedFiles('SECURITY.md'), 'SECURITY.md').toEqual(['SECURITY.md']);
    const text = read('SECURITY.md');
    expect(text, 'an address').toMatch(
      /[\w.+-]+@[\w-]+\.\w+|security advisor|private vulnerability report|mailto:/i,
    );
    expect(text, 'not in public').toMatch(/not .{0,60}public|private/i);
    expect(text, 'what to send').toMatch(/version|steps|reproduce|request (id|number)/i);
    expect(text, 'how soon').toMatch(/\b(hours?|days?)\b/i);
    expect(text, 'versions').toMatch(/supported|versions?/i);
    expect(text, 'CERT-In is told within six hours').toMatch(/CERT-?In/i);
  });

  test('Build: the README leads to it', () => {
    expect(read('README.md')).toMatch(/SECURITY\.md/);
  });
});
