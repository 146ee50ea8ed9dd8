import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '#platform/server/settings.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const documents = [
  ...globSync('*.md'),
  ...globSync('docs/{,decisions/}*.md'),
  'src/features/masters/declared/README.md',
];

test('every rule of docs/law.md names tests that are there, with the names that it quotes', () => {
  const rows = [...read('docs/law.md').matchAll(/^\| (.+?) \| .+ \| (.+) \|$/gm)]
    .map(([, rule, tests]) => ({ rule: rule!, tests: tests! }))
    .filter(({ tests }) => !/^(test|---)$/.test(tests));
  expect(rows.length).toBeGreaterThan(10);
  for (const { rule, tests } of rows) {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file]) => file!);
    expect(files, rule).not.toEqual([]);
    expect(
      files.filter((file) => !existsSync(file)),
      rule,
    ).toEqual([]);
    const sources = files.map(read).join('\n');
    for (const [, name] of tests.matchAll(/'([^']+)'/g)) expect(sources, rule).toContain(name);
  }
});

test('every command and file that a document names is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  for (const file of documents) {
    const text = read(file);
    const commands = [...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name]) => name!);
    expect(
      commands.filter((name) => !(name in scripts)),
      file,
    ).toEqual([]);
    const named = [...text.matchAll(/`((?:deploy|docs|src|scripts|packs|system-tests|e2e)\/[\w./-]+)`/g)];
    const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, link]) =>
      path.join(path.dirname(file), link!),
    );
    const missing = [...named.map(([, one]) => one!), ...linked].filter((one) => !existsSync(one));
    expect(missing, file).toEqual([]);
  }
});

test('docs/operations.md has every setting, and none that nobody reads', () => {
  const [, section] = read('docs/operations.md').split('\n## Settings\n');
  const table = section!.slice(0, section!.indexOf('\n### '));
  const listed = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!),
  );
  // DEMO is not for operators.
  expect(listed.toSorted()).toEqual(settingNames.filter((name) => name !== 'DEMO').toSorted());
});
