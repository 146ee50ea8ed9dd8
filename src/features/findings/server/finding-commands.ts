import { v7 as uuid } from 'uuid';
import type { InputOf } from '#platform/contract/operation.ts';
import { assertVersion, type CommandTransaction, updateRow } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { daysToReply, type FindingState, type findingsContract } from '../contract.ts';
import { findingCan } from '../rules.ts';
import { type MailedFinding, mailWhoIsNext } from './mails.ts';
import { findingCommand, findingRows } from './queries.ts';

/** By the kind of an entry: its event, the state that it puts the finding into, and when it may be written. */
const acts = {
  observation: { event: 'findings.raised', state: 'open', rule: (): true => true },
  interim_reply: { event: 'findings.interim_replied', state: 'open', rule: findingCan.reply },
  reply: { event: 'findings.replied', state: 'replied', rule: findingCan.reply },
  remark: { event: 'findings.remarked', state: 'open', rule: findingCan.remark },
  settled: { event: 'findings.settled', state: 'settled', rule: findingCan.end },
  dropped: { event: 'findings.dropped', state: 'dropped', rule: findingCan.end },
} as const;
type Kind = keyof typeof acts;

export const replyToFinding = findingCommand('replyToFinding', (transaction, input) =>
  input.kind === 'final'
    ? act(transaction, input, { kind: 'reply' })
    : act(transaction, input, { kind: 'interim_reply', dueOn: input.finalOn }),
);

export const remarkOnFinding = findingCommand('remarkOnFinding', (transaction, input) =>
  act(transaction, input, { kind: 'remark', dueOn: dueFrom(transaction.now) }),
);

export const settleFinding = findingCommand('settleFinding', (transaction, input) =>
  act(transaction, input, { kind: 'settled' }),
);

export const dropFinding = findingCommand('dropFinding', (transaction, input) =>
  act(transaction, input, { kind: 'dropped' }),
);

/** The day on which a reply to something written now is due. */
export function dueFrom(now: Date): string {
  return addDays(dayInIndia(now), daysToReply);
}

async function act(
  transaction: CommandTransaction,
  { id, version, text, fileId }: InputOf<(typeof findingsContract)['remarkOnFinding']>,
  { kind, dueOn = null }: { kind: Kind; dueOn?: string | null },
): Promise<{ version: number }> {
  const { db } = transaction;
  const { rule, state } = acts[kind];
  const finding = await findingRows(db)
    .where('findings.id', '=', id)
    .forUpdate('findings')
    .executeTakeFirstOrThrow(() => domainError('findings.not_found'));
  assertAllowed(rule({ state: finding.state as FindingState }));
  await assertVersion(db, { type: 'finding', row: finding }, version);
  await writeEntry(transaction, finding, { kind, text, dueOn, fileId });
  return updateRow(db, 'findings', finding, { state, due_on: dueOn });
}

type Entry = { kind: Kind; text: string; dueOn: string | null; fileId?: string | null; facts?: object };

/** `facts` are further ones of its event. */
export async function writeEntry(
  transaction: CommandTransaction,
  finding: MailedFinding & { college_id: string | null },
  { kind, text, dueOn, fileId = null, facts }: Entry,
): Promise<void> {
  const { db, actor, now, audit } = transaction;
  const { id, number, college_id } = finding;
  if (fileId !== null) await assertOwnUpload(transaction, fileId, 'evidence');
  const written = { written_by: actor.id, written_at: now };
  await db
    .insertInto('finding_entries')
    .values({ id: uuid(), finding_id: id, kind, text, due_on: dueOn, file_id: fileId, ...written })
    .execute();
  audit({
    event: acts[kind].event,
    record: { type: 'finding', id, label: number },
    collegeId: college_id,
    after: { ...facts, state: acts[kind].state, text, dueOn, file: fileId },
  });
  await mailWhoIsNext(transaction, finding, { kind, dueOn });
}
