// `npm test`: everything that must hold, in one command, here and in CI. Ends with the line 'N passed, N failed'.
// `npm run test:long`: the long forms, which take minutes each (`npm run test:long -- NAME` runs the files of that name).
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  cacheDirectory,
  environmentFor,
  findNode,
  findProgram,
  installPackages,
  projectRoot,
  SetupError,
} from './setup.mjs';

const isLong = process.argv[2] === '--long';
const named = process.argv.slice(3);
const vitestResults = path.join(cacheDirectory, 'vitest-results.json');
const playwrightResults = path.join(cacheDirectory, 'playwright-results.json');
const unpackBrowser = `(await import('./src/dev/testing/chromium.ts')).findChromium()`;

const browserStep = { name: 'browser', args: () => ['--input-type=module', '--eval', unpackBrowser] };

const webBuild = { name: 'web build', args: () => ['scripts/build.mjs'] };

/** What runs one after the other: steps of one inner list run two at a time. A check counts as one test. */
const shortSteps = [
  [
    ...['shared', 'server', 'web'].map(typeCheck),
    webBuild,
    { name: 'knip', args: () => [findProgram('knip')] },
    { name: 'import order', args: () => [findProgram('dependency-cruiser', 'depcruise'), 'src'] },
    { name: 'languages', args: () => ['scripts/languages.ts', '--check'] },
    { name: 'biome', args: () => [findProgram('@biomejs/biome', 'biome'), 'ci', '--colors=off'] },
    browserStep,
  ],
  [vitestStep('vitest')],
  // Journeys wait for their browsers a quarter of the time.
  [playwrightStep('playwright'), vitestStep('components', '--config', 'vitest.browser.config.ts')],
];

const longSteps = [
  [webBuild, browserStep],
  [vitestStep('long tests', '--config', 'vitest.long.config.ts', ...named)],
];
if (named.length === 0) longSteps.push([playwrightStep('long journeys', { LONG_FORMS: 'true' })]);

try {
  installPackages();
  const failed = await runSteps(findNode());
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}

function typeCheck(part) {
  const args = () => [findProgram('typescript', 'tsc'), '-p', `tsconfig.${part}.json`];
  return { name: `types: ${part}`, args };
}

function vitestStep(name, ...options) {
  return {
    name,
    args: () => [
      findProgram('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestResults}`,
      ...options,
    ],
    results: vitestResults,
    count: ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      failedNames: testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => fullName),
    }),
  };
}

function playwrightStep(name, env = {}) {
  return {
    name,
    args: () => [findProgram('@playwright/test', 'playwright'), 'test', '--reporter=list,json'],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightResults },
    results: playwrightResults,
    count: ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      failedNames: suites
        .flatMap(listSpecs)
        .filter(({ ok }) => !ok)
        .map(({ title }) => title),
    }),
  };
}

function listSpecs({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)];
}

async function runSteps(node) {
  mkdirSync(cacheDirectory, { recursive: true });
  const total = { passed: 0, failed: 0 };
  const failures = [];
  for (const steps of isLong ? longSteps : shortSteps) {
    const waiting = steps.values();
    const runWaiting = async () => {
      for (const step of waiting) {
        const { passed, failed, failedNames } = await runStep(node, step);
        total.passed += passed;
        total.failed += failed;
        if (failed > 0) failures.push(...failedNames.map((name) => `${step.name}: ${name}`));
      }
    };
    await Promise.all([runWaiting(), runWaiting()]);
  }
  // Once more below the output of all steps, where somebody who reads the end of a long log finds it.
  for (const failure of failures) console.log(`FAILED ${failure}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed;
}

async function runStep(node, step) {
  const began = performance.now();
  const { ok, output } = await runProgram(node, step);
  const { passed, failed, failedNames } = countResults(step, ok);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const tests = step.results ? `  ${passed} passed, ${failed} failed` : '';
  console.log(`${step.name.padEnd(14)}${seconds.padStart(6)} s  ${failed === 0 ? 'ok' : 'FAILED'}${tests}`);
  if (failed > 0) console.log(output);
  return { passed, failed, failedNames };
}

async function runProgram(node, { args, env, results }) {
  if (results) rmSync(results, { force: true });
  const chunks = [];
  const child = spawn(node, args(), {
    cwd: projectRoot,
    env: { ...environmentFor(node), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  return { ok: code === 0, output: Buffer.concat(chunks).toString() };
}

function countResults({ results, count }, ok) {
  if (!results) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, failedNames: ['the check'] };
  const counted = existsSync(results)
    ? count(JSON.parse(readFileSync(results, 'utf8')))
    : { passed: 0, failed: 0, failedNames: [] };
  // A runner that fails without a failed test (a file that does not load, no tests at all) has failed all the same.
  const silentFailure = counted.failed === 0 && (!ok || counted.passed === 0);
  return silentFailure
    ? { ...counted, failed: 1, failedNames: ['the runner itself, or a file that it could not load'] }
    : counted;
}
