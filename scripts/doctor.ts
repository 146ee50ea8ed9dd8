// `npm run doctor`: checks an installation, with the portal running or stopped, and describes each problem.
// Exit code 0 without problems, 1 with problems, 2 if it could not check.
//   npm run doctor -- files chain     only these checks
import { existsSync } from 'node:fs';
import path from 'node:path';
import { checks } from '#app/server/features.ts';
import { type Check, type Installation, runCheck, withoutSecrets } from '#platform/server/doctor/check.ts';
import { installationFrom } from '#platform/server/doctor/installation.ts';
import { examineSettings } from '#platform/server/settings.ts';
import { withOwnerUrl } from './owner-url.ts';

const { settings, faults } = examineSettings(process.env);
const named = process.argv.slice(2);
const wanted = checks.filter(({ name }) => named.length === 0 || named.includes(name) || name === 'database');
let problems = 0;

try {
  const unknown = named.find((name) => !checks.some((check) => check.name === name));
  if (unknown)
    throw new Error(`there is no check ${unknown}, but ${checks.map(({ name }) => name).join(', ')}`);
  const hasDatabase = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL;
  if (!hasDatabase && !existsSync(path.join(settings.dataDirectory, 'postgres')))
    throw new Error(`there is no portal in ${settings.dataDirectory}, or this user may not look into it`);
  await examine(
    wanted.filter(({ isOutside, name }) => isOutside && name !== 'database'),
    '',
  );
  await withOwnerUrl((url) =>
    examine(
      wanted.filter(({ isOutside, name }) => !isOutside || name === 'database'),
      url,
    ),
  );
  console.log(problems === 0 ? 'No problems found.' : `Problems found: ${problems}.`);
  process.exitCode = problems === 0 ? 0 : 1;
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`Cannot look over this installation: ${withoutSecrets(reason, settings)}`);
  process.exitCode = 2;
}
// A hanging database would keep its connections, and so this process, open forever.
process.exit();

async function examine(some: readonly Check[], databaseUrl: string): Promise<void> {
  const installation: Installation = await installationFrom(settings, { faults, databaseUrl });
  for (const check of some) {
    const found = await runCheck(check, installation);
    for (const { isProblem, sentence } of found.findings) (isProblem ? console.error : console.log)(sentence);
    problems += found.problems;
    if (check.name === 'database' && found.problems > 0) throw new Error('its database does not answer');
  }
}
