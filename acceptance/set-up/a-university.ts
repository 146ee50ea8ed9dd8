import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { type MailServer, startMailServer } from '../harness/mail-server.ts';
import { type Answer, type Ask, ask, type Json, type Person, type Role } from '../harness/people.ts';
import {
  cleanEnvironment,
  eventually,
  freePort,
  newDirectory,
  type Portal,
  root,
  startPortal,
} from '../harness/portal.ts';
import { digits, letters, personName } from '../harness/random.ts';
import { packCommand } from './a-packs.ts';

/** A portal in production with a database of its own, the mail server that it sends to, and its first administrator. */
export type University = {
  portal: Portal;
  mails: MailServer;
  directory: string;
  env: Record<string, string>;
  /** Made by `npm run staff:create-admin`, signed in with a password of their own. */
  admin: Person;
  /** Starts it again on the same data, after it was stopped or killed. */
  restart(): Promise<void>;
  remove(): Promise<void>;
};

/**
 * What a file of tests needs, made once before its first test; where it cannot be made, every test of the file is red with
 * that reason, none is left out.
 */
export function once(make: () => Promise<void>): () => Promise<void> {
  let made: Promise<void> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** "On an empty production database: create the administrator by command". No demo mode, no sample data. */
export async function emptyUniversity(settings: Record<string, string> = {}): Promise<University> {
  const university = await bareUniversity(settings);
  const made = createAdmin(university);
  university.admin = await firstSignIn(university, 'admin', made.email, made.secret);
  return university;
}

/** The same before anybody was made. */
export async function bareUniversity(settings: Record<string, string> = {}): Promise<University> {
  const mails = await startMailServer(await freePort());
  const port = await freePort();
  const directory = newDirectory();
  const env = {
    PUBLIC_URL: `http://localhost:${port}`,
    SECRET: letters(48),
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'office@university.example',
    ...settings,
  };
  const start = () => startPortal({ directory, env, port, isDemo: false });
  const university: University = {
    portal: await start(),
    mails,
    directory,
    env,
    admin: undefined as never,
    async restart() {
      university.portal = await start();
    },
    async remove() {
      await university.portal.remove();
      await mails.close();
    },
  };
  return university;
}

/** `npm run staff:create-admin -- EMAIL NAME`, beside the running portal; gives the initial password that it prints. */
export function createAdmin({ directory, env }: Pick<University, 'directory' | 'env'>): {
  email: string;
  name: string;
  secret: string;
} {
  const email = `${letters(9)}@university.example`;
  const name = personName();
  const { stdout, stderr } = spawnSync('npm', ['run', '--silent', 'staff:create-admin', '--', email, name], {
    cwd: root,
    encoding: 'utf8',
    env: { ...cleanEnvironment(), ...env, DATA_DIRECTORY: directory },
  });
  const secret = /password\W+(\S{12,})/i.exec(stdout + stderr)?.[1];
  if (!secret) throw new Error(`staff:create-admin printed no initial password:\n${stdout}${stderr}`);
  return { email, name, secret };
}

/** A second administrator, who is made by the same command: no screen makes one. */
async function secondAdmin(university: University): Promise<Person> {
  const { email, secret } = createAdmin(university);
  return firstSignIn(university, 'admin', email, secret);
}

export function codeTo(
  { mails }: Pick<University, 'mails'>,
  email: string,
  after: number,
): string | undefined {
  const texts = mails.received.slice(after).filter((mail) => mail.to.includes(email));
  return texts.map(({ text }) => /^\s*(\d{4,8})\s*$/m.exec(text)?.[1]).find(Boolean);
}

async function signInAt(university: University, role: Role, email: string, secret: string): Promise<Person> {
  const { portal, mails } = university;
  const after = mails.received.length;
  const first = await ask(portal, 'POST', '/api/sign-in', { body: { role, email, password: secret } });
  if (first.status !== 200) throw new Error(`sign-in of ${email}: ${first.status} ${first.text}`);
  const code = await eventually(() => codeTo(university, email, after), {
    within: 20_000,
    what: `a code for ${email}`,
  });
  const second = await ask(portal, 'POST', `/api/sign-in/${first.body.challengeId}/complete`, {
    body: { code },
    headers: { cookie: cookiesOf(first) },
  });
  if (second.status !== 200) throw new Error(`code of ${email}: ${second.status} ${second.text}`);
  return personOf(university, {
    role,
    email,
    secret,
    staffId: second.body.staffId,
    cookie: cookiesOf(second),
  });
}

export async function firstSignIn(
  university: University,
  role: Role,
  email: string,
  initial: string,
): Promise<Person> {
  const first = await signInAt(university, role, email, initial);
  const secret = `Own-${letters(12)}-${digits(4)}`;
  await first.act('POST', '/api/account/password', {
    currentPassword: initial,
    password: secret,
    confirmation: secret,
  });
  return signInAt(university, role, email, secret);
}

function cookiesOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Asks whatever portal serves the university now, so that a person outlives a restart. */
function personOf(
  university: University,
  who: Pick<Person, 'role' | 'email' | 'secret' | 'staffId' | 'cookie'>,
): Person {
  const request = (method: string, path: string, options: Ask = {}) =>
    ask(university.portal, method, path, { ...options, headers: { cookie: who.cookie, ...options.headers } });
  return {
    ...who,
    ask: request,
    get: (path) => request('GET', path),
    async act(method, path, body) {
      const answer = await request(method, path, { body: body ?? {} });
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    },
  };
}

/** One person for a desk; a printer's operator needs a printer. */
export async function employ(
  university: University,
  role: Exclude<Role, 'admin'>,
  by: Person = university.admin,
): Promise<Person> {
  const email = `${letters(9)}@university.example`;
  const initial = `Initial-${letters(10)}-${digits(4)}`;
  let printerCode: string | undefined;
  if (role === 'printer') {
    printerCode = (await by.get('/api/printers')).body.rows?.[0]?.code ?? `P${digits(3)}`;
    if (!(await by.get('/api/printers')).body.rows?.length)
      await by.act('POST', '/api/printers', {
        code: printerCode,
        name: `Press ${letters(5)}`,
        xMm: 0,
        yMm: 0,
      });
  }
  await by.act('POST', '/api/staff', {
    name: personName(),
    email,
    role,
    code: 'ALL',
    password: initial,
    mobile: `98${digits(8)}`,
    secondFactor: 'email_code',
    ...(printerCode ? { printerCode } : {}),
  });
  return firstSignIn(university, role, email, initial);
}

export type Office = Record<
  'admin' | 'otherAdmin' | 'caseWorker' | 'receiver' | 'printer' | 'auditor',
  Person
>;

/** "one person for each desk (two where four eyes need them)". */
export async function employAll(university: University): Promise<Office> {
  return {
    admin: university.admin,
    otherAdmin: await secondAdmin(university),
    receiver: await employ(university, 'receiver'),
    caseWorker: await employ(university, 'case_worker'),
    printer: await employ(university, 'printer'),
    auditor: await employ(university, 'auditor'),
  };
}

/** An empty university into which a pack was imported by the command. */
export async function universityWith(folder: string): Promise<University> {
  const university = await emptyUniversity();
  try {
    const { code, text } = packCommand(['import', folder], university);
    if (code !== 0) throw new Error(`npm run pack -- import ended with ${code}:\n${text}`);
    return university;
  } catch (error) {
    await university.remove();
    throw error;
  }
}

// ---------------------------------------------------------------- what the database holds

/** Tables that grow by asking, and what an upload leaves as evidence although nothing of it was imported. */
const beside =
  /^(migrations|sessions|throttles|access_log|code_challenges|outbox|known_devices|wrong_codes|idempotent_requests|form_drafts|staff_preferences|audit_\w+|imports?|import_\w+|\w*pack\w*|files|stored_files|position_indexes|\w+_(changes|deltas|totals))$/;

export type Snapshot = Map<string, string[]>;

/** Every row of every table as the superuser sees it, past all that the portal says of itself. */
export async function snapshot(portal: Portal): Promise<Snapshot> {
  const client = await portal.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
    );
    const taken: Snapshot = new Map();
    for (const { name } of rows) {
      if (beside.test(name)) continue;
      const read = await client.query(`select to_jsonb(t)::text as row from public."${name}" t order by 1`);
      taken.set(
        name,
        read.rows.map(({ row }) => row),
      );
    }
    return taken;
  } finally {
    await client.end();
  }
}

