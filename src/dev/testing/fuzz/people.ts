import { createOffice, type Office } from '#dev/testing/factories.ts';
import type { Portal, StaffCaller } from '#dev/testing/portal.ts';
import { type Role, roles } from '#shared/roles.ts';

/** Everybody who works on the day that the fuzzer learns from: one of each role, and those that four eyes need. */
export type Staff = Record<Role, StaffCaller> & {
  portal: Portal;
  office: Office;
  second: StaffCaller;
  third: StaffCaller;
  /** One of each role but admin who belongs to the other college. */
  outsiders: StaffCaller[];
  /** Whose sessions and passwords may be lost. */
  spare: StaffCaller[];
};

export async function createStaff(portal: Portal): Promise<Staff> {
  const office = await createOffice(portal);
  const signedIn: [Role, StaffCaller][] = [];
  for (const role of roles) signedIn.push([role, await portal.as(role)]);
  const outsiders: StaffCaller[] = [];
  for (const role of roles.filter((one) => one !== 'admin'))
    outsiders.push(await portal.as(role, { collegeId: office.otherCollegeId }));
  const spare: StaffCaller[] = [];
  for (let count = 0; count < 8; count += 1) spare.push(await portal.as('receiver'));
  return {
    ...(Object.fromEntries(signedIn) as Record<Role, StaffCaller>),
    portal,
    office,
    second: await portal.as('admin'),
    third: await portal.as('admin'),
    outsiders,
    spare,
  };
}
