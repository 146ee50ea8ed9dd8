import { ORPCError } from '@orpc/client';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { reopen } from '#dev/testing/reopening.ts';
import { requestReprint } from '#dev/testing/reprinting.ts';
import { proposeRevocation } from '#dev/testing/revoking.ts';

const desk = await openCertificateDesk({ isShared: true, ahead: 5 });

const execute = (statement: ReturnType<typeof sql>) => statement.execute(desk.portal.services.db);

describe('at once', () => {
  test('of two who confirm one does', async () => {
    const { admin, registrar, portal, auditor } = desk;
    const third = await portal.as('admin');
    const { certificateId } = await desk.printed();
    const { id } = await proposeRevocation(admin, certificateId);
    const outcomes = await Promise.allSettled(
      [registrar, third].map((person) => person.api.revocations.confirmRevocation({ id })),
    );
    expect(outcomes.map(codeOf).toSorted()).toEqual(['done', 'revocations.decided']);
    const about = { recordType: 'certificate', recordId: certificateId };
    const { rows } = await auditor.api.audit.listAuditEvents(about);
    expect(rows.filter(({ event }) => event === 'certificates.revoked')).toHaveLength(1);
  });

  longTest('of several decisions one is made', async () => {
    const { admin, registrar, portal } = desk;
    const third = await portal.as('admin');
    for (let turn = 0; turn < 3; turn += 1) {
      const { certificateId } = await desk.printed();
      const { id } = await proposeRevocation(admin, certificateId);
      const outcomes = await Promise.allSettled([
        registrar.api.revocations.confirmRevocation({ id }),
        third.api.revocations.declineRevocation({ id, remark: 'Not now.' }),
        admin.api.revocations.withdrawRevocation({ id }),
      ]);
      expect(outcomes.map(codeOf).toSorted()).toEqual(['done', 'revocations.decided', 'revocations.decided']);
      const { outcome } = await desk.proposalOf(certificateId);
      expect((await desk.certificateOf(certificateId)).state === 'revoked').toBe(outcome === 'confirmed');
    }
  });

  test('one proposal waits', async () => {
    const { admin, registrar } = desk;
    const { certificateId } = await desk.printed();
    const outcomes = await Promise.allSettled(
      [admin, registrar, admin].map((person) => proposeRevocation(person, certificateId)),
    );
    const refused = 'revocations.proposed_already';
    expect(outcomes.map(codeOf).toSorted()).toEqual(['done', refused, refused]);
  });

  test('what is revoked is neither taken into a run nor reopened nor handed over', async () => {
    const { admin, registrar, room } = desk;
    for (let turn = 0; turn < 2; turn += 1) {
      const { certificateId, applicationId, ...kind } = await desk.waiting();
      const { id } = await proposeRevocation(admin, certificateId);
      const [confirmed, prepared] = await Promise.allSettled([
        registrar.api.revocations.confirmRevocation({ id }),
        room.printer.api.printRuns.preparePrintRun(choiceOf(kind)),
        reopen(registrar, applicationId),
      ]);
      const { state } = await desk.certificateOf(certificateId);
      expect(codeOf(confirmed)).toBe(state === 'revoked' ? 'done' : 'certificates.in_print_run');
      if (state === 'revoked') expect(prepared.status).toBe('rejected');

      const printed = await desk.printed();
      const proposal = await proposeRevocation(admin, printed.certificateId);
      const [revoked, left] = await Promise.allSettled([
        registrar.api.revocations.confirmRevocation({ id: proposal.id }),
        desk.handOver(printed.certificateId),
      ]);
      expect(revoked.status).toBe('fulfilled');
      const { handOver } = await desk.certificateOf(printed.certificateId);
      expect(handOver !== null).toBe(left.status === 'fulfilled');
    }
  });
});

