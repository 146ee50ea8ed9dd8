import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { hasKey } from '#platform/server/db/identity.ts';
import { unscoped } from '#platform/server/db/scope.ts';
import type { EarlierCertificate } from '../contract.ts';

/** The certificate issued before the portal with this number, in any spelling; these belong to no college. */
export async function lookUpEarlier(db: Db, number: string) {
  return (
    unscoped(db, 'A certificate from before the portal has one application, in whatever college.')
      .selectFrom('earlier_certificates')
      .leftJoin('applications', 'applications.earlier_certificate_id', 'earlier_certificates.id')
      .where(hasKey('number_key', sql<string>`certificate_number_key(${number})`))
      // Of two that fall together, the one whose number is written so.
      .orderBy((eb) => eb('number', '=', number), 'desc')
      .orderBy('number_key')
      .select(['earlier_certificates.id', 'number', 'name', 'degree', 'issued_on as issuedOn', 'serial'])
      .select('applications.id as applicationId')
      .executeTakeFirst()
  );
}

export async function lookUpEarlierCertificate(
  db: Db,
  { number }: { number: string },
): Promise<{ certificate: (EarlierCertificate & { applicationId: string | null }) | null }> {
  const found = await lookUpEarlier(db, number);
  if (!found) return { certificate: null };
  const { id: _, ...certificate } = found;
  return { certificate };
}
