import { sql } from 'kysely';
import { missingFor } from '#features/checklist/server/lines.ts';
import {
  type Actor,
  actorOf,
  type Cookies,
  type RequestContext,
  type Services,
} from '#platform/server/context.ts';
import { type Db, fromRow, type Scope } from '#platform/server/db/database.ts';
import { preparedQuery } from '#platform/server/db/prepared.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Settings } from '#platform/server/settings.ts';
import type { Role } from '#shared/roles.ts';
import { Session } from '#shared/session.ts';
import { OwnSession } from '../contract.ts';
import { describeDevice } from './describe-device.ts';
import { toPreferences } from './preferences.ts';
import { listSavedViews } from './saved-views.ts';
import { hashToken, newToken } from './tokens.ts';

const cookieName = 'session';
const idleMinutes = 30;
const maximumHours = 8;
const secondsBetweenWrites = 60;
/** For this long after password and code, acts that require fresh authentication do not ask again. */
const freshMinutes = 10;

/**
 * The person behind the session cookie. The staff row is read each time, so changes apply from the next request on.
 * Requests that a page sends by itself do not keep the session alive, because nobody may be there.
 */
export async function resolveActor(
  services: Services,
  cookies: Cookies,
  requestedBy: 'person' | 'page',
): Promise<Actor | null> {
  const session = await findSession(services.db, cookies.read(cookieName));
  if (!session) return null;
  if (requestedBy === 'person' && session.is_write_due)
    await recordSessionUse(services.db, session.token_hash);
  return {
    id: session.staff_id,
    name: session.name,
    role: session.role as Role,
    scope: { collegeId: session.college_id },
    mustChangePassword: hasToChangePassword(services.settings, session),
    mustEnrolAuthenticator: session.must_enrol_authenticator,
    isFreshlyAuthenticated: session.is_fresh,
  };
}

/** The session as the screens get it; null if there is none. */
export async function findOwnSession(services: Services, cookies: Cookies) {
  const row = await findSession(services.db, cookies.read(cookieName));
  const { provider, passkeys } = services.settings;
  return {
    session: row ? await toSession(services, row) : null,
    signOn: { provider: provider !== null, passkeys },
  };
}

/** The scopes of these sessions that are still valid, by token hash; for pages that stay open. */
export async function findSessions(services: Services, tokenHashes: string[]): Promise<Map<string, Scope>> {
  const rows = await liveSessions(services.db)
    .select(['sessions.token_hash', 'staff.college_id'])
    .where('sessions.token_hash', 'in', tokenHashes)
    .execute();
  return new Map(rows.map((row) => [row.token_hash, { collegeId: row.college_id }]));
}

/** The same for a session just opened. */
export async function describeSession(services: Services, token: string): Promise<Session> {
  const row = await findSession(services.db, token);
  // The account may have been disabled since the commit.
  if (!row) throw domainError('auth.signed_out');
  return toSession(services, row);
}

