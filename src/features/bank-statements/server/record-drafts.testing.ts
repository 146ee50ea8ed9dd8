import { v7 as uuid } from 'uuid';
import { actingAs } from '#dev/seed/acting.ts';
import { applicationEntry, type Office } from '#dev/testing/factories.ts';
import type { Portal, StaffCaller } from '#dev/testing/portal.ts';
import { receiveApplication } from '#features/applications/server/commands/receive-application.ts';
import { depositSlip } from '#features/demand-drafts/server/commands/deposit-slip.ts';
import { prepareDepositSlip } from '#features/demand-drafts/server/commands/prepare-deposit-slip.ts';
import { fee, type PlannedDraft } from './statement-drafts.testing.ts';

const receivedAt = new Date('2025-03-20T05:00:00Z');

export type DraftDesk = { portal: Portal; office: Office; receiver: StaffCaller };

/** Writes the plain drafts, their applications and allocations at once, and returns the drafts' ids by their keys. */
export async function recordPlainDrafts(
  { portal, office, receiver }: DraftDesk,
  drafts: readonly PlannedDraft[],
): Promise<Map<string, string>> {
  const db = portal.services.db;
  const ids = new Map(drafts.map(({ key }) => [key, uuid()]));
  const applications = drafts.flatMap(({ key, pays }) =>
    pays.map((amount, place) => ({ id: uuid(), key, amount, place, photo: uuid(), charge: uuid() })),
  );
  const by = receiver.actor.id;
  await db
    .insertInto('demand_drafts')
    .values(
      drafts.map((draft) => ({
        id: ids.get(draft.key)!,
        bank: draft.bank,
        branch: draft.branch,
        number: draft.number,
        drawn_on: draft.drawnOn,
        amount: draft.amount,
        college_id: office.collegeId,
        received_by: by,
        received_at: receivedAt,
      })),
    )
    .execute();
  await db
    .insertInto('stored_files')
    .values({ key: 'none', media_type: 'image/jpeg', byte_size: 1, sha256: 'a'.repeat(64) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  await db
    .insertInto('files')
    .values(
      applications.map(({ photo }) => ({
        ...fileColumns(by),
        id: photo,
        kind: 'photo',
        media_type: 'image/jpeg',
      })),
    )
    .execute();
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('applications')
      .values(
        applications.map(({ id, key, place, photo }, index) => ({
          id,
          acknowledgement_number: 100_000 + index,
          registration_number: `${key}/${place}`,
          exam_roll_number: String(34_000_000 + index),
          candidate_name: `Candidate of ${key}`,
          course_id: office.courseId,
          college_id: office.collegeId,
          academic_year: '2024-25',
          mode_of_study: 'Regular',
          certificate_type: office.certificateType,
          paper_id: office.paperId,
          photo_file_id: photo,
          fee_amount: fee,
          total_amount: fee,
          received_by: by,
          received_at: receivedAt,
        })),
      )
      .execute();
    await transaction
      .insertInto('charges')
      .values(
        applications.map(({ id, charge }) => ({
          id: charge,
          application_id: id,
          college_id: office.collegeId,
          kind: 'application',
          scheduled_amount: fee,
          charged_at: receivedAt,
        })),
      )
      .execute();
  });
  await db
    .insertInto('allocations')
    .values(
      applications.map(({ charge, key, amount }) => ({
        demand_draft_id: ids.get(key)!,
        charge_id: charge,
        amount,
        allocated_by: by,
      })),
    )
    .execute();
  return ids;
}

function fileColumns(by: string) {
  return { original_name: 'scan', byte_size: 1, sha256: '', storage_key: 'none', uploaded_by: by };
}

/** A candidate at the counter in March 2025, with these drafts. */
export async function receiveInMarch(
  { portal, office, receiver }: DraftDesk,
  registrationNumber: string,
  drafts: readonly PlannedDraft[],
): Promise<{ id: string }> {
  const faces = drafts.map(({ number, drawnOn, bank, branch, amount }) => ({
    number,
    drawnOn,
    bank,
    branch,
    amount,
  }));
  const entry = await applicationEntry(receiver, office, { registrationNumber, drafts: faces });
  return receiveApplication(actingAs(portal.services, receiver.actor, { now: receivedAt }), entry);
}

/** Carries drafts to the bank on this day, by the commands of the counter; returns the slip's number. */
export async function carryToBank(
  { portal }: DraftDesk,
  admin: StaffCaller,
  draftIds: string[],
  day: string,
): Promise<string> {
  const context = actingAs(portal.services, admin.actor, { now: new Date(`${day}T05:00:00Z`) });
  const { id, slipNumber } = await prepareDepositSlip(context, {
    draftIds,
    account: '30123456789',
    bankBranch: 'SBI, Mysuru Main',
  });
  await depositSlip(context, { id, version: 1, depositedOn: day });
  return slipNumber;
}
