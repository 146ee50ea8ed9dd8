import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually, root } from '../harness/portal.ts';
import { killTree } from '../harness/processes.ts';
import { document, operationsDocument } from './b-document.ts';

/** A tool of the machine, or a failure that says how to get it: what cannot be tried never counts as passed. */
export function needTools(...names: string[]): void {
  const missing = names.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
  if (missing.length)
    throw new Error(
      `This test needs ${missing.join(', ')}: apt-get install -y ${missing.join(' ')} (as root).`,
    );
  if (process.getuid?.() !== 0)
    throw new Error('This test needs root: it makes namespaces and a Debian tree.');
}

export type Tree = {
  root: string;
  /** A line inside, by process 1's namespaces, as root. */
  run(line: string, minutes?: number): { code: number | null; text: string };
  /** Process ids of the host for those whose command line inside matches. */
  remove(): void;
};

/** Where trees lie: /tmp may be small. TREES names another place. */
const places = process.env.TREES ?? '/var/tmp';

/** A minimal Debian 12, its systemd running as process 1 of its own namespaces. */
export async function bootDebian({ packages = [] as string[] } = {}): Promise<Tree> {
  needTools('mmdebstrap', 'unshare', 'nsenter', 'setpriv');
  const folder = mkdtempSync(path.join(places, 'dikshant-debian-'));
  const tree = path.join(folder, 'root');
  const include = [
    'systemd',
    'systemd-sysv',
    'dbus',
    'ca-certificates',
    'util-linux',
    'curl',
    'procps',
    'sudo',
    ...packages,
  ];
  execFileSync('mmdebstrap', ['--variant=minbase', `--include=${include.join(',')}`, 'bookworm', tree], {
    stdio: 'pipe',
    maxBuffer: 2 ** 26,
    env: { ...process.env, TMPDIR: folder },
  });
  placeSources(tree);
  for (const file of ['/etc/resolv.conf', '/etc/hosts', '/root/.npmrc'])
    if (existsSync(file)) cpSync(file, path.join(tree, file), { dereference: true });
  // The network's own certificate authority, where the machine has one.
  cpSync('/etc/ssl/certs/ca-certificates.crt', path.join(tree, 'etc/ssl/certs/ca-certificates.crt'));
  const dropIn = path.join(tree, 'etc/systemd/system/service.d');
  mkdirSync(dropIn, { recursive: true });
  writeFileSync(path.join(dropIn, 'trial.conf'), '[Service]\nPrivateDevices=no\n');
  const systemd = spawn('sh', [path.join(import.meta.dirname, 'b-systemd.sh'), tree], {
    stdio: 'ignore',
    detached: true,
  });
  const one = await firstProcess(systemd);
  const run: Tree['run'] = (line, minutes = 5) => {
    const proxies = Object.entries(process.env).filter(([name]) =>
      /^(https?|no)_proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name),
    );
    const { status, stdout, stderr } = spawnSync(
      'nsenter',
      [
        '-t',
        String(one),
        '-m',
        '-p',
        '-C',
        '-u',
        '-i',
        '-r',
        '-w',
        'env',
        '-i',
        'HOME=/root',
        'LANG=C.UTF-8',
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        ...proxies.map(([name, value]) => `${name}=${value}`),
        'bash',
        '-c',
        line,
      ],
      { encoding: 'utf8', timeout: minutes * 60_000, maxBuffer: 2 ** 26 },
    );
    return { code: status, text: stdout + stderr };
  };
  await eventually(() => /running|degraded|starting/.test(run('systemctl is-system-running').text), {
    within: 60_000,
    every: 500,
    what: 'systemd in its namespaces',
  });
  return {
    root: tree,
    run,
    remove() {
      killTree(systemd.pid!);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function firstProcess(unshare: ChildProcess): Promise<number> {
  return eventually(
    () => {
      const child = spawnSync('pgrep', ['-P', String(unshare.pid)], { encoding: 'utf8' }).stdout.trim();
      return child ? Number(child.split('\n')[0]) : undefined;
    },
    { what: 'process 1 of the namespaces' },
  );
}

/**
 * The release as somebody gets it: a bare repository under every address from which the document clones, and the same files as an
 * archive. git is told by its own configuration; the commands stay as they are.
 */
function placeSources(tree: string): void {
  const bare = path.join(tree, 'srv/dikshant.git');
  mkdirSync(path.dirname(bare), { recursive: true });
  const branch = '+HEAD:refs/heads/main';
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare]);
  execFileSync('git', ['push', '-q', bare, branch], { cwd: root });
  execFileSync(
    'sh',
    ['-c', `git archive --format=tar.gz --prefix=dikshant/ HEAD > ${tree}/srv/dikshant.tar.gz`],
    {
      cwd: root,
    },
  );
  const addresses = document(operationsDocument).match(
    /(?:https|ssh|git):\/\/[^\s'"`]+?\.git\b|https:\/\/(?:github|gitlab|codeberg)[^\s'"`)]+/g,
  );
  const rewrites = [...new Set(addresses ?? [])].map(
    (address) => `[url "file:///srv/dikshant.git"]\n\tinsteadOf = ${address}\n`,
  );
  writeFileSync(path.join(tree, 'etc/gitconfig'), `[safe]\n\tdirectory = *\n${rewrites.join('')}`);
}
