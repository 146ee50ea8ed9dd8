import { sql } from 'kysely';
import { formatSigningBatchNumber } from '#features/certificates/rules.ts';
import { lacksSignature } from '#features/certificates/server/missing-signatures.ts';
import { numberOrder } from '#features/certificates/server/number-order.ts';
import type { SheetFacts } from '#features/certificates/sheet-facts.ts';
import { findNumbered, type Numbered } from '#features/masters/server/printed-numbers.ts';
import { runNumber } from '#features/stock/server/ink-uses.ts';
import { type Db, fromRow, hasTerm, isAmong } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { numberTextOf } from '#platform/server/db/numbers.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import { bareNumber } from '#shared/typed-number.ts';
import {
  type BatchFilters,
  longSigningDays,
  type SheetFilters,
  SheetToSign,
  SignedSheet,
  SigningBatch,
  type SigningBatchDetail,
} from '../contract.ts';

const batchNumber = numberTextOf('batch', 'signing_batches.batch_number');

/** Sheets in the office that wait for a batch, earliest printed first. */
export const sheetsToSign = listQueries({
  order: {
    column: 'sheets.outcome_at',
    type: 'timestamptz',
    id: 'sheets.id',
    idType: 'uuid',
    direction: 'asc',
  },
  rows: async (db, { search }: SheetFilters) =>
    search === ''
      ? waitingSheets(db)
      : waitingSheets(db).where(named(search, await findNumbered(db, search))),
  record: toSheet,
});

export const signingBatches = listQueries({
  order: newestFirst('signing_batches.sent_at', 'signing_batches.id'),
  queue: ({ show }: BatchFilters) =>
    show === 'out_long' ? { column: 'signing_batches.sent_at', type: 'timestamptz' } : undefined,
  rows: filtered,
  record: toBatch,
});

export async function getSigningBatch(db: Db, id: string): Promise<SigningBatchDetail> {
  const row = await batchRows(db)
    .where('signing_batches.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('signing_batches.not_found'));
  const sheets = await sheetRows(db)
    .innerJoin('signing_batch_sheets', 'signing_batch_sheets.sheet_id', 'sheets.id')
    .leftJoin('staff', 'staff.id', 'signing_batch_sheets.back_by')
    .where('signing_batch_sheets.signing_batch_id', '=', id)
    .orderBy(numberOrder)
    .select(['signing_batch_sheets.outcome', 'signing_batch_sheets.remark', 'signing_batch_sheets.back_at'])
    .select(['staff.name as back_by', standing.as('standing')])
    .execute();
  return {
    ...toBatch(row),
    sheets: sheets.map((sheet) =>
      fromRow(SignedSheet, { ...sheet, outcome: sheet.outcome as SignedSheet['outcome'] }, wordsOf(sheet)),
    ),
  };
}

/** Ordered by name. */
export async function listSigningOffices(db: Db): Promise<{ offices: string[] }> {
  const today = dayInIndia(new Date());
  const rows = await db
    .selectFrom('offices')
    .where('held_from', '<=', today)
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '>=', today)]))
    .orderBy('office')
    .select('office')
    .distinct()
    .execute();
  return { offices: rows.map(({ office }) => office) };
}

/** Sheets in the office that still lack a signature: valid, printed and neither out, signed nor damaged. */
export function waitingSheets(db: Db) {
  return sheetRows(db)
    .where('sheets.is_valid', '=', true)
    .where('certificates.state', '=', 'printed')
    .where('certificates.withheld_at', 'is', null)
    .where(lacksSignature)
    .where(
      sql<boolean>`not exists (
        select from signing_batch_sheets put where put.sheet_id = sheets.id and put.outcome is distinct from 'unsigned')`,
    );
}

const standing = sql<SignedSheet['standing']>`
  case when certificates.state = 'revoked' then 'revoked'
       when sheets.superseded_at is not null then 'superseded'
       when sheets.cancelled_at is not null then 'cancelled'
       when certificates.withheld_at is not null then 'withheld'
       else 'valid' end`;