function codeOf(outcome: PromiseSettledResult<unknown>): string {
  if (outcome.status === 'fulfilled') return 'done';
  return outcome.reason instanceof ORPCError ? outcome.reason.code : String(outcome.reason);
}

describe('the tables', () => {
  test('revoke by two people only, and for good', async () => {
    const { admin, registrar } = desk;
    const { certificateId } = await desk.printed();
    const here = sql`where id = ${certificateId}`;
    const revoked = sql`state = 'revoked', revoked_at = now(), revocation_reason = 'Obtained by fraud.', revocation_authority = 'Order 7'`;
    await expect(execute(sql`update certificates set ${revoked} ${here}`)).rejects.toMatchObject({
      constraint: 'certificates__revoked_by_two',
    });
    const { id } = await proposeRevocation(admin, certificateId);
    const decide = (outcome: string, by: string, remark: string | null = null) =>
      execute(sql`
        update revocations set outcome = ${outcome}, decided_by = ${by}, decided_at = now(), remark = ${remark} where id = ${id}`);
    await expect(decide('confirmed', admin.actor.id)).rejects.toMatchObject({
      constraint: 'revocations__confirmed_by_another',
    });
    await expect(decide('declined', admin.actor.id, 'No.')).rejects.toMatchObject({
      constraint: 'revocations__declined_by_another',
    });
    await expect(decide('withdrawn', registrar.actor.id)).rejects.toMatchObject({
      constraint: 'revocations__withdrawn_by_proposer',
    });
    // Without its certificate.
    await expect(decide('confirmed', registrar.actor.id)).rejects.toMatchObject({
      constraint: 'certificates__revoked_by_two',
    });
    await expect(
      execute(sql`update revocations set reason = 'Another' where id = ${id}`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(execute(sql`delete from revocations where id = ${id}`)).rejects.toMatchObject({
      code: '42501',
    });
    await registrar.api.revocations.confirmRevocation({ id });
    await expect(execute(sql`update certificates set state = 'printed' ${here}`)).rejects.toMatchObject({
      constraint: 'certificates__revoked_is_final',
    });
    await expect(
      execute(sql`update certificates set revoked_at = '2020-01-01' ${here}`),
    ).rejects.toMatchObject({ constraint: 'certificates__revoked_is_final' });
    await expect(decide('withdrawn', admin.actor.id)).rejects.toMatchObject({
      constraint: 'revocations__stay',
    });
    await expect(
      execute(sql`
        insert into revocations (id, certificate_id, reason, authority, proposed_by, proposed_at)
        values (gen_random_uuid(), ${certificateId}, 'Again', 'Order 8', ${admin.actor.id}, now())`),
    ).rejects.toMatchObject({ constraint: 'revocations__of_unrevoked' });
  });

  test('revoke nothing that is in a run, and nothing of which a reprint is open', async () => {
    const { admin, registrar, room } = desk;
    const bound = await desk.waiting();
    await proposeRevocation(admin, bound.certificateId);
    const run = await desk.startRun(bound);
    const revokeBySql = (certificateId: string) =>
      execute(sql`
        with decided as (
          update revocations set outcome = 'confirmed', decided_by = ${registrar.actor.id}, decided_at = now()
           where certificate_id = ${certificateId} and outcome is null returning certificate_id, reason, authority, decided_at)
        update certificates set state = 'revoked', revoked_at = decided.decided_at, revocation_reason = reason, revocation_authority = authority
          from decided where certificates.id = certificate_id`);
    await expect(revokeBySql(bound.certificateId)).rejects.toMatchObject({
      constraint: 'certificates__not_revoked_in_run',
    });
    await room.printer.api.printRuns.recordSheets({
      id: run.id,
      outcomes: [{ sheetId: run.sheet.id, outcome: 'good' }],
    });
    await requestReprint(room.receiver, bound.certificateId);
    await expect(revokeBySql(bound.certificateId)).rejects.toMatchObject({
      constraint: 'reprint_requests__not_of_revoked',
    });
  });
});
