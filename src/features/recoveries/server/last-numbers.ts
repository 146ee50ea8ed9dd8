import { sql } from 'kysely';
import { moveBlanks } from '#features/stock/server/move-blanks.ts';
import { assertVersion, type CommandTransaction, updateRow } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { dayInIndia, formatDay } from '#shared/format.ts';
import type { LastNumbers } from '../contract.ts';
import { type Counter, formats, readCounters } from './counters.ts';
import { assertWholeUniversity } from './queries.ts';
import { recoveryCommand } from './recovery-command.ts';

/** How many numbers to skip where the last one need not be entered. */
const countOnBy = 1_000;

type Found = { count: Counter; kept: number; found: number; label: string | null };

/** Saves the last numbers that one person found on paper, replacing earlier input. */
export const enterLastNumbers = recoveryCommand('enterLastNumbers', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const recovery = await lockOpen(transaction);
  const counts = await readCounters(db, new Date(recovery.restored_to));
  const numbers = await foundOf(db, counts, input);

  await db.deleteFrom('recovery_numbers').where('recovery_id', '=', recovery.id).execute();
  await db
    .insertInto('recovery_numbers')
    .values(
      numbers.map(({ count, kept, found, label }) => ({
        recovery_id: recovery.id,
        series: count.series,
        kind: count.kind,
        last_kept: kept,
        last_found: found,
        kept_label: count.label,
        found_label: label,
      })),
    )
    .execute();
  const { version } = await updateRow(db, 'recoveries', recovery, { entered_by: actor.id, entered_at: now });

  audit({ event: 'recoveries.entered', ...recordOf(recovery), after: { ...input } });
  return { id: recovery.id, version };
});

/** A second person confirms: counters continue after the found numbers, and lost serials leave the stock. */
export const confirmLastNumbers = recoveryCommand(
  'confirmLastNumbers',
  async (transaction, { id, version }) => {
    const { db, actor, now, audit } = transaction;
    const recovery = await lockOpen(transaction);
    if (recovery.id !== id) throw domainError('recoveries.not_open');
    if (recovery.entered_by === null) throw domainError('recoveries.not_entered');
    if (recovery.entered_by === actor.id) throw domainError('recoveries.own_entry');
    await assertVersion(db, { type: 'recovery', row: recovery }, version);
    const numbers = await db
      .selectFrom('recovery_numbers')
      .selectAll()
      .where('recovery_id', '=', id)
      .orderBy('series')
      .execute();
    for (const { kind, series, last_found } of numbers)
      if (kind === 'serial') await putAside(transaction, { series, last_found, recovery });
    const confirmed = await updateRow(db, 'recoveries', recovery, {
      confirmed_by: actor.id,
      confirmed_at: now,
    });

    audit({
      event: 'recoveries.confirmed',
      ...recordOf(recovery),
      after: {
        lost: numbers
          .filter((one) => one.last_found > one.last_kept)
          .map((one) => `${one.kept_label ?? '-'} … ${one.found_label}`),
      },
    });
    return confirmed;
  },
);

type OpenRecovery = Awaited<ReturnType<typeof lockOpen>>;

async function lockOpen({ db }: CommandTransaction) {
  assertWholeUniversity(db);
  return db
    .selectFrom('recoveries')
    .selectAll()
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('recoveries.not_open'));
}

/** Such as 'lost in restore on 23/11/2026'. */
export function recordOf({ id, restored_at }: { id: string; restored_at: Date | string }) {
  return { record: { type: 'recovery' as const, id, label: lostIn(restored_at) } };
}

function lostIn(restoredAt: Date | string): string {
  return `lost in restore on ${formatDay(dayInIndia(new Date(restoredAt)))}`;
}

