import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root, startPortal } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { type Import, importsOf, isTest, read, trackedFiles } from '../harness/source.ts';

// The issue: "Layout: `src/platform`, `src/app`, `src/desks/<role>`, `src/dev`; features keep their folders.
// dependency-cruiser enforces shared → platform → features (in order) → desks → app, with dev separate; production loads
// nothing from `src/dev`." and 'It is done when' 3: "Imports follow the layer order, without cycles".

const layers = ['shared', 'platform', 'features', 'desks', 'app'];
const layerOf = (file: string) => layers.indexOf(file.split('/')[1]!);

let files: string[];
let imports: Import[];

beforeAll(() => {
  files = trackedFiles('src/**').filter((file) => /\.tsx?$/.test(file));
  imports = files.flatMap(importsOf);
});

describe('layers', () => {
  test('"src/platform, src/app, src/desks/<role>, src/dev; features keep their folders": and nothing else stands in src', () => {
    const top = [...new Set(trackedFiles('src/**').map((file) => file.split('/')[1]!))];
    expect(top.sort()).toEqual([...layers, 'dev'].sort());
    const desks = [...new Set(trackedFiles('src/desks/**').map((file) => file.split('/')[2]!))];
    for (const role of [/admin/, /case-?worker/, /receiver/, /printer/, /auditor/]) {
      expect(
        desks.filter((desk) => role.test(desk)),
        `a desk of ${role} among ${desks}`,
      ).toHaveLength(1);
    }
    // The order of the features is taken from the document that says it.
    expect(featureOrder().sort()).toEqual(
      [...new Set(trackedFiles('src/features/*/**').map((file) => file.split('/')[2]!))].sort(),
    );
  });

  test('"shared → platform → features (in order) → desks → app": no import goes up', () => {
    expect(
      files.some((file) => file.startsWith('src/platform/')),
      'src/platform exists',
    ).toBe(true);
    const order = featureOrder();
    const wrong = imports.filter(({ from, to }) => {
      if (isTest(from)) return false;
      const [lower, upper] = [layerOf(to), layerOf(from)];
      if (lower < 0 || upper < 0) return true;
      if (lower !== upper || layers[upper] !== 'features') return lower > upper;
      // What stands beside the folders is of all features: "contract.ts and client.ts of the whole" (ARCHITECTURE.md).
      if (from.split('/').length === 3) return false;
      const [mine, other] = [from, to].map((file) => order.indexOf(file.split('/')[2]!));
      return other! > mine!;
    });
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('"with dev separate": nothing of the product imports src/dev, not even when it is needed', () => {
    expect(
      files.some((file) => file.startsWith('src/dev/')),
      'src/dev exists',
    ).toBe(true);
    const wrong = imports.filter(({ from, to }) => to.startsWith('src/dev/') && !isTest(from));
    // Demo mode has an entry of its own: what it loads may be seen from no file outside src/dev.
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('"without cycles"', () => {
    const next = new Map<string, string[]>();
    for (const { from, to, isType, isDynamic } of imports) {
      if (!isType && !isDynamic) next.set(from, [...(next.get(from) ?? []), to]);
    }
    const cycles: string[] = [];
    const state = new Map<string, 'open' | 'done'>();
    const visit = (file: string, trail: string[]) => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
        return;
      }
      state.set(file, 'open');
      for (const to of next.get(file) ?? []) visit(to, [...trail, file]);
      state.set(file, 'done');
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  test('"dependency-cruiser enforces": an import against each border is found by it', () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'dikshant-layers-'));
    try {
      const config = trackedFiles('.dependency-cruiser*')[0]!;
      for (const name of ['src', 'package.json', config]) {
        cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
      }
      symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
      const order = featureOrder();
      const [first, last] = [order[0]!, order.at(-1)!];
      const borders: [string, string][] = [
        ['shared', 'platform'],
        ['platform', `features/${first}`],
        [`features/${last}`, 'desks/admin'],
        [`features/${first}`, `features/${last}`],
        ['desks/admin', 'app'],
        ['app', 'dev'],
        ['platform', 'dev'],
      ];
      const planted = borders.map(([from, to], index) => {
        const target = `src/${to}/planted-${letters(6)}.ts`;
        const file = `src/${from}/planted-${index}-${letters(6)}.ts`;
        for (const folder of [target, file])
          mkdirSync(path.dirname(path.join(copy, folder)), { recursive: true });
        writeFileSync(path.join(copy, target), `export const planted${index} = ${index};\n`);
        writeFileSync(path.join(copy, file), `export { planted${index} } from '#${target.slice(4)}';\n`);
        return file;
      });
      let output = '';
      try {
        output = execFileSync('node_modules/.bin/depcruise', ['--config', config, 'src'], {
          cwd: copy,
          encoding: 'utf8',
          stdio: 'pipe',
        });
      } catch (error) {
        output = String((error as { stdout?: string }).stdout);
      }
      expect(
        planted.filter((file) => !output.includes(file)),
        'not found by dependency-cruiser',
      ).toEqual([]);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });

  test('"production loads nothing from `src/dev`": modules that a production start loads', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-loaded-'));
    const hook = path.join(folder, 'loaded.mjs');
    const list = path.join(folder, 'loaded.txt');
    writeFileSync(
      hook,
      `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { if (url.includes('/src/')) appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context); } });`,
    );
    const portal = await startPortal({
      isDemo: false,
      env: {
        PUBLIC_URL: 'https://certificates.university.example',
        SECRET: letters(48),
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'office@university.example',
        NODE_OPTIONS: `--import ${hook}`,
      },
    });
    try {
      const loaded = readFileSync(list, 'utf8').split('\n').filter(Boolean);
      expect(loaded.length, 'modules were seen').toBeGreaterThan(50);
      expect(loaded.filter((url) => /\/src\/(dev|seed|testing)\//.test(url))).toEqual([]);
    } finally {
      await portal.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** "A feature may import only features to its left" and, under it, their names. */
function featureOrder(): string[] {
  const text = read('ARCHITECTURE.md');
  const known = new Set(trackedFiles('src/features/*/**').map((file) => file.split('/')[2]!));
  const lines = [...text.matchAll(/`([a-z][a-z -]+)`/g)].map((match) => match[1]!.split(/\s+/));
  const order = lines.find((words) => words.length > 8 && words.every((word) => known.has(word)));
  if (!order) throw new Error('ARCHITECTURE.md does not name the features in their order.');
  return order;
}
