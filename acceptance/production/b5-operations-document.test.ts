import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../harness/portal.ts';
import { read, tablesOf, trackedFiles } from '../harness/source.ts';
import { commandsOf, document, operationsDocument, section, sectionsOf } from './b-document.ts';

// The issue: "docs/operations.md rewritten: install in ten minutes, first administrator, settings, backup and proof of restore,
// upgrade and what to do if it fails, supervise, capacity (rows, megabytes, growth per year), troubleshooting; the season's
// checklist." Open: the headings' words; each subject is looked for in the headings.

const subjects: [string, RegExp, RegExp][] = [
  ['install in ten minutes', /^install/i, /ten minutes|10 minutes/i],
  ['first administrator', /first administrator/i, /staff:create-admin/],
  ['settings', /^settings/i, /`PUBLIC_URL`/],
  ['backup and proof of restore', /backup|back up/i, /npm run backup/],
  ['restore', /restore/i, /npm run restore/],
  ['upgrade and what to do if it fails', /upgrade/i, /fail/i],
  ['supervise', /supervis|monitor/i, /\/metrics|npm run doctor/],
  ['capacity', /capacity/i, /per year|a year/i],
  ['troubleshooting', /troubleshoot|something is wrong/i, /\|/],
  ["the season's checklist", /season/i, /^\s*([-*]|\d+\.)\s/m],
];

