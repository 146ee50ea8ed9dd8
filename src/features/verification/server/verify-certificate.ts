import { sql } from 'kysely';
import { SheetFacts } from '#features/certificates/sheet-facts.ts';
import { normaliseVerificationCode } from '#features/certificates/verification-code.ts';
import { listPatterns, possibleNumbers } from '#features/masters/server/number-series.ts';
import { findUniversity } from '#features/masters/server/university.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { hasKey } from '#platform/server/db/identity.ts';
import { dayInIndia } from '#shared/format.ts';
import { exampleOf, numberKey } from '#shared/number-pattern.ts';
import type { GenuineSheet, Verdict, VerifyQuestion } from '../contract.ts';
import { findReprintOnPaper, findRestoreVerdict, mayBeLost } from './restore-verdict.ts';

/**
 * The public verdict on one sheet. Number and code, or number and serial, have to match; a wrong pair and an unknown
 * number give the same answer, so that nobody can list who graduated.
 */
export async function verifyCertificate(
  services: Services,
  { number, code, serial }: VerifyQuestion,
): Promise<Verdict> {
  const { name: university } = await findUniversity(services.db);
  if (serial !== undefined) {
    const found = await findEarlier(services, { number, serial });
    return found ? verdictOfEarlier(found, university) : { verdict: 'unknown', university };
  }
  const sheet = await findSheet(services, { number, code: code! });
  if (!sheet) return findRestoreVerdict(services.db, { number, code: code! }, university);
  const common = { convocationNumber: sheet.convocation_number, university };
  if (sheet.certificate_state === 'revoked') {
    const { revoked_at, revocation_reason } = sheet;
    return { ...common, verdict: 'revoked', revokedOn: dayInIndia(revoked_at!), reason: revocation_reason! };
  }
  if (sheet.superseded_at)
    return { ...common, verdict: 'superseded', supersededOn: dayInIndia(sheet.superseded_at) };
  if (!sheet.is_valid) {
    const fate = stateOfSheet(sheet);
    // A run that was waiting at the restored moment may have been printed before the restore.
    if (fate === 'not_printed' && (await mayBeLost(services.db, sheet.convocation_number)))
      return { verdict: 'around_restore', university };
    return { ...common, verdict: 'not_issued', sheet: fate };
  }
  const genuine = printedOn(sheet);
  const supersededOn = await findReprintOnPaper(services.db, sheet.convocation_number, sheet.outcome_at!);
  return supersededOn
    ? { ...common, verdict: 'superseded', supersededOn }
    : { ...common, verdict: 'genuine', ...genuine };
}

/** A certificate issued before the portal, whatever the notation of number and serial. */
async function findEarlier({ db }: Services, { number, serial }: { number: string; serial: string }) {
  return db
    .selectFrom('earlier_certificates')
    .where(hasKey('number_key', sql<string>`certificate_number_key(${number})`))
    .where(hasKey('serial_key', sql<string>`sheet_serial_key(${serial})`))
    .leftJoin('applications', 'applications.earlier_certificate_id', 'earlier_certificates.id')
    .leftJoin('certificates', 'certificates.application_id', 'applications.id')
    .select(['number', 'serial', 'certificates.state', 'certificates.revoked_at'])
    .select('certificates.revocation_reason')
    .select((eb) =>
      eb
        .selectFrom('sheets')
        .whereRef('sheets.certificate_id', '=', 'certificates.id')
        .where('outcome', '=', 'good')
        .where('cancelled_at', 'is', null)
        .select((of) => of.fn.min('outcome_at').as('at'))
        .as('reprinted_at'),
    )
    .executeTakeFirst();
}

/** Superseded once the portal has printed a sheet for it; a revocation covers every sheet. */
function verdictOfEarlier(
  found: NonNullable<Awaited<ReturnType<typeof findEarlier>>>,
  university: string,
): Verdict {
  const common = { convocationNumber: found.number, university };
  if (found.state === 'revoked') {
    const { revoked_at, revocation_reason } = found;
    return { ...common, verdict: 'revoked', revokedOn: dayInIndia(revoked_at!), reason: revocation_reason! };
  }
  if (found.reprinted_at)
    return { ...common, verdict: 'superseded', supersededOn: dayInIndia(found.reprinted_at) };
  return { ...common, verdict: 'issued_before', serial: found.serial };
}

/** The facts on the sheet, which may differ from the application by now. */
function printedOn(sheet: NonNullable<Awaited<ReturnType<typeof findSheet>>>) {
  const facts = SheetFacts.parse(sheet.facts);
  return {
    candidateName: facts.candidateName,
    candidateNameNative: facts.candidateNameNative,
    courseDegree: facts.course,
    collegeName: facts.college,
    academicYear: facts.academicYear,
    certificateType: facts.certificateType,
    copyNumber: facts.copyNumber,
    blankSerial: sheet.blank_serial,
    printedOn: dayInIndia(sheet.outcome_at!),
  } satisfies Partial<GenuineSheet>;
}

/** To the public a missing sheet stays missing, even if it was found and recorded as spoilt. */
function stateOfSheet(sheet: { outcome: string | null; cancelled_at: Date | null }) {
  if (sheet.cancelled_at) return 'cancelled';
  return sheet.outcome === 'spoilt' || sheet.outcome === 'missing' ? sheet.outcome : 'not_printed';
}

/** One example for each pattern in use. */
export async function listNumberExamples(db: Db): Promise<{ examples: string[] }> {
  return { examples: (await listPatterns(db)).map(exampleOf) };
}

async function findSheet({ db }: Services, { number, code }: { number: string; code: string }) {
  const meant = [number, ...possibleNumbers(await listPatterns(db), number)].map(numberKey);
  return db
    .selectFrom('certificates')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('sheet_facts', 'sheet_facts.sheet_id', 'sheets.id')
    .where('sheets.verification_code', '=', normaliseVerificationCode(code))
    .where((eb) =>
      eb.or([
        eb(sql`number_key(certificates.convocation_number)`, 'in', meant),
        eb(
          sql`certificate_number_key(certificates.convocation_number)`,
          '=',
          sql`certificate_number_key(${number})`,
        ),
      ]),
    )
    .select([
      'certificates.convocation_number',
      'certificates.state as certificate_state',
      'certificates.revoked_at',
      'certificates.revocation_reason',
      'sheets.outcome',
      'sheets.outcome_at',
      'sheets.superseded_at',
      'sheets.cancelled_at',
      'sheets.is_valid',
      'blanks.serial as blank_serial',
      'sheet_facts.facts',
    ])
    .executeTakeFirst();
}
