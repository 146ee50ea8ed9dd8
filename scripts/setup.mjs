// Runs under any Node ≥ 20 and imports nothing from node_modules: it is what fills node_modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

export const projectRoot = path.resolve(fileURLToPath(import.meta.url), '../..');
export const cacheDirectory = path.join(projectRoot, '.cache');

const oldestNode = 24;

/** What the web is made from. */
const webSources = [
  'src/app/web',
  'src/desks',
  'src/platform/web',
  'src/features',
  'src/shared',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/guides.ts',
  'scripts/guide.css',
  'docs/guide',
  'docs/images/guide',
];
const webStamp = path.join(cacheDirectory, 'web-build.sha256');
const webDirectory = path.join(projectRoot, 'dist/web');
/** What was built, by name with its bytes: the server refuses to serve a part of it. Written last. */
const webFiles = path.join(projectRoot, 'dist/web-files.json');

/** Installs the packages of package-lock.json, unless exactly those are there. */
export function installPackages() {
  if (packagesAreInstalled()) return;
  console.log('Installing the packages; the first time this takes a minute.');
  const { status, stdout, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: projectRoot,
    encoding: 'utf8',
    // A production setting of the shell would leave out what builds and tests.
    env: { ...process.env, NODE_ENV: 'development' },
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new SetupError(`npm ci failed:\n${stdout ?? ''}${stderr ?? ''}`);
}

/** A fault whose message says everything: no stack is needed. */
export class SetupError extends Error {}

/**
 * npm notes in node_modules what it installed. Its notes leave out packages of other platforms, and say where they lie.
 */
function packagesAreInstalled() {
  const notes = path.join(projectRoot, 'node_modules/.package-lock.json');
  if (!existsSync(notes)) return false;
  const installed = JSON.parse(readFileSync(notes, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([place, { version, integrity, optional, os, cpu }]) => {
    if (place === '') return true;
    const found = installed[place];
    if (found === undefined) return Boolean(optional || os || cpu);
    return found.version === version && found.integrity === integrity;
  });
}

/**
 * The Node that package.json pins. npm 12 and `--ignore-scripts` leave out the install script that fetches it: then
 * the running Node serves if it is new enough, else the script is run here.
 */
export function findNode() {
  const pinned = path.join(projectRoot, 'node_modules/node/bin/node');
  if (isExecutable(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return process.execPath;
  console.log(`Fetching Node ${oldestNode}; this machine's is ${process.version}.`);
  const { stdout, stderr } = spawnSync(process.execPath, ['installArchSpecificPackage'], {
    cwd: path.join(projectRoot, 'node_modules/node'),
    encoding: 'utf8',
  });
  if (isExecutable(pinned)) return pinned;
  throw new SetupError(
    `Node ${oldestNode} is needed and could not be fetched; install it and try again.\n${stdout ?? ''}${stderr ?? ''}`,
  );
}

/** The environment in which npm's programs, too, run under the given Node. */
export function environmentFor(node) {
  const directories = [path.dirname(node), path.join(projectRoot, 'node_modules/.bin'), process.env.PATH];
  return {
    ...process.env,
    PATH: directories.join(path.delimiter),
    // What a process has compiled the next one need not: a server starts with half of the work.
    NODE_COMPILE_CACHE: path.join(cacheDirectory, 'compiled'),
  };
}

/** The script behind a package's command, to be run by the Node of our choice. */
export function findProgram(packageName, command = packageName) {
  const packageRoot = path.join(projectRoot, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8'));
  return path.join(packageRoot, typeof bin === 'string' ? bin : bin[command]);
}

/** Whether dist/web was built from exactly what is here now. */
export function webIsFresh() {
  const built = existsSync(webFiles) && existsSync(webStamp);
  return built && readFileSync(webStamp, 'utf8') === hashWebSources();
}

/** Builds the screens into dist/web; says whether it worked, and what the build said. */
export function buildWeb(node) {
  // Taken before the build: a file saved during it must lead to another one.
  const hash = hashWebSources();
  rmSync(webFiles, { force: true });
  const { status, stdout, stderr } = spawnSync(node, [findProgram('vite'), 'build'], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: environmentFor(node),
  });
  if (status === 0) {
    for (const file of listFiles('dist/web')) packFile(path.join(projectRoot, file));
    const built = listFiles('dist/web').map((file) => [
      path.relative(webDirectory, path.join(projectRoot, file)),
      statSync(path.join(projectRoot, file)).size,
    ]);
    writeFileSync(webFiles, JSON.stringify(Object.fromEntries(built)));
    mkdirSync(cacheDirectory, { recursive: true });
    writeFileSync(webStamp, hash);
  }
  return { ok: status === 0, output: `${stdout ?? ''}${stderr ?? ''}` };
}

/** Once and as small as it gets, instead of quickly at each request: a sixth less to load. */
function packFile(file) {
  if (/\.(js|css|svg|wasm)$/.test(file)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
}

function hashWebSources() {
  const hash = createHash('sha256');
  for (const source of webSources) {
    for (const file of listFiles(source)) {
      hash.update(`${file}\0`).update(
        createHash('sha256')
          .update(readFileSync(path.join(projectRoot, file)))
          .digest(),
      );
    }
  }
  return hash.digest('hex');
}

function listFiles(source) {
  const found = statSync(path.join(projectRoot, source), { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return [source];
  // The build itself writes the English catalog.
  const names = readdirSync(path.join(projectRoot, source))
    .filter((name) => name !== 'en.po')
    .sort();
  return names.flatMap((name) => listFiles(path.join(source, name)));
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    // An empty file stands there when the install script was cut off.
    return statSync(file).size > 0;
  } catch {
    return false;
  }
}
