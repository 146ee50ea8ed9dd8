import { createHash, randomBytes } from 'node:crypto';
import { registered } from '#platform/server/registered.ts';
import { mapTexts, type RedactableEvent } from '#shared/chained-event.ts';
import { dayInIndia } from '#shared/format.ts';

/** Values of the actor, which repeat. */
const actorPaths: ReadonlySet<string> = new Set(['/actorName', '/ip']);

/** A value that a digest replaces, as a row of `audit_personal_values`. */
export type PersonalValue = { digest: string; value: string; salt: string; path: string };

/** Replaces a value that was removed. */
export const removed = '(removed)';

function digestOf(salt: string, value: string): string {
  return createHash('sha256').update(salt).update(value).digest('hex');
}

/**
 * Replaces the personal values of an event by digests. `actorId` is null for the portal and for anonymous requests,
 * whose names are not personal.
 */
export function redactPersonalValues<Event extends RedactableEvent>(
  event: Event,
  about: { actorId: string | null; recordType: string; at: Date },
): { event: Event; personal: string[]; values: PersonalValue[] } {
  const personal: string[] = [];
  const values: PersonalValue[] = [];
  if (registered.personalLabels.length === 0) throw new Error('Import app/server/features.ts first.');
  const fields = new Set(registered.personal[about.recordType]);
  const isPersonal = (path: string, field: string) => {
    if (path === '/actorName') return about.actorId !== null;
    if (path === '/recordLabel') return registered.personalLabels.includes(about.recordType);
    return path === '/ip' || fields.has(field);
  };
  const sealed = mapTexts(event, (path, field, value) => {
    if (value === '' || !isPersonal(path, field)) return value;
    const salt = actorPaths.has(path) ? actorSalt(about, value) : newSalt();
    const digest = digestOf(salt, value);
    personal.push(path);
    values.push({ digest, value, salt, path });
    return digest;
  });
  return { event: sealed, personal, values };
}

/** Restores the values that are still stored; `removed` replaces the others. */
export function restorePersonalValues<Event extends RedactableEvent>(
  event: Event,
  personal: readonly string[],
  find: (digest: string) => string | undefined,
): Event {
  if (personal.length === 0) return event;
  const paths = new Set(personal);
  return mapTexts(event, (path, _field, text) => (paths.has(path) ? (find(text) ?? removed) : text));
}

function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

let saltsOfDay = { day: '', salts: new Map<string, string>() };

/** One salt for each actor, value and day: thousands of events of a print run share one row. */
function actorSalt({ actorId, at }: { actorId: string | null; at: Date }, value: string): string {
  const day = dayInIndia(at);
  if (saltsOfDay.day !== day) saltsOfDay = { day, salts: new Map() };
  const key = `${actorId}\n${value}`;
  const known = saltsOfDay.salts.get(key) ?? newSalt();
  // Limited, because anonymous requests come from any number of addresses.
  if (saltsOfDay.salts.size < 10_000) saltsOfDay.salts.set(key, known);
  return known;
}
