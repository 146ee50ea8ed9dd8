import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../harness/portal.ts';
import { read, trackedFiles } from '../harness/source.ts';
import { commandsOf, document, operationsDocument, section } from './b-document.ts';

// The issue, Build: "`deploy/`: Dockerfile (two stages, not root, read-only root file system), compose file with PostgreSQL,
// systemd unit that starts node directly and restarts, nginx example (TLS, body limits, server-sent events)." Done when 1:
// "`systemd-analyze verify` passes … What could not be run is stated in the document." What takes long is in b1-install-long and
// b1-image-long.

function fileOf(like: RegExp, what: string): string {
  const found = trackedFiles('deploy').filter((file) => like.test(path.basename(file)));
  if (!found[0])
    throw new Error(`deploy/ has no ${what}; it has: ${trackedFiles('deploy').join(', ') || 'nothing'}`);
  return found[0];
}

/** A setting of a unit, the last one given; settings that may stand often are joined. */
function setting(text: string, name: string): string {
  return [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!.trim()).join(' ');
}

describe('9.1 deploy/', () => {
  test('9.1: `systemd-analyze verify` passes, without a word', () => {
    const file = fileOf(/^dikshant\.service$/, 'systemd unit');
    expect(
      spawnSync('sh', ['-c', 'command -v systemd-analyze']).status,
      'this test needs systemd-analyze',
    ).toBe(0);
    // The unit as it is; only the programs that it names have to be there, so that a machine without the portal can judge it.
    const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-unit-'));
    const copy = path.join(folder, path.basename(file));
    copyFileSync(path.join(root, file), copy);
    const program = setting(read(file), 'ExecStart')
      .split(/\s+/)[0]!
      .replace(/^[-@:+!]+/, '');
    expect(program, 'ExecStart begins with an absolute path').toMatch(/^\//);
    const tree = path.join(folder, 'root');
    const { status, stdout, stderr } = existsSync(program)
      ? spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' })
      : inTree(tree, copy, program);
    rmSync(folder, { recursive: true, force: true });
    expect(stdout + stderr).toBe('');
    expect(status).toBe(0);
  });

  test('9.1: the unit starts node directly and restarts, not as root, confined', () => {
    const unit = read(fileOf(/^dikshant\.service$/, 'systemd unit'));
    expect(setting(unit, 'ExecStart')).toMatch(/\/node\s/);
    expect(setting(unit, 'ExecStart')).not.toMatch(/npm|\bsh\b|bash/);
    expect(setting(unit, 'Restart')).toMatch(/^(always|on-failure)$/);
    expect(setting(unit, 'User')).toMatch(/^(?!root$).+/);
    expect(setting(unit, 'NoNewPrivileges')).toMatch(/yes|true/);
    expect(setting(unit, 'ProtectSystem')).toBe('strict');
    // V8 writes code at run time: with this the portal does not start.
    expect(setting(unit, 'MemoryDenyWriteExecute')).not.toMatch(/yes|true/);
    // PostgreSQL and what is under way get their time; 25 s are documented.
    expect(Number.parseInt(setting(unit, 'TimeoutStopSec'), 10)).toBeGreaterThanOrEqual(30);
    expect(setting(unit, 'KillMode')).toMatch(/^(mixed|process)$/);
  });

  test('9.1: the Dockerfile has two stages and ends as another user than root, with node as its process', () => {
    const lines = read(fileOf(/^(Dockerfile|Containerfile)$/, 'Dockerfile')).split('\n');
    const last = (word: string) => lines.findLast((line) => new RegExp(`^${word}\\s`, 'i').test(line)) ?? '';
    const stages = lines.filter((line) => /^FROM\s/i.test(line));
    expect(stages.length).toBe(2);
    expect(stages.join('\n'), 'a base that says its version').not.toMatch(/:latest|FROM [^:\s]+( |$)/im);
    expect(last('USER')).toMatch(/^USER\s+(?!root|0\b)\S+/i);
    expect(last('CMD') + last('ENTRYPOINT')).toMatch(/node/);
    expect(last('CMD') + last('ENTRYPOINT')).not.toMatch(/npm/);
    const final = lines.slice(lines.lastIndexOf(stages[1]!)).join('\n');
    expect(final, 'no secret is baked in').not.toMatch(
      /^(ENV|ARG)\s+\w*(SECRET|PASSWORD|PASSPHRASE)\w*[= ]\S/im,
    );
    expect(
      existsSync(path.join(root, '.dockerignore')) ||
        existsSync(path.join(root, 'deploy/Dockerfile.dockerignore')),
    ).toBe(true);
  });

  test('9.1: the compose file: PostgreSQL with a volume and a health check, the portal read-only, no password written in', () => {
    const text = read(fileOf(/compose.*\.ya?ml$/, 'compose file'));
    expect(text).toMatch(/image:\s*["']?\S*postgres:(1[5-9]|[2-9]\d)/);
    expect(text).toMatch(/read_only:\s*true/);
    expect(text).toMatch(/tmpfs:/);
    expect(text).toMatch(/healthcheck:/);
    expect(text).toMatch(/^volumes:/m);
    expect(text).toMatch(/restart:\s*["']?(always|unless-stopped|on-failure)/);
    expect(text).not.toMatch(/^\s*-?\s*\w*(PASSWORD|SECRET)\w*\s*[:=]\s*["']?(?!\$)[\w]+["']?\s*$/m);
  });

  test('9.1: the nginx example: TLS, body limits, uploads and events unbuffered, forwarded headers set anew', () => {
    const text = read(fileOf(/nginx.*(\.conf|\.example)?$/, 'nginx example')).replaceAll(/^\s*#.*$/gm, '');
    expect(text).toMatch(/listen\s+[^;]*\bssl\b/);
    expect(text).toMatch(/ssl_protocols\s+TLSv1\.2\s+TLSv1\.3/);
    expect(text).toMatch(/client_max_body_size\s+(1[0-9]{2})m/i);
    expect(text).toMatch(/proxy_request_buffering\s+off/);
    const events = /location[^{]*\/api\/changes[^{]*\{([^}]*)\}/.exec(text)?.[1] ?? '';
    expect(events, 'server-sent events at /api/changes').toMatch(/proxy_buffering\s+off/);
    expect(events).toMatch(/proxy_read_timeout\s+\S+/);
    expect(text).toMatch(/X-Forwarded-For\s+\$remote_addr/);
    expect(text).not.toMatch(/\$proxy_add_x_forwarded_for/);
    expect(text, 'figures are not for everybody').toMatch(/metrics/);
  });

  test('9.1 done when: what could not be run is stated in the document', () => {
    const statement = document(operationsDocument)
      .split('\n')
      .filter((line) => /\b(not|never)\b[^.]{0,60}\b(tried|run|tested)\b|\b(untried|untested)\b/i.test(line));
    expect(statement.join('\n'), 'sentences on what was not tried').toMatch(
      /podman|docker|compose|container|image/i,
    );
  });

  test('9.1: the installation is a sequence of commands that a script can copy', () => {
    const commands = commandsOf(section(operationsDocument, /^install/i));
    expect(commands.length).toBeGreaterThan(4);
    const text = commands.join('\n');
    expect(text, 'Node from the npm package').toMatch(
      /npm (install|i|exec|x)\b[^\n]*\bnode@\S*24|npx[^\n]*node@/,
    );
    expect(text, 'the unit').toMatch(/systemctl\b[^\n]*(enable|start)/);
    expect(text, 'the first administrator').toMatch(/staff:create-admin/);
    expect(text, 'no editor, no step that a script cannot do').not.toMatch(
      /^\s*(sudo )?(nano|vi|vim|editor)\b/m,
    );
    expect(text).not.toMatch(/\.\.\.|…/);
  });
});

/** In a tree of empty programs, for machines that have no node where the unit wants it. */
function inTree(tree: string, unit: string, program: string) {
  for (const name of ['etc/systemd/system', path.dirname(program).slice(1), 'usr/lib/systemd/system'])
    mkdirSync(path.join(tree, name), { recursive: true });
  writeFileSync(path.join(tree, program), '#!/bin/sh\n', { mode: 0o755 });
  const users = read(
    path.relative(root, unit).startsWith('..') ? fileOf(/^dikshant\.service$/, 'systemd unit') : unit,
  );
  const name = setting(users, 'User') || 'root';
  writeFileSync(
    path.join(tree, 'etc/passwd'),
    `root:x:0:0::/root:/bin/sh\n${name}:x:900:900::/:/bin/false\n`,
  );
  writeFileSync(path.join(tree, 'etc/group'), `root:x:0:\n${name}:x:900:\n`);
  for (const target of [
    'sysinit',
    'basic',
    'multi-user',
    'network-online',
    'shutdown',
    'network',
    'local-fs',
  ])
    writeFileSync(
      path.join(tree, `usr/lib/systemd/system/${target}.target`),
      `[Unit]\nDescription=${target}\n`,
    );
  const inside = path.join('/etc/systemd/system', path.basename(unit));
  copyFileSync(unit, path.join(tree, inside));
  return spawnSync('systemd-analyze', ['verify', `--root=${tree}`, inside], { encoding: 'utf8' });
}
