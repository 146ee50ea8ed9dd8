import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type MailServer, startMailServer } from '../harness/mail-server.ts';
import { type Ask, ask, type Json, type Person, type Role } from '../harness/people.ts';
import {
  cleanEnvironment,
  eventually,
  freePort,
  newDirectory,
  type Portal,
  postmasterPid,
  root,
  startPortal,
} from '../harness/portal.ts';
import { killQuietly, killTree } from '../harness/processes.ts';
import { digits, letters, personName } from '../harness/random.ts';

// A portal without demo mode, as a university has it on its first day: its administrator made by the command, the first
// pack imported by the command, codes read from a real mail server.

export type Office = {
  portal: Portal;
  admin: Person;
  mails: MailServer;
  env: Record<string, string>;
  directory: string;
  /** Starts it anew on the same data, after it was stopped or killed; sessions go on. */
  restart(): Promise<void>;
  remove(): Promise<void>;
};

/** Open: where packs lie and how the command is called. UNIVERSITY.md: `npm run pack -- import PATH`, `packs/vishwavidya`. */
export const firstPack = 'packs/vishwavidya';

export async function openOffice({ pack = firstPack }: { pack?: string | null } = {}): Promise<Office> {
  const mails = await startMailServer(await freePort());
  const directory = newDirectory();
  const env = {
    PUBLIC_URL: 'https://certificates.university.example',
    SECRET: letters(48),
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'office@university.example',
    TRUST_PROXY: '127.0.0.1',
  };
  const port = await freePort();
  const office: Office = {
    portal: await startPortal({ directory, env, isDemo: false, port }),
    admin: undefined as never,
    mails,
    env,
    directory,
    async restart() {
      office.portal = await startPortal({ directory, env, isDemo: false, port, timeout: 60_000 });
    },
    async remove() {
      await office.portal.remove();
      await mails.close();
    },
  };
  try {
    const email = `${letters(8)}@university.example`;
    const { output } = run(office, 'staff:create-admin', email, personName());
    const initial = /password\W+(\S{12,})/i.exec(output)?.[1];
    if (!initial) throw new Error(`No administrator was made: ${output}`);
    office.admin = await enter(office, 'admin', email, initial);
    if (pack) {
      const imported = run(office, 'pack', 'import', pack);
      if (imported.code !== 0) throw new Error(`npm run pack -- import ${pack}: ${imported.output}`);
    }
    return office;
  } catch (error) {
    await office.remove();
    throw error;
  }
}

/** One of the portal's commands on its data directory, as a person types it. */
export function run(
  office: Office,
  command: string,
  ...words: string[]
): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('npm', ['run', command, '--', ...words], {
    cwd: root,
    encoding: 'utf8',
    timeout: 300_000,
    env: { ...cleanEnvironment(), ...office.env, DATA_DIRECTORY: office.directory },
  });
  return { code: status, output: stdout + stderr };
}

/** A person of another desk, who has changed the initial password. */
export async function hireIn(office: Office, role: Role): Promise<Person> {
  const email = `${letters(9)}@university.example`;
  const password = `Initial-${letters(10)}-${digits(4)}`;
  const printerCode = role === 'printer' ? await anyPrinter(office) : undefined;
  await office.admin.act('POST', '/api/staff', {
    ...{
      name: personName(),
      email,
      role,
      password,
      code: 'ALL',
      mobile: `98${digits(8)}`,
      secondFactor: 'email_code',
    },
    ...(printerCode ? { printerCode } : {}),
  });
  return enter(office, role, email, password);
}

async function anyPrinter({ admin }: Office): Promise<string> {
  const { rows } = (await admin.get('/api/printers')).body;
  if (rows?.length) return rows[0].code;
  const code = letters(4).toUpperCase();
  await admin.act('POST', '/api/printers', { code, name: `Printer ${code}`, xMm: 0, yMm: 0 });
  return code;
}

/** Signs in with the initial password, sets an own one and signs in again. */
async function enter(office: Office, role: Role, email: string, initial: string): Promise<Person> {
  const first = await signIn(office, role, email, initial);
  const own = `Own-${letters(12)}-${digits(4)}`;
  await first.act('POST', '/api/account/password', {
    currentPassword: initial,
    password: own,
    confirmation: own,
  });
  return signIn(office, role, email, own);
}

async function signIn(office: Office, role: Role, email: string, secret: string): Promise<Person> {
  const secure = { 'x-forwarded-proto': 'https' };
  const seen = office.mails.received.length;
  const first = await ask(office.portal, 'POST', '/api/sign-in', {
    body: { role, email, password: secret },
    headers: secure,
  });
  if (first.status !== 200) throw new Error(`sign-in of ${email}: ${first.status} ${first.text}`);
  const code = await eventually(
    () =>
      office.mails.received
        .slice(seen)
        .filter((mail) => mail.to.includes(email))
        .map((mail) => /^\s*(\d{4,8})\s*$/m.exec(mail.text)?.[1])
        .find(Boolean),
    { within: 20_000, what: `a code for ${email}` },
  );
  const second = await ask(office.portal, 'POST', `/api/sign-in/${first.body.challengeId}/complete`, {
    body: { code },
    headers: secure,
  });
  if (second.status !== 200) throw new Error(`code of ${email}: ${second.status} ${second.text}`);
  const cookie = [first, second]
    .flatMap(({ headers }) => headers.getSetCookie())
    .map((line) => line.split(';')[0])
    .join('; ');
  return personOf(office, { role, email, secret, staffId: second.body.staffId, cookie });
}

function personOf(
  office: Office,
  who: Pick<Person, 'role' | 'email' | 'secret' | 'staffId' | 'cookie'>,
): Person {
  const request = (method: string, path: string, options: Ask = {}) =>
    ask(office.portal, method, path, {
      ...options,
      headers: { cookie: who.cookie, 'x-forwarded-proto': 'https', ...options.headers },
    });
  return {
    ...who,
    ask: request,
    get: (path) => request('GET', path),
    async act(method, path, body): Promise<Json> {
      const answer = await request(method, path, { body: body ?? {} });
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    },
  };
}

/** Server and database gone at once, as at a power cut. */
export async function killAll({ portal, directory }: Office): Promise<void> {
  const postmaster = postmasterPid(directory);
  const ended = portal.exit() === undefined ? once(portal.child, 'exit') : undefined;
  killTree(portal.child.pid!);
  killTree(postmaster);
  killQuietly(postmaster, 'SIGKILL');
  await ended;
}
