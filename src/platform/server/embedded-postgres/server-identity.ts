import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** The account that PostgreSQL runs as: it refuses root, so root needs another one. */
export type ServerIdentity = {
  /** Owner of the data directory, as seen from here. */
  uid: number;
  gid: number;
  /** Programs that change the identity and then exec the command that follows them. */
  prefix: string[];
  options: Pick<SpawnOptions, 'uid' | 'gid'>;
  /** Programs that make the command end with its parent, where the system has them. */
  endWithParent: string[];
};

/** Chooses the first identity that works here and can reach all paths. */
export function chooseServerIdentity(paths: string[]): ServerIdentity {
  const candidates = process.getuid?.() === 0 ? rootIdentities() : userIdentities();
  const identity = candidates.find((candidate) => reaches(candidate, paths));
  if (!identity) {
    throw new Error(
      `PostgreSQL does not run as root, and no other identity can reach ${paths.join(' and ')}. Start this program as an ordinary user, or move it to a directory that every user may enter.`,
    );
  }
  const endWithParent = ['setpriv', '--pdeathsig', 'INT', '--'];
  return succeeds(identity, [...endWithParent, 'true']) ? { ...identity, endWithParent } : identity;
}

export function spawnAs(identity: ServerIdentity, command: string[], options: SpawnOptions): ChildProcess {
  const [program, ...args] = [...identity.prefix, ...identity.endWithParent, ...command];
  return spawn(program!, args, { ...options, ...identity.options, cwd: '/' });
}

function ownIdentity(): ServerIdentity {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  return { uid, gid, prefix: [], options: {}, endWithParent: [] };
}

function namespaceIdentity(): ServerIdentity {
  return { ...ownIdentity(), prefix: ['unshare', '-U', '--'] };
}

/**
 * PostgreSQL needs its account's name; a bare uid (`docker run --user 1234`) has none, but can map itself in a user
 * namespace.
 */
function userIdentities(): ServerIdentity[] {
  return hasAccount() ? [ownIdentity()] : [namespaceIdentity(), ownIdentity()];
}

function hasAccount(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/**
 * In a user namespace of its own, root runs as an unprivileged account and still owns its files: no account, no chown.
 * Where namespaces are forbidden (Docker's default profile), or a directory has another owner, it is the account
 * nobody: with the one capability for passing directories closed to others (a project below /root), or plain.
 */
function rootIdentities(): ServerIdentity[] {
  const [uid, gid] = [accountNumber('-u'), accountNumber('-g')];
  const capability = ['--inh-caps', '-all,+dac_override', '--ambient-caps', '-all,+dac_override'];
  const nobody = { uid, gid, options: {}, endWithParent: [] };
  return [
    namespaceIdentity(),
    {
      ...nobody,
      prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capability, '--'],
    },
    { ...nobody, prefix: [], options: { uid, gid } },
  ];
}

function accountNumber(flag: '-u' | '-g'): number {
  const number = Number.parseInt(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout, 10);
  return Number.isNaN(number) ? 65534 : number;
}

function reaches(identity: ServerIdentity, paths: string[]): boolean {
  return succeeds(identity, ['sh', '-c', 'for path; do test -x "$path" || exit 1; done', 'sh', ...paths]);
}

function succeeds(identity: ServerIdentity, command: string[]): boolean {
  const [program, ...args] = [...identity.prefix, ...command];
  return spawnSync(program!, args, { ...identity.options, cwd: '/', stdio: 'ignore' }).status === 0;
}