/** Blanks that may have been printed on: missing until somebody finds them blank. */
async function putAside(
  transaction: CommandTransaction,
  { series, last_found, recovery }: { series: string; last_found: number; recovery: OpenRecovery },
): Promise<void> {
  const { rows } = await sql<{ id: string; paperId: string }>`
    select b.id, r.paper_id as "paperId" from blanks b join blank_receipts r on r.id = b.blank_receipt_id
     where stock_counter(r.paper_id, r.serial_prefix) = ${series} and b.number <= ${last_found} and b.state in ('in_store', 'issued')
     order by b.serial for no key update of b
  `.execute(transaction.db);
  const [first] = rows;
  if (!first) return;
  const remark = lostIn(recovery.restored_at);
  await moveBlanks(
    transaction,
    { act: 'missing', paperId: first.paperId, remark },
    rows.map(({ id }) => id),
    {
      state: 'missing',
    },
  );
}

/** Every counter with its last number on paper. */
async function foundOf(db: Db, counts: Counter[], input: LastNumbers): Promise<Found[]> {
  const found = new Map<string, Found>();
  const note = (one: Found) => {
    if (one.found < one.kept)
      throw domainError('recoveries.number_lower', {
        number: one.label ?? String(one.found),
        kept: one.count.label ?? String(one.kept),
      });
    const before = found.get(one.count.series);
    if (!before || before.found < one.found) found.set(one.count.series, one);
  };
  const stays = (count: Counter): Found => {
    const kept = count.kept ?? 0;
    return { count, kept, found: kept, label: count.label };
  };
  const plain = {
    acknowledgement: input.acknowledgementNumber,
    print_run: input.runNumber,
    deposit_slip: input.depositSlipNumber,
    bundle: input.bundleNumber,
  };
  for (const count of counts)
    if (count.kind in plain) {
      const kind = count.kind as keyof typeof plain;
      const label = plain[kind] === 0 ? null : formats[kind](plain[kind]);
      note({ ...stays(count), found: plain[kind], label });
    }
  for (const number of input.convocationNumbers) {
    const { series, n, kept } = await readConvocationNumber(db, number);
    const count = counts.find((one) => one.series === series);
    const begun: Counter = {
      kind: 'convocation',
      series,
      name: '',
      kept: null,
      label: null,
      isAsked: true,
      isRecent: true,
    };
    note({ count: count ?? begun, kept: count?.kept ?? kept, found: n, label: number });
  }
  for (const serial of input.serials) {
    // Two stocks may share a prefix.
    const blank = await db
      .selectFrom('blanks')
      .innerJoin('blank_receipts as receipt', 'receipt.id', 'blanks.blank_receipt_id')
      .select('number')
      .select(sql<string>`stock_counter(receipt.paper_id, serial_prefix)`.as('series'))
      .where('serial', '=', serial)
      .executeTakeFirst();
    const stock = counts.find(({ series }) => series === blank?.series);
    if (!blank || !stock) throw domainError('recoveries.number_unknown', { number: serial });
    note({ ...stays(stock), found: blank.number, label: serial });
  }
  for (const series of input.unchanged) {
    const count = counts.find((one) => one.series === series && one.isAsked);
    if (!count) throw domainError('recoveries.number_unknown', { number: series });
    note(stays(count));
  }
  const missing = counts.find(({ series, isAsked }) => isAsked && !found.has(series));
  if (missing) throw domainError('recoveries.number_missing', { count: missing.label ?? missing.name });
  for (const count of counts) {
    if (found.has(count.series)) continue;
    const left = stays(count);
    const last = left.found + countOnBy;
    note(
      count.kind === 'signing_batch' ? { ...left, found: last, label: formats.signing_batch(last) } : left,
    );
  }
  return [...found.values()];
}

/** If the counter had not begun, `kept` is the number before its first. */
async function readConvocationNumber(
  db: Db,
  number: string,
): Promise<{ series: string; n: number; kept: number }> {
  const { rows } = await sql<{ series: string; n: number; kept: number }>`
    select number_count(s, r.year, r.letters) as series, r.n, first_number_of(s.id, number_count(s, r.year, r.letters)) - 1 as kept
      from number_series s, read_number(s.pattern, ${number}) as r
  `.execute(db);
  if (!rows[0]) throw domainError('recoveries.number_unknown', { number });
  return rows[0];
}
