import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Pepper, Peppers } from '#platform/server/secrets.ts';

const digits = 6;
const period = 30;
/** Steps accepted before and after the server's own (RFC 6238, section 5.2), because clocks are inaccurate. */
const window = 1;
const secretBytes = 20;
const nonceBytes = 12;
const tagBytes = 16;

/** As many random bits as the HMAC has (RFC 4226, section 4). */
export function newAuthenticatorSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** The secret to type into the app, and the URI for its camera. */
export function describeSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const code = timeCodeOf(secret, email);
  return { secret: code.secret.base32, uri: code.toString() };
}

/**
 * The time step of this code, if later than the last used one. The whole window is compared, each code in constant
 * time.
 */
export function stepOfCode(
  secret: Buffer,
  { code, at, lastStep }: { code: string; at: Date; lastStep: number | null },
): number | null {
  const timestamp = at.getTime();
  const delta = timeCodeOf(secret, '').validate({ token: code, timestamp, window });
  if (delta === null) return null;
  const step = TOTP.counter({ period, timestamp }) + delta;
  return lastStep === null || step > lastStep ? step : null;
}

function timeCodeOf(secret: Buffer, label: string): TOTP {
  return new TOTP({
    issuer: 'Dikshant',
    label,
    algorithm: 'SHA1',
    digits,
    period,
    secret: Secret.fromHex(secret.toString('hex')),
  });
}

type Sealed = { secret: Buffer; key_id: string | null };

/** Encrypts a secret for the database, bound to its owner: a row copied to another person cannot be decrypted. */
export function sealSecret([current]: Peppers, staffId: string, secret: Buffer): Sealed {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(current), nonce).setAAD(Buffer.from(staffId));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return { secret: Buffer.concat([nonce, cipher.getAuthTag(), sealed]), key_id: current.id };
}

/** Decrypts with whichever of the deployment's secrets encrypted it. */
export function openSecret(peppers: Peppers, staffId: string, stored: Sealed): Buffer {
  const candidates = peppers.filter(({ id }) => stored.key_id === null || stored.key_id === id);
  for (const pepper of candidates) {
    const opened = tryToOpen(pepper, staffId, stored.secret);
    if (opened) return opened;
  }
  throw new Error('neither SECRET nor SECRET_PREVIOUS opens the authenticator secret of a person');
}

function tryToOpen(pepper: Pepper, staffId: string, stored: Buffer): Buffer | null {
  const nonce = stored.subarray(0, nonceBytes);
  const tag = stored.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(pepper), nonce)
    .setAAD(Buffer.from(staffId))
    .setAuthTag(tag);
  const opened = decipher.update(stored.subarray(nonceBytes + tagBytes));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    return null;
  }
}

/** One secret has several purposes; each gets its own derived key. */
function sealingKey({ key }: Pepper): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'authenticator secrets', 32));
}
