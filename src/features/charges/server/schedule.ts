import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { dayInIndia } from '#shared/format.ts';
import type { Charge, ChargeKind, ScheduledCharge } from '../charge.ts';

/** The facts that the schedule matches on; '' is unknown and matches only rows for any value. */
export type ChargedFacts = {
  collegeId: string;
  courseId: string;
  certificateType: string;
  academicYear: string;
  category: string;
  attendance: string;
  /** Whether it asks for the reprint of a certificate issued before the portal, which is charged as a reprint. */
  isReprint: boolean;
};

/** An application received earlier: the facts it was charged by, the day, and the charges. */
export type Received = ChargedFacts & { receivedAt: Date; charges: readonly Charge[] };

/** A row of the schedule as JSON in a query; null if none is joined. */
export const feeRow = sql<
  ScheduledCharge['row']
>`case when fee_schedule.id is not null then json_build_object(
  'college', fee_schedule.college, 'course', fee_schedule.course, 'level', fee_schedule.level,
  'certificateType', fee_schedule.certificate_type, 'category', fee_schedule.category,
  'attendance', fee_schedule.attendance, 'academicYear', fee_schedule.academic_year) end`;

/** The scheduled charges on a day; none where no row applies. */
export async function findScheduled(
  db: Db,
  kinds: readonly ChargeKind[],
  facts: Omit<ChargedFacts, 'isReprint'>,
  day: string,
): Promise<ScheduledCharge[]> {
  const given = (value: string) => value || null;
  const { rows } = await sql<ScheduledCharge>`
    select asked.kind, found.amount as "scheduledAmount", found.fee_id as "feeId", ${feeRow} as row
      from unnest(${kinds}::text[]) with ordinality as asked (kind, place),
           lateral charge_by_schedule(asked.kind, ${facts.collegeId}, ${given(facts.courseId)}, ${given(facts.certificateType)},
             ${given(facts.category)}, ${given(facts.attendance)}, ${given(facts.academicYear)}, ${day}::date) as found
      left join fee_schedule on fee_schedule.id = found.fee_id
     order by asked.place`.execute(db);
  return rows;
}

/**
 * The charges of an application at the counter, by the rows in force on the day of receipt. One received before keeps
 * its charges unless facts that the schedule matches on change, and the amount of any row that still applies.
 */
export async function findDue(
  db: Db,
  facts: ChargedFacts,
  { now, received }: { now: Date; received: Received | null },
): Promise<ScheduledCharge[]> {
  if (received && isDeepStrictEqual(factsOf(received), factsOf(facts))) return [...received.charges];
  const day = dayInIndia(received?.receivedAt ?? now);
  const due = facts.isReprint
    ? [await findReprint(db, facts, day)]
    : await findScheduled(db, ['application', 'late'], facts, day);
  return due.map((charge) => {
    const kept = received?.charges.find(
      ({ kind, feeId }) =>
        kind === charge.kind &&
        feeId === charge.feeId &&
        received.isReprint === facts.isReprint &&
        (feeId !== null || received.collegeId === facts.collegeId),
    );
    return kept ? { ...charge, scheduledAmount: kept.scheduledAmount } : charge;
  });
}

/** A reprint costs nothing if the schedule has no row for it. */
async function findReprint(db: Db, facts: ChargedFacts, day: string): Promise<ScheduledCharge> {
  const [found = { scheduledAmount: 0, feeId: null, row: null }] = await findScheduled(
    db,
    ['reprint'],
    facts,
    day,
  );
  return { ...found, kind: 'application' };
}

function factsOf(facts: ChargedFacts): ChargedFacts {
  const { collegeId, courseId, certificateType, academicYear, category, attendance, isReprint } = facts;
  return { collegeId, courseId, certificateType, academicYear, category, attendance, isReprint };
}
