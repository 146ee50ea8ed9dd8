import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { platformContract } from '#platform/contract/platform-contract.ts';
import { platformNames } from '#platform/contract/platform-names.ts';
import { platformWords } from '#platform/contract/platform-words.ts';
import { declareNames, registered } from '#shared/feature.ts';

const isTest = /\.(?:test|testing|long)\.tsx?$/;
const product = globSync('src/{shared,platform,features,desks,app}/**/*.{ts,tsx}').filter(
  (file) => !isTest.test(file) && !file.includes('/dev/'),
);
const composers = product.filter(
  (file) => /^src\/(?:shared|platform)\//.test(file) && !file.endsWith('/db/tables.ts'),
);
const features = globSync('src/features/*/').map((folder) => path.basename(folder));

/** Comments are for people; what a string or a name says is what the program knows. */
const codeOf = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
const code = new Map(product.map((file) => [file, codeOf(file)]));

/** The texts in quotes of a file, without those that are made of parts. */
function literalsOf(file: string): Set<string> {
  const quoted = code.get(file)!.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`$\\\n]*)`/g);
  return new Set([...quoted].map(([, single, double, back]) => single ?? double ?? back!));
}
const literals = new Map(composers.map((file) => [file, literalsOf(file)]));

/** Which file of platform and shared says which of these names. */
const saidIn = (names: Iterable<string>) => {
  const wanted = new Set(names);
  return composers.flatMap((file) =>
    [...literals.get(file)!].filter((literal) => wanted.has(literal)).map((literal) => `${file}: ${literal}`),
  );
};

/** What the manifests of all features declare, whatever their keys are called. */
const declared = {
  operations: new Set<string>(),
  operationPaths: new Set<string>(),
  permissions: new Set<string>(),
  /** Error codes and audit events. */
  dotted: new Set<string>(),
  constraints: new Set<string>(),
};

/** Features that implement these take them into their contracts. */
const operationsOfPlatform = new Set(Object.values(platformContract).flatMap(Object.keys));

type Procedure = { '~orpc': { route: { method?: string; path?: string } } };

function collect(value: unknown, key: string, seen: Set<unknown>): void {
  if (/^[a-z_]+:[a-z_]+$/.test(key)) declared.permissions.add(key);
  if (/^[a-z_]+\.[a-z_]+$/.test(key)) declared.dotted.add(key);
  if (/^[a-z_]+(?:__[a-z_]+|_fkey)$/.test(key)) declared.constraints.add(key);
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if ('~orpc' in value) {
    const { method, path: address } = (value as Procedure)['~orpc'].route;
    if (operationsOfPlatform.has(key)) return;
    declared.operations.add(key);
    declared.operationPaths.add(address!).add(`${method} ${address}`);
    return;
  }
  // Names may stand in a list as well; schemas and the like are no plain objects, and are left alone.
  if (Array.isArray(value)) for (const one of value) collect(null, String(one), seen);
  if (value[Symbol.toStringTag as never] === 'Module' || Object.getPrototypeOf(value) === Object.prototype)
    for (const [name, part] of Object.entries(value)) collect(part, name, seen);
}

test('each feature says in its own folder what it brings', () => {
  const missing = features.flatMap((feature) => {
    const folder = `src/features/${feature}`;
    // What other features show only, such as a count in the menu, is no screen.
    const sides = ['server/*', 'web/*page.tsx'].filter((files) => globSync(`${folder}/${files}`).length > 0);
    return [
      `${folder}/feature.ts`,
      ...sides.map((files) => `${folder}/${path.dirname(files)}/feature.ts`),
    ].filter((manifest) => globSync(manifest).length !== 1);
  });
  expect(missing).toEqual([]);
});

