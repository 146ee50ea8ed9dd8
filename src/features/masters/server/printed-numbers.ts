import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { hasKey, identityKey } from '#platform/server/db/identity.ts';
import { parseCountedNumber } from '#platform/server/db/record-search.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { NumberedKind } from '#shared/number-text.ts';
import { bareNumber, mobileIn } from '#shared/typed-number.ts';

/** Ids of the records within the scope on which, or on whose papers, a number is printed. */
export type Numbered = Record<(typeof kinds)[number], string[]>;
const kinds = ['applications', 'certificates', 'sheets', 'drafts'] as const;

/**
 * What a whole number is printed on, so that the search of every list finds it: acknowledgement slip, award, draft,
 * deposit slip, sheet, run, bundle and batch, each by its own index. A number of a candidate means all papers of the
 * candidate; that of a draft or a sheet this draft or sheet, with the applications it belongs to.
 * `hasContacts`: a mobile number too, on lists of those who read contact details.
 */
export async function findNumbered(db: Db, typed: string, hasContacts = false): Promise<Numbered> {
  const [first, ...others] = lookUps(db, bareNumber(typed), hasContacts);
  if (!first) return { applications: [], certificates: [], sheets: [], drafts: [] };
  const found = others.reduce((all, one) => all.unionAll(one), first);
  const rows = await db
    .selectFrom(found.as('found'))
    .leftJoin('certificates', 'certificates.application_id', 'found.application_id')
    .leftJoin('sheets', (join) =>
      join
        .onRef('sheets.certificate_id', '=', 'certificates.id')
        .on(sql<boolean>`(found.sheet_id is null or found.sheet_id = sheets.id)`),
    )
    .leftJoin('charges', 'charges.application_id', 'found.application_id')
    .leftJoin('allocations', 'allocations.charge_id', 'charges.id')
    .select(['found.application_id as applications', 'certificates.id as certificates'])
    .select([
      'sheets.id as sheets',
      sql<string | null>`coalesce(found.draft_id, demand_draft_id)`.as('drafts'),
    ])
    .execute();
  const idsOf = (kind: keyof Numbered) => [kind, [...new Set(rows.flatMap((row) => row[kind] ?? []))]];
  return Object.fromEntries(kinds.map(idsOf));
}

// biome-ignore lint/suspicious/noExplicitAny: the queries select from different tables, and only their rows matter
type LookUp = SelectQueryBuilder<DB, any, Record<'application_id' | 'sheet_id' | 'draft_id', string | null>>;

const nothing = sql<string | null>`null::uuid`;
const noPaper = [nothing.as('sheet_id'), nothing.as('draft_id')] as const;

/** The queries for what a text can be; it has a digit, or is no number. */
function lookUps(db: Db, text: string, hasContacts: boolean): LookUp[] {
  if (!/\p{Nd}/u.test(text)) return [];
  const queries: LookUp[] = [];
  const key = identityKey(text);
  // The indexes begin with the college, and there are few colleges.
  for (const column of ['registration_key', 'roll_key'])
    queries.push(
      db
        .selectFrom('colleges')
        .innerJoin('applications', 'applications.college_id', 'colleges.id')
        .where(hasKey(`applications.${column}`, key))
        .select(['applications.id as application_id', ...noPaper]),
    );
  queries.push(
    db
      .selectFrom('colleges')
      .innerJoin('certificates', 'certificates.college_id', 'colleges.id')
      .where(sql<boolean>`number_key(certificates.convocation_number) = number_key(${text})`)
      .select(['certificates.application_id', ...noPaper]),
  );
  const acknowledgement = parseCountedNumber('acknowledgement')(text)?.padded;
  if (acknowledgement !== undefined)
    queries.push(
      db
        .selectFrom('applications')
        .where('applications.acknowledgement_number', '=', Number(acknowledgement))
        .select(['applications.id as application_id', ...noPaper]),
    );
  const mobile = hasContacts ? mobileIn(text) : null;
  if (mobile !== null)
    queries.push(
      db
        .selectFrom('award_records')
        .where(sql<boolean>`right(award_records.mobile, 10) = ${mobile}`)
        .select(['award_records.application_id', ...noPaper]),
    );
  return [...queries, ...lookUpDrafts(db, text), ...lookUpSheets(db, text)];
}

function lookUpDrafts(db: Db, text: string): LookUp[] {
  const drafts = db
    .selectFrom('demand_drafts')
    .leftJoin('allocations', 'allocations.demand_draft_id', 'demand_drafts.id')
    .leftJoin('charges', 'charges.id', 'allocations.charge_id')
    .select(['charges.application_id', nothing.as('sheet_id'), 'demand_drafts.id as draft_id']);
  const [, number] = /^(?:dd)?[\s#-]*(\d{6})$/i.exec(text) ?? [];
  const slip = written('slip', text);
  return [
    ...(number ? [drafts.where('demand_drafts.number', '=', number)] : []),
    ...(slip
      ? [
          drafts
            .innerJoin('deposit_slips', 'deposit_slips.id', 'demand_drafts.deposit_slip_id')
            .where('slip_number', '=', slip),
        ]
      : []),
  ];
}

function lookUpSheets(db: Db, text: string): LookUp[] {
  const sheets = db
    .selectFrom('sheets')
    .innerJoin('certificates', 'certificates.id', 'sheets.certificate_id')
    .select(['certificates.application_id', 'sheets.id as sheet_id', nothing.as('draft_id')]);
  const queries: LookUp[] = [];
  if (/^[a-z]{1,4}[\s-]*\d{1,6}$/i.test(text))
    queries.push(
      sheets
        .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
        .where(sql<boolean>`blanks.serial = sheet_serial_key(${text})`),
    );
  for (const kind of ['run', 'bundle', 'batch'] as const) {
    const number = written(kind, text);
    if (number) queries.push(sheets.where('sheets.id', 'in', sheetsOf[kind](number)));
  }
  return queries;
}

/** The sheets that were printed, handed over or signed together under a number. */
const sheetsOf = {
  run: (number: number) => sql<string>`(
    select sheets.id from sheets join print_runs on print_runs.id = print_run_id where run_number = ${number})`,
  bundle: (number: number) => sql<string>`(
    select sheet_id from hand_overs join bundles on bundles.id = bundle_id where bundle_number = ${number})`,
  batch: (number: number) => sql<string>`(
    select sheet_id from signing_batch_sheets join signing_batches on signing_batches.id = signing_batch_id
     where batch_number = ${number})`,
};

/** The number after the letters of its kind: bare digits would mean one of each kind. */
function written(kind: NumberedKind, text: string): number | undefined {
  const range = parseCountedNumber(kind)(text);
  return range?.padded === undefined || range.match !== 'exact' ? undefined : Number(range.padded);
}
