import { v7 as uuid } from 'uuid';
import type { InputOf } from '#platform/contract/operation.ts';
import { assertVersion, type CommandTransaction, updateRow } from '#platform/server/command.ts';
import { assertAllowed, domainError, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import type { AuditEventName } from '#shared/audit-names.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import {
  daysToReply,
  type EntryKind,
  type Finding,
  type FindingState,
  type findingsContract,
} from '../contract.ts';
import { findingCan } from '../rules.ts';
import { mailAdmins, mailRaiser } from './mails.ts';
import { type FindingRow, findingCommand, findingRows } from './queries.ts';

/** Replies, or says in an interim reply by when the final one comes. */
export const replyToFinding = findingCommand('replyToFinding', async (transaction, input) => {
  const isFinal = input.kind === 'final';
  const finalOn = isFinal ? null : dayOfFinalReply(transaction, input);
  const finding = await lockFinding(transaction, input, findingCan.reply);
  const replied = await moveFinding(transaction, finding, {
    ...input,
    kind: isFinal ? 'reply' : 'interim_reply',
    event: isFinal ? 'findings.replied' : 'findings.interim_replied',
    state: isFinal ? 'replied' : 'open',
    dueOn: finalOn,
  });
  await mailRaiser(transaction, { ...finding, raisedBy: finding.raised_by, finalOn });
  return replied;
});

/** Answers a reply with further remarks, to which another reply is due. */
export const remarkOnFinding = findingCommand('remarkOnFinding', async (transaction, input) => {
  const finding = await lockFinding(transaction, input, findingCan.remark);
  const dueOn = dueFrom(transaction.now);
  const remarked = await moveFinding(transaction, finding, {
    ...input,
    kind: 'remark',
    event: 'findings.remarked',
    state: 'open',
    dueOn,
  });
  await mailAdmins(transaction, { ...finding, dueOn, isNew: false });
  return remarked;
});

export const settleFinding = findingCommand('settleFinding', (transaction, input) =>
  endFinding(transaction, input, 'settled'),
);

export const dropFinding = findingCommand('dropFinding', (transaction, input) =>
  endFinding(transaction, input, 'dropped'),
);

async function endFinding(
  transaction: CommandTransaction,
  input: InputOf<(typeof findingsContract)['settleFinding']>,
  kind: 'settled' | 'dropped',
) {
  const finding = await lockFinding(transaction, input, findingCan.end);
  const event = `findings.${kind}` as const;
  return moveFinding(transaction, finding, { ...input, kind, event, state: kind, dueOn: null });
}

/** The day on which a reply to something written now is due. */
export function dueFrom(now: Date): string {
  return addDays(dayInIndia(now), daysToReply);
}

function dayOfFinalReply({ now }: CommandTransaction, { finalOn }: { finalOn?: string }): string {
  const today = dayInIndia(now);
  if (finalOn === undefined || finalOn < today || finalOn > addDays(today, 365))
    throw invalidInput([fieldError('finalOn', 'findings.final_day')]);
  return finalOn;
}

/** The finding at the version that the caller has seen, if the rule allows the act; locked until the transaction ends. */
async function lockFinding(
  { db }: CommandTransaction,
  { id, version }: { id: string; version: number },
  rule: (typeof findingCan)[keyof typeof findingCan],
): Promise<FindingRow> {
  await db.selectFrom('findings').select('id').where('id', '=', id).forUpdate().execute();
  const finding = await findingRows(db)
    .where('findings.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('findings.not_found'));
  assertAllowed(rule({ state: finding.state as FindingState }));
  await assertVersion(db, { type: 'finding', row: finding }, version);
  return finding;
}

type Entry = { kind: EntryKind; text: string; dueOn: string | null; fileId?: string | null };

/** Adds an entry, and the state that it puts the finding into. */
async function moveFinding(
  transaction: CommandTransaction,
  finding: FindingRow,
  { event, state, ...entry }: Entry & { event: AuditEventName; state: FindingState },
) {
  const { text, dueOn, fileId = null } = entry;
  await writeEntry(transaction, finding.id, entry);
  const moved = await updateRow(transaction.db, 'findings', finding, { state, due_on: dueOn });

  transaction.audit({
    event,
    ...recordOf(finding),
    before: { state: finding.state },
    after: { state, text, dueOn, file: fileId },
  });
  return moved;
}

export async function writeEntry(
  transaction: CommandTransaction,
  findingId: string,
  { kind, text, dueOn, fileId = null }: Entry,
): Promise<void> {
  const { db, actor, now } = transaction;
  if (fileId) await assertOwnUpload(transaction, fileId, 'evidence');
  await db
    .insertInto('finding_entries')
    .values({
      id: uuid(),
      finding_id: findingId,
      kind,
      text,
      due_on: dueOn,
      file_id: fileId,
      written_by: actor.id,
      written_at: now,
    })
    .execute();
}

/** What every audit event of a finding has in common. */
export function recordOf({
  id,
  number,
  college_id,
}: Pick<Finding, 'id' | 'number'> & { college_id: string | null }) {
  return { record: { type: 'finding' as const, id, label: number }, collegeId: college_id };
}