describe('9 docs/operations.md', () => {
  for (const [subject, title, content] of subjects)
    test(`9 docs: a section on ${subject}`, () => {
      const { text } = section(operationsDocument, title);
      expect(text.length, 'more than a heading').toBeGreaterThan(300);
      expect(text).toMatch(content);
    });

  test('9 docs: every `npm run` command that a document names exists', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const files = trackedFiles('docs/*.md', 'README.md', 'deploy/*').filter((file) =>
      /\.(md|service|yml|yaml|conf)$|Dockerfile$/.test(file),
    );
    const named = files.flatMap((file) =>
      [...read(file).matchAll(/npm run (?:--silent |-s )?([a-z][\w:-]*)/g)].map(
        ([, name]) => `${name} (${file})`,
      ),
    );
    expect(named.filter((one) => !(one.split(' ')[0]! in scripts))).toEqual([]);
    for (const name of [
      'build',
      'start:production',
      'migrate',
      'backup',
      'restore',
      'doctor',
      'audit:verify',
    ])
      expect(Object.keys(scripts), `npm run ${name}`).toContain(name);
  });

  test('9 docs: every file and folder of the release that it names is there', () => {
    const paths = [
      ...document(operationsDocument).matchAll(/`((?:deploy|docs|src|scripts|packs|migrations)\/[\w./-]*)`/g),
    ].map(([, one]) => one!);
    expect(paths.filter((one) => !existsSync(path.join(root, one)))).toEqual([]);
    const linked = [...document(operationsDocument).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(
      ([, one]) => one!,
    );
    expect(linked.filter((one) => !existsSync(path.join(root, 'docs', one)))).toEqual([]);
  });

  test('9 docs settings: the tables have every setting that the portal reads, and none that it does not', () => {
    const { text } = section(operationsDocument, /^settings/i);
    const listed = new Set(
      tablesOf(text).flatMap((rows) =>
        rows.flatMap(([first]) => [...first!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!)),
      ),
    );
    // What the server's own refusal and the unit name: an outside view of what is read.
    const read = new Set(settingsInBundle());
    const unknown = [...listed].filter((name) => !read.has(name));
    expect(unknown, 'documented, and read nowhere').toEqual([]);
    const missing = [...read].filter(
      (name) =>
        !listed.has(name) &&
        /^(DATABASE|BACKUP|ARCHIVE|S3|OIDC|SMTP|MAIL|SECRET|PUBLIC|TRUST|DATA|CHECKPOINT|SERVICES|MFA|LOG|REPLICA|RETENTION|PASSKEY)/.test(
          name,
        ),
    );
    expect(missing, 'read, and not documented').toEqual([]);
  });

  test('9 docs capacity: figures of rows, megabytes and growth per year, in a table', () => {
    const { text } = section(operationsDocument, /capacity/i);
    const rows = tablesOf(text).flat();
    expect(rows.length, 'rows of tables').toBeGreaterThan(4);
    const words = rows.flat().join(' ');
    expect(words).toMatch(/\b\d[\d,.]*\s*(MB|megabytes|GB|gigabytes)\b/i);
    expect(words).toMatch(/rows/i);
    expect(text).toMatch(/(a|per|each) year/i);
  });

  test('9 docs backup: who reads it can restore to a chosen second, prove it, and leave recovery mode', () => {
    const both = sectionsOf(operationsDocument).filter(({ title }) =>
      /backup|back up|restore|recover/i.test(title),
    );
    const text = both.map((one) => one.text).join('\n');
    for (const word of [
      /passphrase/i,
      /recovery mode/i,
      /second person/i,
      /npm run doctor/,
      /audit:verify/,
      /serial/i,
      /archive_timeout|60 s|every minute|a minute/i,
    ])
      expect(text).toMatch(word);
    const commands = both.flatMap(commandsOf).join('\n');
    expect(commands).toMatch(/npm run backup/);
    expect(commands).toMatch(/npm run restore/);
    // "For an external server: commands that were tried."
    expect(commands, 'an external server').toMatch(/pg_dump|pg_basebackup|pgbackrest/i);
  });

  test('9 docs upgrade: commands in order, backup first, and the way back', () => {
    const { text, blocks } = section(operationsDocument, /upgrade/i);
    const commands = blocks.length ? commandsOf(section(operationsDocument, /upgrade/i)).join('\n') : '';
    const order = [
      /npm run backup/,
      /npm (ci|install)/,
      /npm run build/,
      /migrate/,
      /systemctl (start|restart)|start:production/,
    ].map((like) => commands.search(like));
    expect(
      order.every((at) => at >= 0),
      `backup, install, build, migrate and start in: ${commands}`,
    ).toBe(true);
    expect([...order].sort((a, b) => a - b)).toEqual(order);
    expect(text).toMatch(/restore/i);
    expect(text).toMatch(/fail/i);
  });

  test('9 docs supervise: the three addresses, the exit codes of doctor, and the journal', () => {
    const { text } = section(operationsDocument, /supervis|monitor/i);
    for (const word of [/\/healthz/, /\/readyz/, /\/metrics/, /doctor/, /exit|ends with/i, /journal|rotat/i])
      expect(text).toMatch(word);
  });

  test("9 docs the season's checklist: before, during and after a convocation, in steps that somebody can tick", () => {
    const { text } = section(operationsDocument, /season/i);
    const steps = text.split('\n').filter((line) => /^\s*([-*]|\d+\.)\s/.test(line));
    expect(steps.length).toBeGreaterThan(7);
    for (const word of [/backup|restore/i, /blank|paper/i, /proof/i, /disk|capacity/i, /roll|resolution/i])
      expect(text).toMatch(word);
  });

  test('9 docs: the sentences are those of STYLE.md, the documents linked from the README', () => {
    expect(read('README.md')).toMatch(/docs\/operations\.md/);
    expect(readdirSync(path.join(root, 'docs'))).toContain('scaling.md');
    expect(document(operationsDocument)).not.toMatch(/\b(simply|just|easy|easily)\b (run|type|do|start)/i);
  });
});

/** Names that the sources of the server ask the environment for; their text is searched, not their meaning. */
function settingsInBundle(): string[] {
  const files = trackedFiles(
    'src/app/server/**',
    'src/platform/server/**',
    'src/features/**/server/**',
    'scripts/**',
    'deploy/**',
  ).filter((file) => !/\.(test|long|testing)\./.test(file) && !/torture/.test(file));
  const names = files.flatMap((file) =>
    [...read(file).matchAll(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]+|SECRET|HOST|PORT|SERVICES|PASSKEYS)\b/g)].map(
      ([, name]) => name!,
    ),
  );
  return [...new Set(names)];
}
