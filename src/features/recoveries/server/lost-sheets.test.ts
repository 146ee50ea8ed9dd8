import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rangeOf } from '#dev/testing/certificate-desk.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice } from '#dev/testing/factories.ts';
import { lostSheet, unchangedLastNumbers } from '#dev/testing/last-numbers.ts';
import { filePortal, type StaffCaller } from '#dev/testing/portal.ts';
import { createPrintRoom, printedRun, waitingOffice } from '#dev/testing/print-room.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { openRecovery } from './open-recovery.ts';

type Entry = Parameters<StaffCaller['api']['recoveries']['recordLostSheet']>[0];

const portal = await filePortal();
const room = await createPrintRoom(portal);
const office = await waitingOffice(portal, room, { office: await createOffice(portal), certificates: 3 });
const paperId = office.paperId;
await printedRun(portal, room.printer, office);
/** Two that were lost, and two in store. */
const serials = (
  await portal.services.db
    .selectFrom('blanks')
    .select('serial')
    .where('paper_id', '=', paperId)
    .where('state', '=', 'in_store')
    .orderBy('number')
    .execute()
).map(({ serial }) => serial);
await openRecovery(portal.ownerUrl, new Date());
const [one, other] = await portal.asEach('admin', 'admin');
const [{ numbers } = { numbers: [] }] = (await one.api.recoveries.listRecoveries()).recoveries;
const kept = numbers.find((count) => count.kind === 'convocation' && count.kept !== null)!.kept!;
const lost = [1, 2, 3].map((by) =>
  kept.replace(/\d+$/, (digits) => String(Number(digits) + by).padStart(digits.length, '0')),
);
const entered = await one.api.recoveries.enterLastNumbers({
  ...(await unchangedLastNumbers(one)),
  convocationNumbers: [lost[2]!],
  serials: [serials[1]!],
});
await other.api.recoveries.confirmLastNumbers(entered);
const sheet = lostSheet(office, { convocationNumber: lost[0]!, serial: serials[0]! });
const record = (changes: Partial<Entry> = {}) => one.api.recoveries.recordLostSheet({ ...sheet, ...changes });

test('a serial that lies in the stock is nobody’s, and one that was recorded is not found blank', async () => {
  await expectDomainError(record({ serial: serials[2]! }), 'lost_sheets.serial_of_another');
  await record();
  const found = () =>
    one.api.stock.reportFound({
      id: paperId,
      serials: rangeOf({ blankSerial: serials[0]! }),
      reason: 'Behind the shelf',
    });
  await expectDomainError(found(), 'stock.recorded_again');
  // It was mistyped: recorded with the right one, the other one is blank again.
  await record({ serial: serials[1]! });
  await found();
  await expectDomainError(record(), 'lost_sheets.serial_of_another');
  await one.api.stock.reportMissing({
    id: paperId,
    serials: rangeOf({ blankSerial: serials[0]! }),
    reason: 'Not on the shelf',
  });
});

test('recorded at the same time as its blank is found, only one of both holds', async () => {
  const answers = await Promise.allSettled([
    record(),
    other.api.stock.reportFound({
      id: paperId,
      serials: rangeOf({ blankSerial: serials[0]! }),
      reason: 'Behind the shelf',
    }),
  ]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  if (answers[1].status === 'fulfilled')
    await one.api.stock.reportMissing({
      id: paperId,
      serials: rangeOf({ blankSerial: serials[0]! }),
      reason: 'Not on the shelf',
    });
});

test('entered anew it takes the place of the entry with its number, its serial or its code, which the audit log keeps', async () => {
  await record({ convocationNumber: lost[1]! });
  const mistyped = await record({
    candidateName: 'Asha Roa',
    convocationNumber: lost[1]!.replace('/', ' / '),
  });
  const right = await record();
  const { sheets } = await one.api.recoveries.listLostSheets();
  expect(sheets.map(({ id }) => id)).toEqual([right.id]);
  const { rows } = await (await portal.as('auditor')).api.audit.listAuditEvents({ recordId: right.id });
  expect(rows[0]).toMatchObject({
    event: 'recoveries.sheet_recorded',
    before: { replaced: [{ candidateName: 'Asha Roa', serial: sheet.serial }] },
  });
  expect(mistyped.id).not.toBe(right.id);
  await other.api.recoveries.confirmLostSheet(right);
  for (const changes of [{}, { convocationNumber: lost[2]! }])
    await expectDomainError(record(changes), 'lost_sheets.recorded');
});

test('no sheet was printed on a day to come', async () => {
  const later = { convocationNumber: lost[2]!, serial: serials[1]!, code: '8K3MQ-X2P9A' };
  await expect(record({ ...later, printedOn: addDays(dayInIndia(new Date()), 1) })).rejects.toMatchObject({
    code: 'request.invalid',
  });
  const { id } = await record(later);
  await expect(
    sql`
      insert into lost_sheets (id, convocation_number, candidate_name, serial, verification_code, course_id, college_id, certificate_type,
                               academic_year, printed_on, recorded_by, recorded_at)
      select gen_random_uuid(), convocation_number, candidate_name, serial, verification_code, course_id, college_id, certificate_type,
             academic_year, printed_on + 1, recorded_by, recorded_at
        from lost_sheets where id = ${id}
    `.execute(portal.services.db),
  ).rejects.toMatchObject({ constraint: 'lost_sheets__printed_before' });
});
