import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, killAll, treeOf } from './process-tree.ts';

/** What a Debian of its own takes. It fetches packages of Debian, and shares the network of this machine. */
export const debianNeeds = ['root', 'mmdebstrap', 'unshare', 'nsenter', 'git'];

/** A minimal Debian 12 whose systemd is process 1 of namespaces of its own. */
export type Debian = {
  root: string;
  /** Runs a line inside as root. */
  run(line: string, minutes?: number): { code: number | null; said: string };
  remove(): Promise<void>;
};

const packages = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', 'util-linux', 'curl', 'procps'];

/** TREES names the folder in which trees lie: /tmp may be small. */
export async function bootDebian(sources: string): Promise<Debian> {
  const folder = mkdtempSync(path.join(process.env.TREES ?? '/var/tmp', 'dikshant-debian-'));
  const root = path.join(folder, 'root');
  execFileSync('mmdebstrap', ['--variant=minbase', `--include=${packages.join()}`, 'bookworm', root], {
    stdio: 'pipe',
    maxBuffer: 2 ** 26,
    env: { ...process.env, TMPDIR: folder },
  });
  placeSources(root, sources);
  // The way to the network, and the authority of the network's own where the machine has one.
  for (const file of ['/etc/resolv.conf', '/etc/hosts', '/root/.npmrc', '/etc/ssl/certs/ca-certificates.crt'])
    if (existsSync(file)) cpSync(file, path.join(root, file), { dereference: true });
  const dropIn = path.join(root, 'etc/systemd/system/service.d');
  mkdirSync(dropIn, { recursive: true });
  writeFileSync(path.join(dropIn, 'trial.conf'), '[Service]\nPrivateDevices=no\n');
  const systemd = spawn('sh', [path.join(import.meta.dirname, 'systemd.sh'), root], { stdio: 'ignore' });
  const [, first] = await poll(() => {
    const tree = treeOf(systemd.pid!);
    return tree.length > 1 ? tree : null;
  });
  const debian: Debian = {
    root,
    run(line, minutes = 5) {
      const inside = ['-t', String(first), '-m', '-p', '-C', '-u', '-i', '-r', '-w'];
      const { status, stdout, stderr } = spawnSync(
        'nsenter',
        [...inside, 'env', '-i', ...environment(), 'bash', '-c', line],
        { encoding: 'utf8', timeout: minutes * 60_000, maxBuffer: 2 ** 26 },
      );
      return { code: status, said: stdout + stderr };
    },
    async remove() {
      const tree = treeOf(systemd.pid!);
      killAll(tree);
      while (tree.some(isRunning)) await delay(20);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
  await poll(() => /running|degraded|starting/.test(debian.run('systemctl is-system-running').said) || null);
  return debian;
}

function environment(): string[] {
  const ofTheNetwork = Object.entries(process.env).filter(([name]) =>
    /^(https?|no)_proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name),
  );
  return [
    'HOME=/root',
    'LANG=C.UTF-8',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...ofTheNetwork.map(([name, value]) => `${name}=${value}`),
  ];
}

/** What is cloned from `address` comes from a bare repository of this checkout; the command that clones stays as it is. */
function placeSources(root: string, address: string): void {
  const bare = path.join(root, 'srv/dikshant.git');
  mkdirSync(path.dirname(bare), { recursive: true });
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare]);
  execFileSync('git', ['push', '-q', bare, '+HEAD:refs/heads/main']);
  writeFileSync(
    path.join(root, 'etc/gitconfig'),
    `[safe]\n\tdirectory = *\n[url "file:///srv/dikshant.git"]\n\tinsteadOf = ${address}\n`,
  );
}

async function poll<Value>(look: () => Value | null): Promise<Value> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await delay(200)) {
    const value = look();
    if (value !== null) return value;
  }
  throw new Error('systemd does not run in its namespaces.');
}
