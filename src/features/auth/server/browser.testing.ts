import { Secret, TOTP } from 'otpauth';
import { v7 as uuid } from 'uuid';
import { newestCode, type Portal } from '#dev/testing/portal.ts';
import { shownActorName } from '#platform/server/db/audit-chain.ts';
import type { Role } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';
import type { OwnPasskey, OwnSession, SecondFactor } from '../contract.ts';
import { hashPassword } from './passwords.ts';
import { openSession } from './sessions.ts';

export const password = 'nine tamarind trees at dusk';
let passwordHash: Promise<string> | undefined;

export type Person = { id: string; role: Role; name: string; email: string };

/** Adds a member of staff with the password above. */
export async function addPerson(
  { services }: Portal,
  overrides: { role?: Role; passwordIsInitial?: boolean; secondFactor?: SecondFactor } = {},
): Promise<Person> {
  passwordHash ??= hashPassword(password);
  const id = uuid();
  const person = {
    id,
    role: overrides.role ?? 'receiver',
    name: 'Kavya Hegde',
    email: `kavya.${id.slice(-12)}@dikshant.example`,
  };
  await services.db
    .insertInto('staff')
    .values({
      ...person,
      password_hash: await passwordHash,
      password_is_initial: overrides.passwordIsInitial ?? false,
      second_factor: overrides.secondFactor ?? 'email_code',
    })
    .execute();
  return person;
}

/** What the operations of signing in, of accounts and of staff answer, all of it at once. */
type Body = {
  address: string;
  challenge: { challengeId: string; digits: number } | null;
  signOn: { provider: boolean; passkeys: boolean };
  passkeys: OwnPasskey[];
  options: { challenge: string };
  challengeId: string;
  digits: number;
  mailsLeft: number;
  resetToken: string;
  session: Session | null;
  sessions: OwnSession[];
  secret: string;
  uri: string;
  name: string;
  email: string;
  version: number;
  recoveryCodes: string[];
  code: string;
  data: { retryAfterSeconds: number; triesLeft: number };
};

type Answer = {
  status: number;
  /** Each test knows what it asked for. */
  body: Body;
};

let networks = 0;

/** A browser that keeps its cookies and sits in a network of its own. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly cookieLines: string[] = [];
  private readonly portal: Portal;
  readonly ip: string;

  constructor(portal: Portal, ip?: string) {
    networks += 1;
    this.portal = portal;
    this.ip = ip ?? `10.0.${networks >> 8}.${networks & 255}`;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request(path, { headers });
  }

  async post(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  async put(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('PUT', path, body, headers);
  }

  private async send(
    method: string,
    path: string,
    body: object,
    headers: Record<string, string>,
  ): Promise<Answer> {
    return this.request(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  async start(person: Person, overrides: object = {}): Promise<Answer> {
    return this.post('/api/sign-in', { role: person.role, email: person.email, password, ...overrides });
  }

  async complete(challengeId: string, code: string): Promise<Answer> {
    return this.post(`/api/sign-in/${challengeId}/complete`, { code });
  }

  /** Both steps with the mailed code; returns the answer of the second. */
  async signIn(person: Person, overrides: object = {}): Promise<Answer> {
    const started = await this.start(person, overrides);
    if (started.status !== 200) return started;
    return this.complete(started.body.challengeId, await newestCode(this.portal.services, person.email));
  }

  /** Sets an authenticator app up; the recovery codes are the ones that it was told. */
  async enrol(currentPassword = password): Promise<{ app: App; recoveryCodes: string[] }> {
    const { body } = await this.post('/api/account/authenticator', { currentPassword });
    const app = new App(body.secret);
    const confirmed = await this.post('/api/account/authenticator/confirm', { code: app.code() });
    if (confirmed.status !== 200) throw new Error(`enrolment failed: ${JSON.stringify(confirmed.body)}`);
    return { app, recoveryCodes: confirmed.body.recoveryCodes };
  }

  async recover(challengeId: string, recoveryCode: string): Promise<Answer> {
    return this.post(`/api/sign-in/${challengeId}/recover`, { recoveryCode });
  }

  async session(): Promise<Session | null> {
    return (await this.get('/api/session')).body.session;
  }

  private async request(path: string, init: RequestInit): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.portal.anonymous.fetch(path, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), cookie, 'x-forwarded-for': this.ip },
    });
    for (const line of response.headers.getSetCookie()) {
      this.cookieLines.push(line);
      const [name = '', value = ''] = line.split(';')[0]!.split('=');
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.status, body: (await response.json()) as Body };
  }
}

/** The authenticator app on somebody's phone. */
export class App {
  private readonly secret: string;

  constructor(secret: string) {
    this.secret = secret;
  }

  /** What it shows so many steps of 30 seconds from now. */
  code(steps = 0): string {
    const timestamp = Date.now() + steps * 30_000;
    return TOTP.generate({ secret: Secret.fromBase32(this.secret), timestamp });
  }
}

/** Somebody who signed in just now, by a session that needed no password and no code. */
export async function signedInPerson(portal: Portal): Promise<{ person: Person; browser: Browser }> {
  const person = await addPerson(portal);
  const browser = new Browser(portal);
  const session = { staffId: person.id, ip: browser.ip, userAgent: 'node', provenAt: null };
  browser.cookies.set('session', await openSession(portal.services.db, session));
  return { person, browser };
}

/** Somebody who is signed in and set an authenticator app up. */
export async function enrolledPerson(portal: Portal) {
  const { person, browser } = await signedInPerson(portal);
  return { person, browser, ...(await browser.enrol()) };
}

/** What the account asks for before its authenticator is changed. */
export function proof(code: string): { currentPassword: string; code: string } {
  return { currentPassword: password, code };
}

/** What My account shows of the second factor. */
export async function secondFactor(browser: Browser) {
  return (await browser.get('/api/account/second-factor')).body;
}

/** A code of as many digits that is not the mailed one. */
export function otherThan(code: string): string {
  return code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
}

/** The events of a person, oldest first. */
export async function eventsOf({ services }: Portal, person: Person) {
  return services.db
    .selectFrom('audit_events')
    .select(['event', shownActorName.as('actor_name'), 'actor_id', 'desk', 'after'])
    .where('record_type', '=', 'staff')
    .where('record_id', '=', person.id)
    .orderBy('sequence')
    .execute();
}

/** What the access log has of a person, oldest first. */
export async function accessOf({ services }: Portal, person: Pick<Person, 'id'>) {
  await services.accessLog.flush();
  return services.db
    .selectFrom('access_log')
    .select(['kind', 'person', 'network', 'count'])
    .where('staff_id', '=', person.id)
    .orderBy('id')
    .execute();
}

export async function mailsTo({ services }: Portal, person: Person): Promise<string[]> {
  const mails = await services.db
    .selectFrom('outbox')
    .select('subject')
    .where('recipient', '=', person.email)
    .orderBy('id')
    .execute();
  return mails.map((mail) => mail.subject);
}
