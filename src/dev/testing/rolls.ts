import { v7 as uuid } from 'uuid';
import { dayInIndia } from '#shared/format.ts';
import type { Portal, StaffCaller } from './portal.ts';

/** Convocations of these academic years, one each, numbered from 100. */
export async function addConvocations(
  { services }: Portal,
  academicYears: readonly string[],
): Promise<{ id: string; academicYear: string }[]> {
  const convocations = academicYears.map((academicYear) => ({ id: uuid(), academicYear }));
  await services.db
    .insertInto('convocations')
    .values(
      convocations.map(({ id, academicYear }, index) => ({
        id,
        number: String(100 + index),
        name: `${100 + index}th Annual Convocation`,
        held_on: '2026-03-14',
        academic_years: academicYear,
      })),
    )
    .execute();
  return convocations;
}

/** The main roll of a convocation, or its next supplement, with who is verified now. */
export async function closedRoll(admin: StaffCaller, convocationId: string): Promise<string> {
  const { id } = await admin.api.rolls.openRoll({ convocationId });
  await admin.api.rolls.closeRoll({ id, version: 1 });
  return id;
}

/** As another admin resolves a roll that was closed. */
export const resolution = {
  resolutionBody: 'Syndicate',
  resolutionNumber: 'SYN/2026/18',
  resolutionDate: dayInIndia(new Date()),
};
