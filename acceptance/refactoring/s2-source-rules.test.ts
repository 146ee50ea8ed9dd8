import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../harness/portal.ts';
import {
  code,
  countLines,
  isGenerated,
  isProduct,
  isScript,
  isText,
  nodesOf,
  parse,
  read,
  trackedFiles,
} from '../harness/source.ts';

// 'It is done when' 2: "no file over 500 lines except generated ones"; 3: "knip, Biome and tsc are clean; no `any`, no
// cast that a type can replace, no empty catch"; 4: "The banned identifiers are gone (a check in `npm test`)".
// STYLE.md: "A check in `npm test` bans only the identifiers … (outside migrations/, CHANGELOG and docs/decisions/)".

const banned = [
  'ladder',
  'rung',
  'climb',
  'search_pairs',
  'refuseUnless',
  'refuseStale',
  'tellScreens',
  'listsThatGrow',
  'strangers_locked_at',
  'inEvenTime',
  'keptSecret',
  'victim-server',
  'askStubbornly',
  'custody-storm',
];
/** As an identifier or a part of one: `listLadder`, `climbs`, `rung_of`; not inside a word, as in 'wrung'. */
const bannedWord = new RegExp(
  `(?<![a-z])(ladders?|rungs?|climb(s|ed|ing)?)(?![a-z])|(?<=[a-z])(Ladders?|Rungs?|Climb(s|ed|ing)?)(?![a-z])|\\b(Ladders?|Rungs?|Climbs?)\\b|\\b(Ladder|Rung|Climb)(?=[A-Z])|${banned.slice(3).join('|')}`,
);
/** The list itself has to stand somewhere: the check, this file, a page on style. */
const isList = (text: string) => banned.filter((word) => text.includes(word)).length >= 10;

describe('size', () => {
  test('"no file over 500 lines except generated ones"', () => {
    const files = trackedFiles('src', 'e2e', 'bench', 'scripts', 'acceptance').filter(
      (file) => isScript(file) && !isGenerated(file),
    );
    expect(files.length).toBeGreaterThan(500);
    const long = files
      .map((file) => [countLines(read(file)), file] as const)
      .filter(([lines]) => lines > 500);
    expect(long.map(([lines, file]) => `${file}: ${lines}`)).toEqual([]);
  });
});

