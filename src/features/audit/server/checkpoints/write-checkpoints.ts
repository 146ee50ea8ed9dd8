import path from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { answers } from '#platform/server/answers.ts';
import { inTransaction } from '#platform/server/command.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { writeDurably } from '#platform/server/files/write-durably.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import { registered } from '#platform/server/registered.ts';
import { addDays, dayInIndia, formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { origin } from '../../verify-chain.ts';
import {
  type Balances,
  type CheckpointFile,
  readCheckpoint,
  readCheckpoints,
  signCheckpoint,
  signingKeyOf,
} from './checkpoint.ts';
import { hashAccessLog, startOf } from './hash-access-log.ts';

/** After a longer gap, the portal was abandoned rather than down. */
const maximumMissedDays = 400;

/** Keeps two workers that start together from writing one day twice. */
const lockKey = 7_301_985;

/** At five past midnight in India; a starting worker catches up on days without one. */
export const writeCheckpointsJob: Job<object> = {
  name: 'write-checkpoints',
  retryLimit: 5,
  schedule: '35 18 * * *',
  catchesUp: true,
  handle: (services) => writeCheckpoints(services),
};

/**
 * Writes the missing checkpoints of all past days and mails those not mailed yet to the auditors. Safe to repeat at any
 * point: an existing file is never overwritten.
 */
export async function writeCheckpoints(services: Services, now = new Date()): Promise<void> {
  const { directory } = services.checkpoints;
  await inTransaction(services.jobDb, async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(transaction);
    const db = transaction;
    const files = await readCheckpoints(directory);
    const last = files.at(-1);
    if (last) await assertInChain(db, last);
    for (const day of missingDays(last?.day, dayInIndia(now))) {
      const file = path.join(directory, `${day}.json`);
      await writeDurably(file, await describeDay(services, db, { day, now, before: files.at(-1) }));
      files.push(await readCheckpoint(file));
    }
    await mailCheckpoints(db, files);
  });
}

function missingDays(last: string | undefined, today: string): string[] {
  const yesterday = addDays(today, -1);
  if (last === undefined) return [yesterday];
  const days: string[] = [];
  for (let day = addDays(last, 1); day <= yesterday; day = addDays(day, 1)) days.push(day);
  return days.slice(-maximumMissedDays);
}

/** If the database was restored or its end was cut off, no further checkpoint is written until somebody has looked. */
async function assertInChain(db: Db, { day, sequence, hash }: CheckpointFile): Promise<void> {
  if (sequence === 0) return;
  const event = await db
    .selectFrom('audit_events')
    .select('hash')
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  if (event?.hash === hash) return;
  throw new Error(
    `The audit log does not contain event ${sequence} of the checkpoint of ${day}. Run npm run audit:verify.`,
  );
}

async function describeDay(
  { checkpoints }: Services,
  db: Db,
  { day, now, before }: { day: string; now: Date; before: CheckpointFile | undefined },
): Promise<string> {
  const newest = await db
    .selectFrom('audit_events')
    .select(['sequence', 'hash'])
    .where('at', '<', sql<Date>`${startOf(day)}::timestamptz + interval '1 day'`)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const start = { sequence: before?.sequence ?? 0, hash: before?.hash ?? origin };
  const head = newest && newest.sequence > start.sequence ? newest : start;
  return signCheckpoint(
    {
      version: 2,
      day,
      ...head,
      events: head.sequence - start.sequence,
      accessLog: await hashAccessLog(async (text, values) => {
        const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
        return { rows };
      }, day),
      balances: day === addDays(dayInIndia(now), -1) ? await readBalances(db) : null,
      previous: before?.sha256 ?? null,
      writtenAt: now.toISOString(),
    },
    signingKeyOf(checkpoints.key),
  );
}

/** In one statement, so that the books and the head of the log are of the same moment. */
export async function readBalances(db: Db) {
  const books = Object.entries(registered.balances).map(([name, book]) => sql`, ${sql.lit(name)}, (${book})`);
  const { balances } = await db
    .selectFrom('audit_head')
    .select(
      sql<Balances>`jsonb_build_object('sequence', audit_head.sequence ${sql.join(books, sql``)})`.as(
        'balances',
      ),
    )
    .executeTakeFirstOrThrow();
  return balances;
}

/** Mails the checkpoints not mailed yet to every auditor of the whole university, in one mail. */
async function mailCheckpoints(db: Db, files: readonly CheckpointFile[]): Promise<void> {
  if (files.length === 0) return;
  const added = await db
    .insertInto('audit_checkpoints')
    .values(files.map(({ day, sequence, hash, sha256 }) => ({ day, sequence, hash, sha256 })))
    .onConflict((conflict) => conflict.column('day').doNothing())
    .returning('day')
    .execute();
  const days = new Set(added.map(({ day }) => day));
  const fresh = files.filter(({ day }) => days.has(day));
  if (fresh.length === 0) return;
  const auditors = await db
    .selectFrom('staff')
    .select(['id', 'email'])
    .where('role', '=', 'auditor')
    .where('college_id', 'is', null)
    .where('disabled_at', 'is', null)
    .execute();
  for (const { id, email } of auditors)
    await queueMail(
      { db },
      { to: email, language: await answers.languageOfPerson(db, id), words: () => mailOf(fresh) },
    );
}

function mailOf(files: readonly CheckpointFile[]) {
  const newest = files.at(-1)!;
  const check = `npm run audit:verify -- --head ${newest.sequence}:${newest.hash}`;
  return {
    subject: t`Audit log checkpoint of ${formatDay(newest.day)}`,
    text: [
      t`Keep this mail. It proves later that no event of the audit log up to this point was altered or removed:`,
      t`whoever runs the portal can change its database, but not what you keep.`,
      '',
      ...files.flatMap(({ day, sequence, hash, events }) => [
        t`${formatDay(day)}: event ${sequence}, ${events} since the checkpoint before`,
        `${sequence}:${hash}`,
        '',
      ]),
      t`To check the audit log against it, paste the newest of these lines under Proof of the log in the portal. The operator runs`,
      check,
      '',
      t`Signed with the key ${newest.publicKey}`,
      t`Signature ${newest.signature}`,
    ].join('\n'),
  };
}