/** Where the provider replaces passwords, nobody has to change one. */
function hasToChangePassword({ provider }: Settings, row: { password_is_initial: boolean }): boolean {
  return provider === null && row.password_is_initial;
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

async function toSession({ db, settings }: Services, row: SessionRow): Promise<Session> {
  return fromRow(Session, row, {
    code: row.college_code ?? 'ALL',
    mustChangePassword: hasToChangePassword(settings, row),
    opensOnChecklist: row.role === 'admin' && (await missingFor(db, 'receiving', 'printing')).length > 0,
    preferences: toPreferences(row),
    savedViews: await listSavedViews(db, row.staff_id),
  });
}

const sessionRows = preparedQuery((db, { tokenHash }: { tokenHash: string }) =>
  liveSessions(db)
    .leftJoin('colleges', 'colleges.id', 'staff.college_id')
    .leftJoin('authenticators', 'authenticators.staff_id', 'staff.id')
    .leftJoin('staff_preferences', 'staff_preferences.staff_id', 'staff.id')
    .select([
      'sessions.token_hash',
      'sessions.expires_at',
      'sessions.staff_id',
      'staff.name',
      'staff.email',
      'staff.role',
      'staff.college_id',
      'staff.password_is_initial',
      'colleges.code as college_code',
      'staff_preferences.density',
      'staff_preferences.language',
      'staff_preferences.letter_keys',
      'staff_preferences.scanner_preamble',
      'staff_preferences.steps_seen',
      'staff_preferences.list_views',
      sql<boolean>`staff.second_factor = 'authenticator' and authenticators.enrolled_at is null`.as(
        'must_enrol_authenticator',
      ),
      sql<boolean>`sessions.last_seen_at < now() - make_interval(secs => ${secondsBetweenWrites})`.as(
        'is_write_due',
      ),
      sql<boolean>`coalesce(sessions.confirmed_at, sessions.created_at) > now() - make_interval(mins => ${freshMinutes})`.as(
        'is_fresh',
      ),
    ])
    .where('sessions.token_hash', '=', tokenHash),
);

async function findSession(db: Db, token: string | undefined) {
  if (!token) return undefined;
  const [row] = await sessionRows(db, { tokenHash: hashToken(token) });
  return row;
}

/** The valid sessions, joined to their people. */
function liveSessions(db: Db) {
  return db
    .selectFrom('sessions')
    .innerJoin('staff', 'staff.id', 'sessions.staff_id')
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('sessions.last_seen_at', '>', sql<Date>`now() - make_interval(mins => ${idleMinutes})`)
    .where('staff.disabled_at', 'is', null)
    .where('staff.locked_at', 'is', null);
}

/** The person's valid sessions, the current one first, then by last use. */
export async function listSessions(context: RequestContext): Promise<{ sessions: OwnSession[] }> {
  const own = ownTokenHash(context.cookies);
  const rows = await liveSessions(context.services.db)
    .selectAll('sessions')
    .where('sessions.staff_id', '=', actorOf(context).id)
    .orderBy('sessions.last_seen_at', 'desc')
    .execute();
  const sessions = rows.map((row) =>
    fromRow(OwnSession, row, {
      isThisOne: row.token_hash === own,
      device: describeDevice(row.user_agent),
      signedInAt: row.created_at.toISOString(),
      lastUsedAt: row.last_seen_at.toISOString(),
    }),
  );
  return { sessions: sessions.sort((one, other) => Number(other.isThisOne) - Number(one.isThisOne)) };
}

/** Whether an audit event of this name may have ended sessions, so that open pages are checked at once. */
export function mayEndSessions(event: string): boolean {
  return /^(staff\.|auth\.(signed_out|session_ended|other_sessions_ended|password_|locked|authenticator_removed))/.test(
    event,
  );
}

async function recordSessionUse(db: Db, tokenHash: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Records that the person authenticated again; false unless the session is valid and theirs. */
export async function confirmSession(
  db: Db,
  { tokenHash, staffId, provenAt }: { tokenHash: string | null } & Pick<NewSession, 'staffId' | 'provenAt'>,
): Promise<boolean> {
  if (tokenHash === null) return false;
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ confirmed_at: notLaterThanNow(provenAt), last_seen_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(mins => ${idleMinutes})`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

type NewSession = {
  staffId: string;
  ip: string;
  userAgent: string;
  /** Null means just now. */
  provenAt: Date | null;
};

/** Opens a session in the caller's transaction; the token becomes the cookie after the commit. */
export async function openSession(db: Db, session: NewSession) {
  const token = newToken();
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      staff_id: session.staffId,
      expires_at: sql`now() + make_interval(hours => ${maximumHours})`,
      ip: session.ip,
      user_agent: session.userAgent.slice(0, 300),
      confirmed_at: session.provenAt && notLaterThanNow(session.provenAt),
    })
    .execute();
  return token;
}

/** If the provider's clock is ahead, a time in the future would keep a session fresh for longer. */
function notLaterThanNow(provenAt: Date | null) {
  return sql<Date>`least(${provenAt}::timestamptz, now())`;
}

export function writeSessionCookie(cookies: Cookies, token: string): void {
  cookies.write(cookieName, token, maximumHours * 60 * 60);
}

export function clearSessionCookie(cookies: Cookies): void {
  cookies.clear(cookieName);
}

export function sessionTokenOf(cookies: Cookies): string | undefined {
  return cookies.read(cookieName);
}

/** The token hash of the request's own session, for commands that end or spare it. */
export function ownTokenHash(cookies: Cookies): string | null {
  const token = cookies.read(cookieName);
  return token ? hashToken(token) : null;
}

export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends all sessions of a person, or all but one; returns how many. */
export async function endSessionsOf(db: Db, staffId: string, exceptTokenHash?: string | null) {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('staff_id', '=', staffId)
    .$if(exceptTokenHash != null, (query) => query.where('token_hash', '<>', exceptTokenHash!))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
