// `npm test`: every check and test in one command, locally and in CI. The last line is 'N passed, N failed'.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findNode, findProgram, installPackages, SetupError } from './setup.mjs';
import { browserStep, playwrightStep, runStep, vitestStep, webBuild } from './test-steps.mjs';

/**
 * The server's tests run in parallel with the checks, and the journeys afterwards: all at once would take longer, and
 * journeys measure response times. Each list of steps is a lane that runs in order; a check counts as one test.
 */
const phases = [
  [
    // Tests start whole portals, which serve the screens.
    [webBuild, vitestStep('vitest')],
    [
      ...['server', 'web', 'shared'].map(typeCheck),
      { name: 'knip', args: () => [findProgram('knip')] },
      { name: 'languages', args: () => ['scripts/languages.ts', '--check'] },
      { name: 'import order', args: () => [findProgram('dependency-cruiser', 'depcruise'), 'src'] },
      { name: 'biome', args: () => [findProgram('@biomejs/biome', 'biome'), 'ci', '--colors=off'] },
      browserStep,
      vitestStep('components', '--config', 'vitest.browser.config.ts'),
    ],
  ],
  [[playwrightStep('playwright')]],
];

try {
  await installPackages({ withTools: true });
  const failed = await runSteps(findNode());
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}

/** One checker: several would each recompute what they share, at twice the processor time. */
function typeCheck(part) {
  const args = () => [findProgram('typescript', 'tsc'), '-p', `tsconfig.${part}.json`, '--checkers', '1'];
  return { name: `types: ${part}`, args };
}

async function runSteps(node) {
  const directory = mkdtempSync(path.join(memoryOrDisk(), 'dikshant-npm-test-'));
  // Some tests run servers as other users.
  chmodSync(directory, 0o755);
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const results = [];
  const runLane = async (steps) => {
    for (const step of steps)
      results.push(await runStep(node, { ...step, env: { ...step.env, TMPDIR: directory } }));
  };
  for (const lanes of phases) await Promise.all(lanes.map(runLane));
  printSlowest(results);
  // Repeated below the output of all steps, at the end of a long log.
  for (const { name, failedNames } of results)
    for (const failure of failedNames) console.log(`FAILED ${name}: ${failure}`);
  const sum = (count) => results.reduce((total, result) => total + result[count], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed');
}

/** Databases and files of tests are kept in memory if there is enough, because none is needed after the run. */
function memoryOrDisk() {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 8 * 1024 ** 3 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

function printSlowest(results) {
  const files = results.flatMap(({ files }) => files).sort((one, other) => other.seconds - one.seconds);
  console.log('The ten slowest files:');
  for (const { file, seconds } of files.slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}
