import argon2, { type Options } from '@node-rs/argon2';

/** Argon2id (the library's default) as the OWASP Password Storage Cheat Sheet asks: 19 MiB, two passes, one lane. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a random unknown password, verified when there is no account, so that it takes as long. */
const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$yLG7Jr5RZGRDNTekx0wZJQ$SLdg8sKwOIah/SZ+2LNrHLvuRW/AW7Q5BRVzIPncfFA';

export async function hashPassword(password: string): Promise<string> {
  return argon2.hash(normalise(password), cost);
}

/** Whether the password matches `passwordHash`; with null, false after the same time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await argon2.verify(passwordHash ?? hashOfNobody, normalise(password));
  return passwordHash !== null && matches;
}

/** Unicode normalisation, NIST SP 800-63B section 5.1.1.2. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}
