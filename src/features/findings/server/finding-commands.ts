import { v7 as uuid } from 'uuid';
import { assertVersion, type CommandTransaction, updateRow } from '#platform/server/command.ts';
import { toRow } from '#platform/server/db/database.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import type { EntryKind, Finding } from '../contract.ts';
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
} as const satisfies Record<EntryKind, object>;

type Entry = { kind: EntryKind; text: string; dueOn?: string | null; fileId?: string | null };

export const replyToFinding = findingCommand('replyToFinding', (transaction, { kind, finalOn, ...said }) =>
  act(
    transaction,
    kind === 'final' ? { ...said, kind: 'reply' } : { ...said, kind: 'interim_reply', dueOn: finalOn },
  ),
);

export const remarkOnFinding = findingCommand('remarkOnFinding', (transaction, said) =>
  act(transaction, { ...said, kind: 'remark', dueOn: dueFrom(transaction.now) }),
);

export const settleFinding = findingCommand('settleFinding', (transaction, said) =>
  act(transaction, { ...said, kind: 'settled' }),
);

export const dropFinding = findingCommand('dropFinding', (transaction, said) =>
  act(transaction, { ...said, kind: 'dropped' }),
);

/** The day of the reply to something written now: in four weeks (CAG Regulations on Audit and Accounts, r. 193–199). */
export function dueFrom(now: Date): string {
  return addDays(dayInIndia(now), 28);
}

async function act(
  transaction: CommandTransaction,
  { id, version, ...entry }: Entry & { id: string; version: number },
): Promise<{ version: number }> {
  const { db } = transaction;
  const { rule, state } = acts[entry.kind];
  const finding = await findingRows(db)
    .where('findings.id', '=', id)
    .forUpdate('findings')
    .executeTakeFirstOrThrow(() => domainError('findings.not_found'));
  assertAllowed(rule({ state: finding.state as Finding['state'] }));
  await assertVersion(db, { type: 'finding', row: finding }, version);
  await writeEntry(transaction, finding, entry);
  return updateRow(db, 'findings', finding, { state, due_on: entry.dueOn ?? null });
}

/** `facts` are further ones of its event. */
export async function writeEntry(
  transaction: CommandTransaction,
  finding: MailedFinding & { college_id: string | null },
  { kind, text, dueOn = null, fileId = null, facts }: Entry & { facts?: object },
): Promise<void> {
  const { db, actor, now, audit } = transaction;
  const { id, number, college_id } = finding;
  if (fileId !== null) await assertOwnUpload(transaction, fileId, 'evidence');
  const entry = { id: uuid(), findingId: id, kind, text, dueOn, fileId, writtenBy: actor.id, writtenAt: now };
  await db.insertInto('finding_entries').values(toRow(entry)).execute();
  audit({
    event: acts[kind].event,
    record: { type: 'finding', id, label: number },
    collegeId: college_id,
    after: { ...facts, state: acts[kind].state, text, dueOn, file: fileId },
  });
  await mailWhoIsNext(transaction, finding, { kind, dueOn });
}
