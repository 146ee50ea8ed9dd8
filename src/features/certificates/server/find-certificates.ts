import { sql } from 'kysely';
import { findByAcknowledgement, findByNumber } from '#features/applications/server/find-applications.ts';
import { findInColleges } from '#features/colleges/server/find-in-colleges.ts';
import { listPatterns, possibleNumbers } from '#features/masters/server/number-series.ts';
import { type Db, searchForm } from '#platform/server/db/database.ts';
import { newestFirst } from '#platform/server/db/list-page.ts';
import {
  findFirst,
  isName,
  type Match,
  maximumFound,
  parseCountedNumber,
  recordSearch,
  startsWith,
} from '#platform/server/db/record-search.ts';
import { contains, containsByIndex } from '#platform/server/db/search-page.ts';
import { numberKey } from '#shared/number-pattern.ts';
import { mayUse } from '#shared/permissions.ts';
import { formatBundleNumber } from '../rules.ts';

const certificate = {
  table: 'certificates',
  rows: (db: Db) =>
    db
      .selectFrom('certificates')
      .innerJoin('applications', 'applications.id', 'certificates.application_id')
      .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
      .select(['certificates.id', 'certificates.convocation_number', 'certificates.state', 'colleges.code'])
      .select(['applications.candidate_name', 'applications.exam_roll_number']),
  show: (row: CertificateRow) => ({
    number: row.convocation_number,
    title: row.candidate_name,
    note: [row.exam_roll_number, row.code].join(' · '),
    state: row.state,
  }),
} as const;
type CertificateRow = Record<
  'id' | 'convocation_number' | 'state' | 'code' | 'candidate_name' | 'exam_roll_number',
  string
>;

export const certificateSearches = [
  /** By convocation number, in any case, with any separators, and with or without leading zeros. */
  recordSearch({ ...certificate, by: findByConvocationNumber }),
  /** By the serial of its valid sheet, for roles that cannot read sheets. */
  recordSearch({ ...certificate, isFor: (role) => !mayUse(role, 'stock:read'), by: findBySerial }),
  /** For roles that cannot read applications: by registration and roll number, by the slip's code, and by name. */
  recordSearch({
    ...certificate,
    isFor: (role) => !mayUse(role, 'applications:read'),
    by: (db, text) => (isName(text) ? findByName(db, text) : findByApplication(db, text)),
  }),
];

async function findByConvocationNumber(db: Db, text: string) {
  if (!/\d/.test(text)) return [];
  const typed = numberKey(text);
  const possible = possibleNumbers(await listPatterns(db), text).map(numberKey);
  // Without a separator, `202512` may be a draft number as well as 2025/000012.
  const hasSeparator = /[^A-Za-z0-9]/.test(text.trim());
  const key = sql<string>`number_key(certificates.convocation_number)`;
  const ofCollege = db
    .selectFrom('certificates')
    .where(sql<boolean>`certificates.college_id = colleges.id`)
    .select(['certificates.id', key.as('number')]);
  const queries = [startsWith(ofCollege, key, typed)];
  if (possible.length > 0) queries.push(ofCollege.where(key, 'in', possible).limit(maximumFound));
  const found = await findInColleges(db, queries, [typed, ...possible]);
  const matchOf = (one: string): Match =>
    one === typed || (hasSeparator && possible.includes(one)) ? 'exact' : 'begins';
  return found.map(({ id, number }) => ({ id, match: matchOf(number) }));
}

async function findBySerial(db: Db, text: string): Promise<{ id: string; match: Match }[]> {
  if (!/^[a-z]+\d+$/i.test(text)) return [];
  const rows = await db
    .selectFrom('certificates')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .where('blanks.serial', '=', text.toUpperCase())
    .where('sheets.is_valid', '=', true)
    .select('certificates.id')
    .execute();
  return rows.map(({ id }) => ({ id, match: 'exact' }));
}

async function findByApplication(db: Db, text: string) {
  // A bare number that is not a roll number is more likely one of the print room's.
  const isScanned = /^(?:ack|https?:)/i.test(text);
  const scanned = isScanned ? await findByAcknowledgement(db, text) : [];
  const numbered = await findByNumber(db, text);
  const found = new Map([...numbered, ...scanned].map(({ id, match }) => [id, match]));
  if (found.size === 0) return [];
  const certificates = await db
    .selectFrom('certificates')
    .where('certificates.application_id', 'in', [...found.keys()])
    .select(['certificates.id', 'certificates.application_id'])
    .execute();
  return certificates.map(({ id, application_id }) => ({ id, match: found.get(application_id)! }));
}

async function findByName(db: Db, text: string) {
  const order = newestFirst('certificates.created_at', 'certificates.id');
  const term = await searchForm(db, text);
  const search = {
    table: 'certificates' as const,
    rows: db.selectFrom('certificates').selectAll('certificates'),
    term,
    matches: () => contains('certificates.search_text', term),
    matchesByIndex: () => containsByIndex('certificates.search_text', term),
  };
  return findFirst(db, search, order);
}

/** By bundle number only. */
export const bundleSearch = recordSearch({
  table: 'bundles',
  rows: (db) =>
    db
      .selectFrom('bundles')
      .innerJoin('colleges', 'colleges.id', 'bundles.college_id')
      .select(['bundles.id', 'bundles.bundle_number', 'bundles.delivered_to', 'colleges.name']),
  by: { column: 'bundle_number', read: parseCountedNumber('bundle') },
  show: (row) => ({
    number: formatBundleNumber(row.bundle_number),
    title: row.name,
    note: row.delivered_to,
  }),
});
