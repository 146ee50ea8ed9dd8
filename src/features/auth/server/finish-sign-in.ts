import type { PublicTransaction } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import type { Session } from '#shared/session.ts';
import { deviceTokenOf, recordDevice, writeDeviceCookie } from './known-devices.ts';
import { type lockPerson, recordOfPerson } from './people.ts';
import {
  confirmSession,
  describeSession,
  endSession,
  openSession,
  ownTokenHash,
  sessionTokenOf,
  writeSessionCookie,
} from './sessions.ts';

/** What the browser sent, as needed to sign in. */
export type BrowserAtSignIn = ReturnType<typeof browserOf>;

export function browserOf({ cookies, ip, userAgent }: RequestContext, keepsSession: boolean) {
  return {
    deviceToken: deviceTokenOf(cookies),
    formerSession: ownTokenHash(cookies),
    /** Whether the current session continues if it belongs to the same person. */
    keepsSession,
    ip,
    userAgent,
  };
}

type ProvenSignIn = {
  by: 'password' | 'provider' | 'passkey';
  knownDeviceId: string | null;
  browser: BrowserAtSignIn;
  /** When they proved their identity, if not just now; fresh authentication counts from then. */
  provenAt: Date | null;
};

/** Opens a session for a person who proved their identity, or confirms their current one. */
export async function finishSignIn(
  { db, audit, actAs }: PublicTransaction,
  person: Awaited<ReturnType<typeof lockPerson>>,
  { by, knownDeviceId, browser, provenAt }: ProvenSignIn,
): Promise<{ session: string | null; device: string }> {
  actAs(person);
  const ofPerson = recordOfPerson(person);
  const vouched = by === 'password' ? {} : { by };
  const device = await recordDevice(db, browser.deviceToken, person.id);
  if (
    browser.keepsSession &&
    (await confirmSession(db, { tokenHash: browser.formerSession, staffId: person.id, provenAt }))
  ) {
    audit({ event: 'auth.identity_confirmed', ...ofPerson, ...(by !== 'password' && { after: vouched }) });
    return { session: null, device };
  }
  if (browser.formerSession) await endSession(db, browser.formerSession);
  const session = await openSession(db, { ...browser, staffId: person.id, provenAt });
  audit({
    event: 'auth.signed_in',
    ...ofPerson,
    after: { device: knownDeviceId ? 'known' : 'new', ...vouched },
  });
  return { session, device };
}

/** After the commit: sets the cookies and writes to the access log. */
export async function writeSignInResponse(
  { services, cookies, ip }: RequestContext,
  tokens: { session: string | null; device: string },
): Promise<Session> {
  if (tokens.session) writeSessionCookie(cookies, tokens.session);
  writeDeviceCookie(cookies, tokens.device);
  const session = await describeSession(services, tokens.session ?? sessionTokenOf(cookies)!);
  services.accessLog.record({
    kind: 'signed_in',
    who: { id: session.staffId, name: session.name },
    network: ip,
  });
  return session;
}
