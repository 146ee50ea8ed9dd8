import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '#dev/testing/open-portal.ts';
import { MailServer } from '#platform/server/mail/mail-server.testing.ts';
import { bootDebian, type Debian, debianNeeds } from './harness/debian.ts';
import { scriptIn } from './harness/documents.ts';
import { describeWith } from './harness/needs.ts';

const address = 'http://127.0.0.1:3000';
const admin = 'registrar@university.example';

/** docs/operations.md, copied to the letter by a script; only the first administrator is filled in. */
describeWith(debianNeeds, 'the commands of the document, on a fresh Debian 12', () => {
  let debian: Debian;
  let mails: MailServer;
  let installed: ReturnType<Debian['run']>;

  beforeAll(async () => {
    // The namespaces share the network of this machine.
    await expect(fetch(address), 'port 3000 of this machine is taken').rejects.toThrow();
    mails = new MailServer();
    await mails.start();
    debian = await bootDebian('https://git.university.example/dikshant.git');
    const script = scriptIn('docs/operations.md', '## Install in ten minutes')
      .replace('MAIL_ADDRESS', admin)
      .replace(`${admin} NAME`, `${admin} 'Asha Rao'`);
    writeFileSync(path.join(debian.root, 'root/install.sh'), `set -eux\ncd /root\n${script}`);
    installed = debian.run('bash /root/install.sh', 30);
  }, 2_700_000);
  afterAll(async () => {
    await debian?.remove();
    await mails?.stop();
  });

  const show = (property: string) =>
    debian.run(`systemctl show -p ${property} --value dikshant.service`).said.trim();
  const isReady = async () => (await fetch(`${address}/readyz`).catch(() => null))?.status;

  test('end in a ready portal that the system starts again and nobody calls a demo', async () => {
    expect(installed.code, installed.said.slice(-4_000)).toBe(0);
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
    expect(show('ActiveState')).toBe('active');
    expect(show('UnitFileState')).toBe('enabled');
    expect((await fetch(`${address}/api/demo/outbox?to=a@b.example`)).status).toBe(404);
  });

  test('run node itself by the unit, not as root, PostgreSQL below it; the units hold to systemd', () => {
    const pid = show('MainPID');
    expect(debian.run(`stat -c %U /proc/${pid}`).said.trim()).toBe('dikshant');
    expect(debian.run(`/proc/${pid}/exe --version`).said).toMatch(/^v24\./);
    expect(debian.run('systemctl status dikshant.service --no-pager -n 0').said).toContain('postgres');
    expect(debian.run('systemd-analyze verify /etc/systemd/system/dikshant*')).toEqual({ code: 0, said: '' });
  });

  test('after kill -9 of node another process serves within 20 s', async () => {
    const pid = show('MainPID');
    debian.run(`kill -9 ${pid}`);
    await expect
      .poll(async () => show('MainPID') !== pid && (await isReady()), { timeout: 20_000 })
      .toBe(200);
  });

  test('doctor names no fault but those of a machine without mail and proxy', () => {
    const { said } = debian.run(
      'cd /opt/dikshant && deploy/as-service npm run doctor -- database migrations queue screens demo files chain',
    );
    expect(said).toContain('No problems found.');
  });

  test("let renderers and backups work within the unit's bounds", async () => {
    const file = path.join(debian.root, 'etc/dikshant/settings');
    const own = readFileSync(file, 'utf8')
      .replace(/^PUBLIC_URL=.*$/m, `PUBLIC_URL='${address.replace('127.0.0.1', 'localhost')}'`)
      .replace(/^SMTP_URL=.*$/m, `SMTP_URL='${mails.url}'`);
    writeFileSync(file, own);
    expect(debian.run('systemctl restart dikshant.service')).toMatchObject({ code: 0 });
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
    const pack = debian.run('cd /opt/dikshant && deploy/as-service npm run pack -- import packs/vishwavidya');
    expect(pack.code, pack.said).toBe(0);
    const caller = callerOf(address, await signInByMail());
    const printer = { code: 'P1', name: 'Printer of the office', xMm: 0, yMm: 0 };
    const { id } = await caller.api.printers.addEntry(printer);
    const sheet = await caller.fetch(`/api/printers/${id}/calibration-sheet`);
    expect(
      Buffer.from(await sheet.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const backup = debian.run('systemctl start dikshant-backup.service');
    expect(backup.code, debian.run('journalctl -u dikshant-backup -n 20 --no-pager').said).toBe(0);
  });

  test("Debian's own Node is refused in words", () => {
    debian.run('apt-get install -y -q --no-install-recommends nodejs', 10);
    const { code, said } = debian.run(
      'cd /opt/dikshant && /usr/bin/node --import ./scripts/require-node.mjs src/app/server/main.ts',
    );
    expect(code).toBe(1);
    expect(said).toMatch(/^Node 24 or newer is needed; .+ is v18/);
  });

  /** Gives the session of the first administrator, with the password that the script printed and a code by mail. */
  async function signInByMail(): Promise<string> {
    const password = /initial password (\S+)/.exec(installed.said)![1]!;
    const own = 'eleven copper kettles in a row';
    const post = (target: string, body: object, cookie = '') =>
      fetch(`${address}${target}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
    const started = await post('/api/sign-in', { role: 'admin', email: admin, password });
    const { challengeId } = (await started.json()) as { challengeId: string };
    const codes = () => mails.mailsTo(admin).flatMap(({ source }) => /^(\d{4})\r?$/m.exec(source)?.[1] ?? []);
    await expect.poll(codes, { timeout: 30_000 }).toHaveLength(1);
    const completed = await post(`/api/sign-in/${challengeId}/complete`, { code: codes()[0] });
    const cookie = completed.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const chosen = { currentPassword: password, password: own, confirmation: own };
    const changed = await post('/api/account/password', chosen, cookie);
    expect(changed.status, await changed.text()).toBe(200);
    return cookie;
  }
});
