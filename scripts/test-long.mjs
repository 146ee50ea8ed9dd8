// `npm run test:long`: tests that take minutes each, part by part, before a release. `npm run test:long -- PART…` runs
// only those parts, `-- --resume` those that have not passed on this very tree, and `-- --list` lists all parts.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheDirectory, findNode, installPackages, projectRoot, SetupError } from './setup.mjs';
import { browserStep, lineOf, playwrightStep, runStep, vitestStep, webBuild } from './test-steps.mjs';

const notes = path.join(cacheDirectory, 'long-tests.json');
const ending = '.test.ts';

/** The long tests of the features, the long journeys, and each subject of system-tests/. */
const parts = [
  vitestStep('features', '--config', 'vitest.long.config.ts', '--project', 'features'),
  playwrightStep('journeys', { LONG_FORMS: 'true' }),
  {
    ...vitestStep('screens', '--config', 'vitest.browser.config.ts', 'src/desks'),
    env: { LONG_FORMS: 'true' },
  },
  ...readdirSync(path.join(projectRoot, 'system-tests'))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .map((subject) => vitestStep(subject, ...systemOptions(subject))),
];

try {
  process.exitCode = (await run(process.argv.slice(2))) > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}

function systemOptions(subject) {
  return ['--config', 'vitest.long.config.ts', '--project', 'system', `system-tests/${subject}${ending}`];
}

/** Returns the number of failed tests. */
async function run(words) {
  const names = words.filter((word) => !word.startsWith('--'));
  const known = parts.map(({ name }) => name);
  if (words.includes('--list')) {
    console.log(known.join('\n'));
    return 0;
  }
  const unknown = [
    ...names.filter((name) => !known.includes(name)),
    ...words.filter((word) => word.startsWith('--') && word !== '--resume'),
  ];
  if (unknown.length > 0)
    throw new SetupError(`There is no part ${unknown.join(', ')}. The parts are ${known.join(', ')}.`);
  const chosen = names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));
  const earlier = words.includes('--resume') ? passedBefore() : {};
  const results = chosen.flatMap(({ name }) => earlier[name] ?? []);
  const left = chosen.filter(({ name }) => !earlier[name]);
  for (const result of results) console.log(`${lineOf(result)}, earlier on this tree`);
  results.push(...(await runParts(left)));
  return report(results);
}

async function runParts(left) {
  if (left.length === 0) return [];
  installPackages();
  const node = findNode();
  for (const step of [webBuild, browserStep]) {
    const prepared = await runStep(node, step);
    if (prepared.failed > 0) return [prepared];
  }
  const results = [];
  for (const part of left) {
    const tree = treeHash();
    const result = await runStep(node, part);
    results.push(result);
    if (tree && tree === treeHash()) note(tree, result);
  }
  return results;
}

function report(results) {
  const sum = (count) => results.reduce((total, result) => total + count(result), 0);
  for (const { name, failedNames } of results)
    for (const failure of failedNames) console.log(`FAILED ${name}: ${failure}`);
  const skipped = results.flatMap(({ name, skippedNames }) => skippedNames.map((test) => `${name}: ${test}`));
  if (skipped.length > 0) console.log(`not run: ${skipped.length} (${skipped.join('; ')})`);
  const failed = sum((result) => result.failed);
  const ending = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
  console.log(`${sum((result) => result.passed)} passed, ${failed} failed${ending}`);
  return failed;
}

/** The results of parts of which every test has passed on this very tree. */
function passedBefore() {
  const { tree, results } = readNotes();
  if (!tree || tree !== treeHash()) return {};
  const isPassed = ({ failed, skippedNames }) => failed === 0 && skippedNames.length === 0;
  return Object.fromEntries(Object.entries(results).filter(([, result]) => isPassed(result)));
}

function note(tree, result) {
  const known = readNotes();
  const results = known.tree === tree ? known.results : {};
  mkdirSync(cacheDirectory, { recursive: true });
  writeFileSync(notes, JSON.stringify({ tree, results: { ...results, [result.name]: result } }, null, 2));
}

function readNotes() {
  return existsSync(notes) ? JSON.parse(readFileSync(notes, 'utf8')) : { tree: null, results: {} };
}

/** Git's hash of all present files, committed or not; null outside a checkout. */
function treeHash() {
  const index = path.join(cacheDirectory, 'tree-index');
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, GIT_INDEX_FILE: index },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    mkdirSync(cacheDirectory, { recursive: true });
    const own = execFileSync('git', ['rev-parse', '--path-format=absolute', '--git-path', 'index'], {
      cwd: projectRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    copyFileSync(own, index);
    git('add', '--all');
    return git('write-tree');
  } catch {
    return null;
  }
}
