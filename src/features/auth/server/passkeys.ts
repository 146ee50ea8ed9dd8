import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { RequestContext, Services } from '#platform/server/context.ts';
import { actorOf } from '#platform/server/context.ts';
import { fromRow } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { OwnPasskey } from '../contract.ts';
import { type AuditedPerson, recordOfPerson } from './people.ts';
import { secretOf } from './sign-on-attempts.ts';

/** Loaded on demand: two hundred modules that a portal without passkeys never needs. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server');
}

export function assertPasskeys({ settings }: Services): void {
  if (!settings.passkeys) throw domainError('auth.no_passkeys');
}

/** The relying party to which the browser binds passkeys: the portal's host name. */
export function relyingParty({ settings }: Services): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(settings.publicUrl);
  return { rpID: hostname, origin };
}

/** The challenge to be signed in this attempt. */
export function challengeOf(services: Services, token: string): Buffer<ArrayBuffer> {
  return Buffer.from(secretOf(services, token, 'challenge'), 'hex');
}

/** What an answer is checked against; the authenticator must verify the person by finger, face or PIN. */
export function expectedOf(services: Services, token: string) {
  const { rpID, origin } = relyingParty(services);
  return {
    expectedChallenge: challengeOf(services, token).toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  };
}

/** Casts for the library, which validates the shape itself. */
export const signedAnswer = (answer: object) => answer as AuthenticationResponseJSON;
export const madeAnswer = (answer: object) => answer as RegistrationResponseJSON;

export async function listPasskeys(context: RequestContext): Promise<{ passkeys: OwnPasskey[] }> {
  const rows = await context.services.db
    .selectFrom('passkeys')
    .selectAll()
    .where('staff_id', '=', actorOf(context).id)
    .orderBy('id')
    .execute();
  return {
    passkeys: rows.map((row) =>
      fromRow(OwnPasskey, row, {
        addedAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      }),
    ),
  };
}

/** Removes and audits all passkeys of a person and returns their number; notifying the person is left to the caller. */
export async function removePasskeys(
  { db, audit }: Pick<CommandTransaction, 'db' | 'audit'>,
  person: Omit<AuditedPerson, 'email'>,
): Promise<number> {
  const removed = await db
    .deleteFrom('passkeys')
    .where('staff_id', '=', person.id)
    .returning('name')
    .execute();
  for (const { name } of removed)
    audit({ event: 'auth.passkey_removed', ...recordOfPerson(person), before: { passkey: name } });
  return removed.length;
}
