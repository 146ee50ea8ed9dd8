import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Portal } from './portal.ts';
import { digits, letters, personName } from './random.ts';

export const password = 'Convocation@2025';

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a stranger reads them, without the product's types
export type Json = any;

export type Answer = { status: number; headers: Headers; body: Json; text: string };

export type Ask = {
  body?: unknown;
  /** Sent as they are; the content type has to be given then. */
  bytes?: Uint8Array<ArrayBuffer> | string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export type Person = {
  email: string;
  role: Role;
  staffId: string;
  secret: string;
  cookie: string;
  ask(method: string, path: string, options?: Ask): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** A mutation that has to succeed; gives its body. */
  act(method: string, path: string, body?: unknown): Promise<Json>;
};

export type Role = 'admin' | 'case_worker' | 'receiver' | 'printer' | 'auditor';

export const emails: Record<Role, string> = {
  admin: 'admin@dikshant.example',
  case_worker: 'case-worker@dikshant.example',
  receiver: 'receiver@dikshant.example',
  printer: 'printer@dikshant.example',
  auditor: 'auditor@dikshant.example',
};

/** One request without a session. */
export async function ask(portal: Portal, method: string, path: string, options: Ask = {}): Promise<Answer> {
  const { body, bytes, headers = {}, signal } = options;
  const isMutation = method !== 'GET' && method !== 'HEAD';
  const response = await fetch(portal.url + path, {
    method,
    redirect: 'manual',
    signal: signal ?? AbortSignal.timeout(60_000),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isMutation ? { 'idempotency-key': randomUUID() } : {}),
      ...headers,
    },
    ...(body !== undefined ? { body: JSON.stringify(body) } : bytes !== undefined ? { body: bytes } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text), text };
}

/** Signs in as a person does, by HTTP: password, then the code from the demo's outbox. */
export async function signIn(
  portal: Portal,
  role: Role,
  { email = emails[role], secret = password, cookie = '' } = {},
): Promise<Person> {
  const jar = new Map<string, string>(
    cookie
      .split('; ')
      .flatMap((part) => (part ? [part.split(/=(.*)/s).slice(0, 2) as [string, string]] : [])),
  );
  const keep = (answer: Answer) => {
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split(/=(.*)/s);
      jar.set(name!, value!);
    }
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const earlier = await newestMails(portal, email);
  const first = await ask(portal, 'POST', '/api/sign-in', {
    body: { role, email, password: secret },
    headers: { cookie: cookies() },
  });
  if (first.status !== 200) throw new Error(`sign-in of ${email}: ${first.status} ${first.text}`);
  keep(first);
  const code = await waitForCode(portal, email, earlier);
  const second = await ask(portal, 'POST', `/api/sign-in/${first.body.challengeId}/complete`, {
    body: { code },
    headers: { cookie: cookies() },
  });
  if (second.status !== 200) throw new Error(`code of ${email}: ${second.status} ${second.text}`);
  keep(second);
  return personOf(portal, { role, email, secret, staffId: second.body.staffId, cookie: cookies() });
}

function personOf(
  portal: Portal,
  who: Pick<Person, 'role' | 'email' | 'secret' | 'staffId' | 'cookie'>,
): Person {
  const request = (method: string, path: string, options: Ask = {}) =>
    ask(portal, method, path, { ...options, headers: { cookie: who.cookie, ...options.headers } });
  return {
    ...who,
    ask: request,
    get: (path) => request('GET', path),
    async act(method, path, body) {
      // The portal wants JSON of every mutation, an empty object where nothing is to be said.
      const answer = await request(method, path, { body: body ?? {} });
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    },
  };
}

/** A further member of the staff, whose initial password is changed already: a second receiver, a second admin … */
export async function hire(portal: Portal, admin: Person, role: Exclude<Role, 'admin'>): Promise<Person> {
  const email = `${letters(8)}${digits(3)}@dikshant.example`;
  const initial = `Initial-${letters(10)}-${digits(4)}`;
  const secret = `Own-${letters(12)}-${digits(4)}`;
  const printerCode =
    role === 'printer' ? (await admin.get('/api/printers')).body.rows?.[0]?.code : undefined;
  await admin.act('POST', '/api/staff', {
    name: personName(),
    email,
    role,
    code: 'ALL',
    password: initial,
    mobile: `98${digits(8)}`,
    secondFactor: 'email_code',
    ...(printerCode ? { printerCode } : {}),
  });
  const first = await signIn(portal, role, { email, secret: initial });
  await first.act('POST', '/api/account/password', {
    currentPassword: initial,
    password: secret,
    confirmation: secret,
  });
  return signIn(portal, role, { email, secret });
}

/** Changes the role by SQL, where no screen allows it: a person who changed desks. */
export async function setRole(portal: Portal, person: Person, role: Role): Promise<Person> {
  const code = role === 'admin' || role === 'printer' ? ', printer_code = null, college_id = null' : '';
  await portal.sql(`update staff set role = $1${code} where id = $2`, [role, person.staffId]);
  return signIn(portal, role, { email: person.email, secret: person.secret });
}

type Mail = { to: string; subject: string; text: string; sentAt: string };

export async function newestMails(portal: Portal, email: string): Promise<Mail[]> {
  return (await ask(portal, 'GET', `/api/demo/outbox?to=${encodeURIComponent(email)}`)).body ?? [];
}

/** The code of a mail that is not among the earlier ones. */
export async function waitForCode(portal: Portal, email: string, earlier: Mail[]): Promise<string> {
  const until = Date.now() + 20_000;
  for (;;) {
    const mails = await newestMails(portal, email);
    const fresh = mails.find((mail) => !earlier.some((one) => isDeepStrictEqual(one, mail)));
    const code = fresh && /^\s*(\d{4,8})\s*$/m.exec(fresh.text)?.[1];
    if (code) return code;
    if (Date.now() > until) throw new Error(`No code came for ${email}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