/** The tables that differ, each with how many rows came and went. */
export function changesBetween(
  before: Snapshot,
  after: Snapshot,
): Record<string, { came: number; went: number }> {
  const changed: Record<string, { came: number; went: number }> = {};
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name) ?? [], after.get(name) ?? []];
    const came = now.filter((row) => !new Set(old).has(row)).length;
    const went = old.filter((row) => !new Set(now).has(row)).length;
    if (came || went || old.length !== now.length) changed[name] = { came, went };
  }
  return changed;
}

/**
 * What two databases have to agree on: every row without ids, moments and versions, which differ by nature. References
 * are ids and left out as well; that they agree is seen by comparing exports.
 */
export function essence(taken: Snapshot, tables: string[]): Record<string, string> {
  const isOwn = (value: Json) =>
    (typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)) ||
    (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value));
  return Object.fromEntries(
    tables.map((name) => [
      name,
      (taken.get(name) ?? [])
        .map((row) =>
          JSON.stringify(
            Object.entries(JSON.parse(row)).filter(([key, value]) => key !== 'version' && !isOwn(value)),
          ),
        )
        .sort()
        .join('\n'),
    ]),
  );
}

export function digestOf(taken: Snapshot): string {
  const hash = createHash('sha256');
  for (const [name, rows] of taken) hash.update(`${name}\n${rows.join('\n')}\n`);
  return hash.digest('hex');
}
