// Runs under any Node ≥ 20 and imports nothing from node_modules, because it installs them.
import { spawn, spawnSync } from 'node:child_process';
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
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants as zlib } from 'node:zlib';
import { showPart } from './progress.mjs';

export const projectRoot = path.resolve(fileURLToPath(import.meta.url), '../..');
export const cacheDirectory = path.join(projectRoot, '.cache');

const oldestNode = 24;

/** The sources of the web build. */
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
/** Names and sizes of the built files: the server refuses to serve an incomplete build. Written last. */
const webFiles = path.join(projectRoot, 'dist/web-files.json');

/**
 * Installs the packages of package-lock.json, unless exactly those are installed. The tools for checks and tests are
 * peer dependencies in package.json, installed only on request.
 */
export async function installPackages({ withTools = false } = {}) {
  const wanted = wantedPackages(withTools);
  if (packagesAreInstalled(wanted)) return;
  await showPart('Downloading packages', () => runNpm('cache', 'add', ...tarballsOf(wanted)));
  await showPart('Installing packages', () =>
    runNpm('ci', '--prefer-offline', ...(withTools ? [] : ['--omit=peer'])),
  );
}

async function runNpm(...args) {
  const { ok, output } = await run('npm', [...args, '--no-audit', '--no-fund'], {
    // NODE_ENV=production in the shell would omit the packages for builds and tests.
    env: { ...process.env, NODE_ENV: 'development' },
    shell: process.platform === 'win32',
  });
  if (!ok) throw new SetupError(`npm ${args[0]} failed:\n${output}`);
}

async function run(program, args, options) {
  const child = spawn(program, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', resolve);
  });
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { ok: code === 0, output: `${typeof code === 'string' ? code : ''}${output}${errors}` };
}

/** An error whose message is sufficient without a stack. */
export class SetupError extends Error {}

function readPackages(file) {
  return JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')).packages;
}

/** The packages of package-lock.json for this machine, by path. */
function wantedPackages(withTools) {
  const isFor = (names, name) => !names || names.includes(name);
  return Object.entries(readPackages('package-lock.json')).filter(
    ([place, { peer, os, cpu }]) =>
      place !== '' && (withTools || !peer) && isFor(os, process.platform) && isFor(cpu, process.arch),
  );
}

/** npm records in node_modules what it installed, without packages for another C library. */
function packagesAreInstalled(wanted) {
  if (!existsSync(path.join(projectRoot, 'node_modules/.package-lock.json'))) return false;
  const installed = readPackages('node_modules/.package-lock.json');
  return wanted.every(([place, { version, integrity, optional }]) => {
    const found = installed[place];
    if (found === undefined) return Boolean(optional);
    return found.version === version && found.integrity === integrity;
  });
}

/** The URLs of the packages, and what the install script of `node` downloads. */
function tarballsOf(wanted) {
  const { version } = Object.fromEntries(wanted)['node_modules/node'];
  const system = `${process.platform}-${process.arch}`;
  const node = `${system === 'darwin-arm64' ? 'node-bin' : 'node'}-${system}@${version}`;
  return [node, ...wanted.map(([, { resolved }]) => resolved)];
}

/**
 * The Node version pinned in package.json. npm 12 and `--ignore-scripts` skip the install script that downloads it:
 * then the running Node is used if it is new enough, otherwise the script is run here.
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

/** The environment in which npm's programs also run under the given Node. */
export function environmentFor(node) {
  const directories = [path.dirname(node), path.join(projectRoot, 'node_modules/.bin'), process.env.PATH];
  return {
    ...process.env,
    PATH: directories.join(path.delimiter),
    // Processes share compiled code, which halves the work of starting the server.
    NODE_COMPILE_CACHE: path.join(cacheDirectory, 'compiled'),
  };
}

/** The script behind a package's command, to run it with a chosen Node. */
export function findProgram(packageName, command = packageName) {
  const packageRoot = path.join(projectRoot, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8'));
  return path.join(packageRoot, typeof bin === 'string' ? bin : bin[command]);
}

/** Whether dist/web was built from the present sources. */
export function webIsFresh() {
  const built = existsSync(webFiles) && existsSync(webStamp);
  return built && readFileSync(webStamp, 'utf8') === hashWebSources();
}

/** Builds the screens into dist/web; returns whether it succeeded, and the build's output. */
export async function buildWeb(node) {
  // Hashed before the build: a file saved during it has to cause another build.
  const hash = hashWebSources();
  rmSync(webFiles, { force: true });
  const built = await run(node, [findProgram('vite'), 'build'], { env: environmentFor(node) });
  if (built.ok) {
    await Promise.all(listFiles('dist/web').map((file) => packFile(path.join(projectRoot, file))));
    const files = listFiles('dist/web').map((file) => [
      path.relative(webDirectory, path.join(projectRoot, file)),
      statSync(path.join(projectRoot, file)).size,
    ]);
    writeFileSync(webFiles, JSON.stringify(Object.fromEntries(files)));
    mkdirSync(cacheDirectory, { recursive: true });
    writeFileSync(webStamp, hash);
  }
  return built;
}

/**
 * Compresses once at high quality instead of quickly at each request: a sixth less to download. The highest level takes
 * twice as long for 2 % more.
 */
async function packFile(file) {
  if (!/\.(js|css|svg|wasm)$/.test(file)) return;
  const options = { params: { [zlib.BROTLI_PARAM_QUALITY]: 10 } };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file), options));
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
    // An interrupted install script leaves an empty file.
    return statSync(file).size > 0;
  } catch {
    return false;
  }
}