function sheetRows(db: Db) {
  return db
    .selectFrom('certificates')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .innerJoin('sheet_facts', 'sheet_facts.sheet_id', 'sheets.id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('print_runs', 'print_runs.id', 'sheets.print_run_id')
    .select(['sheets.id', 'sheets.certificate_id', 'sheets.copy_number', 'sheets.outcome_at as printed_at'])
    .select(['certificates.convocation_number', 'blanks.serial as blank_serial'])
    .select([runNumber.$notNull().as('run_number'), 'sheet_facts.facts']);
}

/** A whole number by what it is printed on; anything else as text. */
function named(search: string, { sheets }: Numbered) {
  const texts = sql`certificates.convocation_number, blanks.serial, ${runNumber},
    sheet_facts.facts ->> 'candidateName', sheet_facts.facts ->> 'examRollNumber'`;
  return sql<boolean>`(
    ${hasTerm(texts, search)}
    or certificate_number_key(certificates.convocation_number) = certificate_number_key(${bareNumber(search)})
    or ${isAmong('sheets.id', sheets)})`;
}

function batchRows(db: Db) {
  return db
    .selectFrom('signing_batches')
    .innerJoin('staff', 'staff.id', 'signing_batches.sent_by')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('signing_batch_sheets')
          .whereRef('signing_batch_sheets.signing_batch_id', '=', 'signing_batches.id')
          .select((of) => [
            of.fn.countAll<number>().as('sheet_count'),
            sql<number>`count(*) filter (where outcome is null)`.as('out_count'),
            sql<number>`count(*) filter (where outcome = 'signed')`.as('signed_count'),
            sql<Date | null>`case when bool_and(outcome is not null) then max(back_at) end`.as('back_at'),
          ])
          .as('tally'),
      (join) => join.onTrue(),
    )
    .selectAll(['signing_batches', 'tally'])
    .select('staff.name as staff_name');
}

/** Looks for a sheet that is out, which is faster than totals per batch. */
const isOut = sql<boolean>`exists (
  select from signing_batch_sheets put where put.signing_batch_id = signing_batches.id and put.outcome is null)`;

async function filtered(db: Db, { search, show }: BatchFilters) {
  let result = batchRows(db);
  if (show !== 'all') result = result.where(isOut);
  if (show === 'out_long')
    result = result.where(
      sql<boolean>`signing_batches.sent_at < now() - make_interval(days => ${longSigningDays})`,
    );
  if (search) {
    const found = await findNumbered(db, search);
    result = result.where((eb) =>
      eb.or([
        hasTerm(sql`${batchNumber}, office, carried_by`, search),
        sql<boolean>`exists (
          select from signing_batch_sheets put
            join sheets on sheets.id = put.sheet_id
            join sheet_facts on sheet_facts.sheet_id = sheets.id
            join blanks on blanks.id = sheets.blank_id
            join print_runs on print_runs.id = sheets.print_run_id
            join certificates on certificates.id = sheets.certificate_id
           where put.signing_batch_id = signing_batches.id and ${named(search, found)})`,
      ]),
    );
  }
  return result;
}

function toBatch(row: RowOf<typeof batchRows>): SigningBatch {
  return fromRow(SigningBatch, row, {
    batchNumber: formatSigningBatchNumber(row.batch_number),
    sentBy: row.staff_name,
  });
}

type SheetRow = RowOf<typeof sheetRows>;

function toSheet(row: SheetRow): SheetToSign {
  return fromRow(SheetToSign, row, wordsOf(row));
}

/** Names come from the sheet's stored facts. Every sheet here has an outcome. */
function wordsOf({ facts, printed_at }: Pick<SheetRow, 'facts' | 'printed_at'>) {
  const { candidateName, examRollNumber, course, collegeCode, certificateType } = facts as SheetFacts;
  return {
    studentName: candidateName,
    examRollNumber,
    courseDegree: course,
    collegeCode,
    certificateType,
    printedAt: printed_at!.toISOString(),
  };
}