describe('platform and shared compose features and know none by name', () => {
  beforeAll(async () => {
    for (const file of globSync('src/features/*/{feature,words,server/feature}.ts'))
      collect(await import(pathToFileURL(path.resolve(file)).href), file, new Set());
    const { errors, events } = registered;
    for (const name of Object.keys({ ...errors, ...events }))
      if (!(name in platformNames.errors || name in platformWords.errors || name in platformWords.events))
        declared.dotted.add(name);
  });

  test('the manifests are read whole', () => {
    const least = { operations: 290, operationPaths: 500, permissions: 50, dotted: 450, constraints: 140 };
    for (const [kind, count] of Object.entries(least))
      expect(declared[kind as keyof typeof least].size, kind).toBeGreaterThanOrEqual(count);
  });

  test('no operation, by its name or its path', () => {
    expect(saidIn([...declared.operations, ...declared.operationPaths])).toEqual([]);
  });

  test('no permission', () => expect(saidIn(declared.permissions)).toEqual([]));

  test('no error code and no audit event', () => expect(saidIn(declared.dotted)).toEqual([]));

  /** Migrations name them all; `table__what` stands in code without quotes as well. */
  test('no named constraint', () => {
    const made = globSync('migrations/*.sql').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(\w+)__\w+\b/g)].filter(([, table]) => isOfFeature(table!)),
    );
    const names = new Set([...made.map(([name]) => name), ...declared.constraints]);
    const found = composers.flatMap((file) =>
      [...code.get(file)!.matchAll(/\b[a-z_]+(?:__[a-z_]+|_fkey)\b/g)]
        .filter(([name]) => names.has(name))
        .map(([name]) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  test('no table', () => {
    const [, list] = readFileSync('src/platform/server/db/tables.ts', 'utf8').split('export interface DB {');
    const tables = [...list!.matchAll(/^ {2}(\w+):/gm)].map(([, table]) => table!).filter(isOfFeature);
    expect(tables.length).toBeGreaterThan(80);
    const quoted = tables.filter((table) => !otherWords.includes(table)).join('|');
    const spelled = new RegExp(
      `(['"\`])(?:${quoted})\\1|\\b(?:from|join|into|update) (?:${tables.join('|')})\\b`,
      'g',
    );
    const found = composers.flatMap((file) =>
      // What an operation reads is named after events.
      [
        ...code
          .get(file)!
          .replace(/reads: \[.*\]/, '')
          .matchAll(spelled),
      ].map(([name]) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  test('no screen, but the first one of each role', () => {
    const screen = /^\/(?:admin|case-worker|application-receiver|printer|auditor)\/./;
    const first = literals.get('src/shared/roles.ts')!;
    const said = composers.flatMap((file) => [...literals.get(file)!]);
    expect(saidIn(said.filter((literal) => screen.test(literal) && !first.has(literal)))).toEqual([]);
  });
});

const tablesOfPlatform =
  /^(?:access_log|audit_\w+|contributors|files|form_drafts|idempotent_requests|migrations|number_counters|outbox|stored_files|throttles)$/;
const isOfFeature = (table: string) => !tablesOfPlatform.test(table);
/** Tables whose names mean something else in code without features: a kind of field, the roles, the name in the page's head, a family of rules. */
const otherWords = ['choices', 'staff', 'university', 'sheets', 'certificates'];

test('a name that two features declare is a mistake', () => {
  const [name] = Object.keys(registered.events);
  expect(() => declareNames({ events: { [name!]: 'another' } })).toThrow(`Two features declare ${name}.`);
});

test('what the product runs on loads no demo data, fuzz days or test support', () => {
  const commands = JSON.parse(readFileSync('package.json', 'utf8')).scripts as Record<string, string>;
  const ofOperators = [
    'migrate',
    'audit:verify',
    'doctor',
    'backup',
    'restore',
    'pack',
    'staff:create-admin',
  ];
  const scripts = ofOperators.map((name) => / (scripts\/\S+)/.exec(commands[name]!)![1]!);
  const loading = [...product, ...scripts].filter((file) =>
    /(?:from|import\()\s*['"](?:#dev\/|[^'"]*\/dev\/)/.test(codeOf(file)),
  );
  expect(loading).toEqual([]);
});

test('at most ten queries of requests read the whole university, each for a reason', () => {
  /** Jobs work for everybody; who signs in or asks /verify and /status has no college. */
  const apart = /^src\/features\/(?:auth|verification|status)\/|\/jobs\//;
  const calls = product
    .filter((file) => file.startsWith('src/features/') && !apart.test(file))
    .flatMap((file) =>
      [...code.get(file)!.matchAll(/\bunscoped\(([^()]*(?:\([^()]*\))?[^()]*)\)/g)].map(([call]) => ({
        file,
        call,
      })),
    );
  expect(calls.length, calls.map(({ file }) => file).join('\n')).toBeLessThanOrEqual(10);
  const reason = /,\s*(?:'[^']{30,}'|"[^"]{30,}"),?\s*\)$/;
  expect(calls.filter(({ call }) => !reason.test(call))).toEqual([]);
});
