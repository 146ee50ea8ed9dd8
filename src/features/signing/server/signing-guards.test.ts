import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { constraintOf, expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { sharedPortal } from '#dev/testing/portal.ts';
import { createPrintRoom, printedCertificates } from '#dev/testing/print-room.ts';
import { carried, handSignedOffice, sendOut, takeBackAll } from '#dev/testing/signing.ts';
import { idsOf } from '#shared/ids-of.ts';

const portal = await sharedPortal();
const plain = await createOffice(portal);
const office = await handSignedOffice(portal, plain);
const room = await createPrintRoom(portal);
const { printer, receiver } = room;
const auditor = await portal.as('auditor');

const printed = (count: number, of = office) => printedCertificates(portal, room, { office: of, count });

const run = (statement: ReturnType<typeof sql>) => constraintOf(statement.execute(portal.services.db));

describe('people', () => {
  test('a printer of another college sends none of it', async () => {
    const outsider = await portal.as('printer', { collegeId: plain.otherCollegeId });
    const [certificate] = await printed(1);
    const { rows } = await printer.api.signing.listSheetsToSign({ search: certificate!.convocationNumber });
    await expectDomainError(
      outsider.api.signing.sendForSignature({ sheetIds: idsOf(rows), ...carried }),
      'signing_batches.sheet_not_found',
    );
  });

  test('two who send the same sheet: one has it, and no number is lost', async () => {
    const [certificate] = await printed(1);
    const other = await portal.as('printer');
    const { rows } = await printer.api.signing.listSheetsToSign({ search: certificate!.convocationNumber });
    const sent = await Promise.allSettled(
      [printer, other].map((caller) =>
        caller.api.signing.sendForSignature({ sheetIds: idsOf(rows), ...carried }),
      ),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = sent.find((one) => one.status === 'rejected')!;
    expect((refused.reason as { code: string }).code).toBe('signing_batches.not_to_be_signed');
    const { rows: batches } = await auditor.api.signing.listSigningBatches({ limit: 100 });
    const numbers = batches.map(({ batchNumber }) => Number(batchNumber.slice(2))).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  longTest('two who take the same sheet back: the first one says what it is', async () => {
    const [certificate] = await printed(1);
    const batch = await sendOut(printer, [certificate!.id]);
    const sheetId = batch.sheets[0]!.id;
    const other = await portal.as('printer');
    const back = await Promise.allSettled([
      printer.api.signing.takeBackSheets({ id: batch.id, sheetIds: [sheetId], outcome: 'signed' }),
      other.api.signing.takeBackSheets({ id: batch.id, sheetIds: [sheetId], outcome: 'unsigned' }),
    ]);
    const refused = back.find((one) => one.status === 'rejected')!;
    expect((refused.reason as { code: string }).code).toBe('signing_batches.back_already');
    expect(back.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  longTest('who sends and who cancels the same sheet do not both succeed', async () => {
    for (const certificate of await printed(3)) {
      const admin = await portal.as('admin');
      const { rows } = await printer.api.signing.listSheetsToSign({ search: certificate.convocationNumber });
      const copyId = rows[0]!.id;
      const outcomes = await Promise.allSettled([
        printer.api.signing.sendForSignature({ sheetIds: [copyId], ...carried }),
        admin.api.copies.cancelCopy({ id: certificate.id, copyId, reason: 'The crest is pale.' }),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});

describe('the database', () => {
  test('hands over nothing unsigned, whoever writes', async () => {
    const [certificate] = await printed(1);
    const { id: sheetId } = (
      await printer.api.signing.listSheetsToSign({ search: certificate!.convocationNumber })
    ).rows[0]!;
    const handOver = () =>
      run(sql`insert into hand_overs (sheet_id, way, handed_over_by, handed_over_at, collected_by, identity_seen)
              values (${sheetId}, 'in_person', ${receiver.actor.id}, now(), 'Asha Rao', 'passport')`);
    expect(await handOver()).toBe('hand_overs__signed_by_hand');
    const batch = await sendOut(printer, [certificate!.id]);
    expect(await handOver()).toBe('hand_overs__signed_by_hand');
    expect(
      await run(sql`insert into signing_batch_sheets (signing_batch_id, sheet_id)
                    select id, ${sheetId} from signing_batches where id <> ${batch.id} limit 1`),
    ).toBe('signing_batch_sheets__out_once');
    expect(
      await run(
        sql`update sheets set outcome = null, outcome_at = null, outcome_by = null where id = ${sheetId}`,
      ),
    ).toBe('sheets__not_while_out');
    await takeBackAll(printer, batch.id, 'unsigned');
    expect(await handOver()).toBe('hand_overs__signed_by_hand');
    expect(
      await run(sql`update signing_batch_sheets set outcome = 'signed' where sheet_id = ${sheetId}`),
    ).toBe('signing_batch_sheets__back_once');
  });

  test('lets nobody write what came back with the batch, or take it away', async () => {
    const [certificate] = await printed(1);
    const batch = await sendOut(printer, [certificate!.id]);
    const denied = async (statement: ReturnType<typeof sql>) => {
      const error = await statement.execute(portal.services.db).catch((refused: Error) => refused);
      return (error as { code?: string }).code;
    };
    const { id: sheetId } = batch.sheets[0]!;
    expect(await denied(sql`delete from signing_batch_sheets where sheet_id = ${sheetId}`)).toBe('42501');
    expect(await denied(sql`delete from signing_batches where id = ${batch.id}`)).toBe('42501');
    expect(await denied(sql`update signing_batches set office = 'Nobody' where id = ${batch.id}`)).toBe(
      '42501',
    );
    expect(
      await denied(sql`insert into signing_batch_sheets (signing_batch_id, sheet_id, outcome, back_at, back_by)
                       values (${batch.id}, ${sheetId}, 'signed', now(), ${printer.actor.id})`),
    ).toBe('42501');
  });

  test('sends nothing out whose signatures are printed', async () => {
    const [usual] = await printed(1, plain);
    const { copies } = await auditor.api.copies.listCopies({ id: usual!.id });
    expect(
      await run(sql`insert into signing_batch_sheets (signing_batch_id, sheet_id)
                    select id, ${copies[0]!.id} from signing_batches limit 1`),
    ).toBe('signing_batch_sheets__signed_by_hand');
  });
});
