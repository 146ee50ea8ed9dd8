// `npm test`: everything that must hold, in one command, here and in CI. Ends with the line 'N passed, N failed'.
import { findNode, findProgram, installPackages, SetupError } from './setup.mjs';
import { browserStep, playwrightStep, runStep, vitestStep, webBuild } from './test-steps.mjs';

/** What runs one after the other: steps of one inner list run two at a time. A check counts as one test. */
const allSteps = [
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

function typeCheck(part) {
  const args = () => [findProgram('typescript', 'tsc'), '-p', `tsconfig.${part}.json`];
  return { name: `types: ${part}`, args };
}

async function runSteps(node) {
  const total = { passed: 0, failed: 0 };
  const failures = [];
  for (const steps of allSteps) {
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