describe('types', () => {
  test('"no `any`"', () => {
    const found = trackedFiles('src', 'e2e', 'bench', 'scripts')
      .filter((file) => /\.tsx?$/.test(file) && !isGenerated(file))
      .map((file) => {
        const nodes = [...nodesOf(parse(file))];
        return [
          nodes.filter(({ type, kind }) => type === 'TsKeywordType' && kind === 'any').length,
          file,
        ] as const;
      })
      .filter(([count]) => count > 0);
    expect(found.map(([count, file]) => `${file}: ${count}`)).toEqual([]);
  });

  test('"no cast that a type can replace": none that forces one type into another by way of unknown, any or never', () => {
    // Whether a type could replace a cast only a reader can say; these silence the compiler altogether.
    const found = trackedFiles('src')
      .filter(isProduct)
      .flatMap((file) => {
        const text = read(file);
        const lines = text.split('\n');
        return [...text.matchAll(/\bas (unknown as|any\b|never\b)/g)].flatMap((match) => {
          const at = text.slice(0, match.index).split('\n').length;
          const isExplained = [lines[at - 1], lines[at - 2], lines[at - 3]].some((line) =>
            /\/\/|\*\//.test(line ?? ''),
          );
          return isExplained ? [] : [`${file}:${at} ${match[0]}`];
        });
      });
    expect(found).toEqual([]);
  });

  test('"no empty catch": neither as a block nor as a function that drops the error without a reason', () => {
    const found = trackedFiles('src', 'scripts', 'bench')
      .filter((file) => isScript(file))
      .flatMap((file) => {
        const text = read(file);
        const lines = text.split('\n');
        const empty =
          /catch\s*(\(\s*\w*\s*\))?\s*\{\s*\}|\.catch\(\s*(\(\s*\w*\s*\)|\w+)\s*=>\s*(\{\s*\}|undefined|null)\s*,?\s*\)/g;
        return [...text.matchAll(empty)].flatMap((match) => {
          const at = text.slice(0, match.index).split('\n').length;
          // "Every suppression carries its reason" (STYLE.md 14): a comment just above or beside it is one.
          const isExplained = [lines[at - 1], lines[at - 2], lines[at - 3]].some((line) =>
            /\/\//.test(line ?? ''),
          );
          return isExplained ? [] : [`${file}:${at}`];
        });
      });
    expect(found).toEqual([]);
  });

  for (const [tool, command] of [
    ['knip', ['knip']],
    ['Biome', ['biome', 'ci']],
    ['tsc', ['tsc', '-b']],
    ['dependency-cruiser', ['depcruise', '--config', '.dependency-cruiser.js', 'src']],
  ] as const) {
    test(`"knip, Biome and tsc are clean": ${tool}`, { timeout: 600_000 }, () => {
      const [name, ...words] = command;
      const bin = path.join(root, 'node_modules/.bin');
      const { status, stdout, stderr } = spawnSync(path.join(bin, name), words, {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${root}/node_modules/node/bin:${bin}:${process.env.PATH}` },
      });
      expect(status, `${stdout}${stderr}`.slice(0, 2_000)).toBe(0);
    });
  }
});

describe('plain words', () => {
  test('"The banned identifiers are gone": from every file outside migrations/, CHANGELOG and docs/decisions/', () => {
    const files = trackedFiles('.').filter(
      (file) => isText(file) && !/^(migrations\/|CHANGELOG|docs\/decisions\/|package-lock)/.test(file),
    );
    const found = files.flatMap((file) => {
      const text = read(file);
      const names = banned.filter((word) => file.includes(word));
      if (isList(text)) return names.map((name) => `${file}: named ${name}`);
      const inside = text.split('\n').flatMap((line, at) => {
        const hit = bannedWord.exec(line);
        return hit ? [`${file}:${at + 1} ${hit[0]}`] : [];
      });
      return [...names.map((name) => `${file}: named ${name}`), ...inside];
    });
    expect(found).toEqual([]);
  });

  test('"(a check in `npm test`)": one of the tests holds the list', () => {
    const checks = trackedFiles('src', 'scripts', 'e2e').filter(
      (file) => isScript(file) && isList(read(file)),
    );
    expect(checks.length, 'a file with the banned identifiers').toBeGreaterThan(0);
    const isReached = checks.some(
      (file) =>
        /\.test\.ts$/.test(file) ||
        trackedFiles('src', 'scripts').some(
          (other) => isScript(other) && other !== file && read(other).includes(path.basename(file)),
        ),
    );
    expect(isReached, `${checks} is a test, or something uses it`).toBe(true);
  });

  test('STYLE.md "banned": no utils, helpers, common, misc, manager, data, info, -v2, -new, legacy- in file names', () => {
    const wrong = trackedFiles('src', 'e2e', 'bench', 'scripts').filter((file) =>
      file
        .split('/')
        .some((part) =>
          /^(utils?|helpers?|common|misc|manager|data|info)(\.|$)|-(utils?|helpers?|v2|new)(\.|$)|^legacy-/.test(
            part,
          ),
        ),
    );
    expect(wrong).toEqual([]);
  });

  test('STYLE.md "not → but" of screens: the sentences on the left are gone', () => {
    const gone = [
      'Write the name of',
      'have to be mended',
      'has to be mended',
      'is no serial',
      'This cannot be taken back',
      'work no more',
      'Kept on this computer',
      'What you typed until',
      'Take the question back',
      'Leave and lose the input',
      'a convocation number for life',
    ];
    const files = trackedFiles('src').filter((file) => /\.(tsx?|po)$/.test(file));
    const found = files.flatMap((file) => {
      const text = read(file);
      return gone.filter((sentence) => text.includes(sentence)).map((sentence) => `${file}: ${sentence}`);
    });
    expect(found).toEqual([]);
  });

  test('STYLE.md "not → but" of identifiers: refusal is a DomainError, assertAllowed, assertVersion', () => {
    const text = trackedFiles('src')
      .filter(isProduct)
      .map((file) => code(read(file)));
    const uses = (word: string) => text.filter((one) => new RegExp(`\\b${word}\\b`).test(one)).length;
    for (const word of ['DomainError', 'assertAllowed', 'assertVersion'])
      expect(uses(word), word).toBeGreaterThan(0);
    for (const word of ['tell', 'heard', 'refusal', 'Refusal']) expect(uses(word), word).toBe(0);
  });
});
