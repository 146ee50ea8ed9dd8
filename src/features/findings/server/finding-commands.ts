import { v7 as uuid } from 'uuid';
import type { InputOf } from '#platform/contract/operation.ts';
import { assertVersion, type CommandTransaction, updateRow } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { daysToReply, type EntryKind, type FindingState, type findingsContract } from '../contract.ts';
import { findingCan } from '../rules.ts';
import { type MailedFinding, mailWhoIsNext } from './mails.ts';
import { findingCommand, findingRows } from './queries.ts';

/** The acts on a finding by the entry that each adds, with the state that it puts the finding into. */
const acts = {
  interim_reply: { rule: findingCan.reply, event: 'findings.interim_replied', state: 'open' },
  reply: { rule: findingCan.reply, event: 'findings.replied', state: 'replied' },
  remark: { rule: findingCan.remark, event: 'findings.remarked', state: 'open' },
  settled: { rule: findingCan.end, event: 'findings.settled', state: 'settled' },
  dropped: { rule: findingCan.end, event: 'findings.dropped', state: 'dropped' },
} as const;

export const replyToFinding = findingCommand('replyToFinding', (transaction, input) =>
  input.kind === 'final'
    ? addTo(transaction, input, { kind: 'reply' })
    : addTo(transaction, input, { kind: 'interim_reply', dueOn: input.finalOn }),
);

export const remarkOnFinding = findingCommand('remarkOnFinding', (transaction, input) =>
  addTo(transaction, input, { kind: 'remark', dueOn: dueFrom(transaction.now) }),
);

export const settleFinding = findingCommand('settleFinding', (transaction, input) =>
  addTo(transaction, input, { kind: 'settled' }),
);

export const dropFinding = findingCommand('dropFinding', (transaction, input) =>
  addTo(transaction, input, { kind: 'dropped' }),
);

/** The day on which a reply to something written now is due. */
export function dueFrom(now: Date): string {
  return addDays(dayInIndia(now), daysToReply);
}

async function addTo(
  transaction: CommandTransaction,
  { id, version, text, fileId = null }: InputOf<(typeof findingsContract)['remarkOnFinding']>,
  { kind, dueOn = null }: { kind: keyof typeof acts; dueOn?: string | null },
): Promise<{ version: number }> {
  const { db, audit } = transaction;
  const { rule, event, state } = acts[kind];
  const finding = await findingRows(db)
    .where('findings.id', '=', id)
    .forUpdate('findings')
    .executeTakeFirstOrThrow(() => domainError('findings.not_found'));
  const before = { state: finding.state as FindingState };
  assertAllowed(rule(before));
  await assertVersion(db, { type: 'finding', row: finding }, version);

  await writeEntry(transaction, finding, { kind, text, dueOn, fileId });
  const moved = await updateRow(db, 'findings', finding, { state, due_on: dueOn });

  audit({
    event,
    record: { type: 'finding', id, label: finding.number },
    collegeId: finding.college_id,
    before,
    after: { state, text, dueOn, file: fileId },
  });
  return moved;
}

type Entry = { kind: EntryKind; text: string; dueOn: string | null; fileId: string | null };

/** Writes an entry, and mails who acts on it. */
export async function writeEntry(
  transaction: CommandTransaction,
  finding: MailedFinding,
  { kind, text, dueOn, fileId }: Entry,
): Promise<void> {
  const { db, actor, now } = transaction;
  if (fileId !== null) await assertOwnUpload(transaction, fileId, 'evidence');
  const written = { written_by: actor.id, written_at: now };
  await db
    .insertInto('finding_entries')
    .values({ id: uuid(), finding_id: finding.id, kind, text, due_on: dueOn, file_id: fileId, ...written })
    .execute();
  await mailWhoIsNext(transaction, finding, { kind, dueOn });
}
