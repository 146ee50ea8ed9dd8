import type { Services } from '#platform/server/context.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { seedApplications } from './demo-applications.ts';
import { seedDrafts } from './demo-drafts.ts';
import { findDemoActor, seedPeople } from './demo-people.ts';
import { seedPrinters, seedPrintRuns, seedProofs } from './demo-print-room.ts';
import { seedRecords } from './demo-records.ts';
import { seedReprints } from './demo-reprints.ts';
import { seedRevocations } from './demo-revocations.ts';
import { demoPassword, demoStaff } from './demo-staff.ts';
import { seedInkUse, seedStock } from './demo-stock.ts';
import { seedStudents } from './demo-students.ts';

/** How to sign in, as lines for the terminal. */
export function describeSignIns(publicUrl: string): string[] {
  return [
    `Sign in with the password ${demoPassword} as`,
    ...demoStaff.filter((one) => one.isOffered).map((person) => `  ${person.email}`),
    `One-time codes arrive at ${publicUrl}/demo/outbox\n`,
  ];
}

/**
 * Fills an empty portal with the demo's records, through the same commands as real work, so that log, stock and
 * numbers agree with them. Does nothing once it is complete; one that was cut off goes on where it stopped.
 */
export async function seedDemo(services: Services): Promise<void> {
  const done = await services.db
    .selectFrom('audit_events')
    .select('sequence')
    .where('record_type', '=', 'demo')
    .where('event', '=', 'demo.filled')
    .limit(1)
    .executeTakeFirst();
  if (done) return;
  const now = new Date();
  const beginning = new Date(Date.UTC(2024, 0, 2, 5));
  await seedRecords(services, beginning);
  await seedPeople(services, beginning);
  const person = (name: string) => findDemoActor(services, `${name}@dikshant.example`);
  const admin = await person('admin');
  const desk = { admin, receiver: await person('receiver'), caseWorker: await person('case-worker') };
  const room = {
    storekeeper: admin,
    approver: await person('registrar'),
    printer: await person('printer'),
    receiver: desk.receiver,
  };
  await seedStock(services, room, beginning);
  await seedApplications(services, desk, now);
  await seedStudents(services, admin, now);
  await seedDrafts(services, desk);
  await seedPrinters(services, room, beginning);
  await seedProofs(services, room, beginning);
  await seedPrintRuns(services, room);
  await seedReprints(services, { ...room, admin, caseWorker: desk.caseWorker }, now);
  await seedRevocations(services, { admin, approver: room.approver }, now);
  await seedInkUse(services, room);
  await recordAsPortal(services, async (_db, audit) => {
    audit({ event: 'demo.filled', record: { type: 'demo', id: 'demo', label: 'Demo data' } });
  });
}
