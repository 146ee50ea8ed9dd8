// `npm run languages`: extracts the messages of the code into src/platform/web/languages/*.po. New ones wait there for
// their translation, without which the web build fails. `--check` writes nothing and fails if a catalog has missing or
// unused messages.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const directory = 'src/platform/web/languages';
const isCheck = process.argv.includes('--check');

const before = readCatalogs();
const { status, stderr } = spawnSync('node_modules/.bin/lingui', ['extract', '--clean'], {
  stdio: ['ignore', isCheck ? 'ignore' : 'inherit', 'pipe'],
});
if (status !== 0) throw new Error(String(stderr));
const isFresh = [...readCatalogs()].every(([file, text]) => before.get(file) === text);
if (isCheck) for (const [file, text] of before) writeFileSync(file, text);
if (isCheck && !isFresh) {
  console.error('The catalogs do not have the sentences of the code. Run `npm run languages` and translate.');
  process.exitCode = 1;
}

function readCatalogs(): Map<string, string> {
  // en.po is not tracked: the build writes it.
  const files = readdirSync(directory).filter((name) => name.endsWith('.po') && name !== 'en.po');
  return new Map(
    files.map((name) => [path.join(directory, name), readFileSync(path.join(directory, name), 'utf8')]),
  );
}
