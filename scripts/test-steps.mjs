// The steps of `npm test` and `npm run test:long`: checks and test runners, each with its duration and results.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheDirectory, environmentFor, findProgram, projectRoot } from './setup.mjs';

const unpackBrowser = `(await import('./src/dev/testing/chromium.ts')).findChromium()`;

export const browserStep = { name: 'browser', args: () => ['--input-type=module', '--eval', unpackBrowser] };

export const webBuild = { name: 'web build', args: () => ['scripts/build.mjs'] };

export function vitestStep(name, ...options) {
  const results = resultsOf(name);
  return {
    name,
    args: () => [
      findProgram('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}`,
      ...options,
    ],
    results,
    count: ({ numPassedTests, numFailedTests, testResults }) => {
      const having = (...statuses) =>
        testResults
          .flatMap(({ assertionResults }) => assertionResults)
          .filter(({ status }) => statuses.includes(status));
      return {
        passed: numPassedTests,
        failed: numFailedTests,
        failedNames: having('failed').map(({ fullName, failureMessages }) =>
          withReason(fullName, failureMessages[0]),
        ),
        skippedNames: having('skipped', 'pending', 'disabled').map(({ fullName }) => fullName),
        files: testResults.map(({ name: file, startTime, endTime }) => ({
          file: path.relative(projectRoot, file),
          seconds: (endTime - startTime) / 1000,
        })),
      };
    },
  };
}

export function playwrightStep(name, env = {}) {
  const results = resultsOf(name);
  return {
    name,
    args: () => [findProgram('@playwright/test', 'playwright'), 'test', '--reporter=list,json'],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: results },
    results,
    count: ({ stats, suites }) => {
      const specs = suites.flatMap(listSpecs);
      const isSkipped = ({ tests }) => tests.every(({ status }) => status === 'skipped');
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        failedNames: specs
          .filter(({ ok }) => !ok)
          .map(({ title, tests }) =>
            withReason(
              title,
              tests.flatMap(({ results: runs }) => runs.map(({ error }) => error?.message))[0],
            ),
          ),
        skippedNames: specs.filter(isSkipped).map(({ title }) => title),
        files: suites.map((suite) => ({
          file: `e2e/${suite.file}`,
          seconds: listSpecs(suite)
            .flatMap(({ tests }) => tests.flatMap(({ results: runs }) => runs))
            .reduce((total, { duration }) => total + duration / 1000, 0),
        })),
      };
    },
  };
}

/** The beginning of what a test runner said, without its colours. */
function withReason(name, message = '') {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with an escape
  const lines = message.replace(/\u001b\[[\d;]*m/g, '').split('\n');
  return [name, ...lines.filter((line) => line.trim() && !/^\s+at /.test(line)).slice(0, 12)].join('\n    ');
}

function listSpecs({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)];
}

function resultsOf(name) {
  return path.join(cacheDirectory, `${name.replaceAll(' ', '-')}-results.json`);
}

/** Runs a step and prints its line, and its output if it failed. */
export async function runStep(node, step) {
  mkdirSync(cacheDirectory, { recursive: true });
  const began = performance.now();
  const { ok, output } = await runProgram(node, step);
  const result = { name: step.name, seconds: (performance.now() - began) / 1000, ...countResults(step, ok) };
  console.log(lineOf(result, Boolean(step.results)));
  if (result.failed > 0) console.log(output);
  return result;
}

export function lineOf({ name, seconds, passed, failed, skippedNames }, hasTests = true) {
  const state = failed > 0 ? 'FAILED' : passed > 0 ? 'ok' : 'not run';
  const skipped = skippedNames.length > 0 ? `, ${skippedNames.length} skipped` : '';
  const tests = hasTests ? `  ${passed} passed, ${failed} failed${skipped}` : '';
  return `${name.padEnd(22)}${seconds.toFixed(1).padStart(8)} s  ${state}${tests}`;
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
  const check = {
    passed: ok ? 1 : 0,
    failed: ok ? 0 : 1,
    failedNames: ok ? [] : ['the check'],
    skippedNames: [],
    files: [],
  };
  if (!results) return check;
  const counted = existsSync(results)
    ? count(JSON.parse(readFileSync(results, 'utf8')))
    : { passed: 0, failed: 0, failedNames: [], skippedNames: [], files: [] };
  // A runner can fail without a failed test: a file that does not load, or no tests at all.
  const isEmpty = counted.passed === 0 && counted.skippedNames.length === 0;
  const silentFailure = counted.failed === 0 && (!ok || isEmpty);
  return silentFailure
    ? { ...counted, failed: 1, failedNames: ['the runner itself, or a file that it could not load'] }
    : counted;
}
