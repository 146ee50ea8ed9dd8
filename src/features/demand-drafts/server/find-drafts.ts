import { parseCountedNumber, recordSearch } from '#platform/server/db/record-search.ts';
import { formatRupees } from '#shared/format.ts';
import { formatSlipNumber } from '../rules.ts';

export const draftSearch = recordSearch({
  table: 'demand_drafts',
  rows: (db) =>
    db
      .selectFrom('demand_drafts')
      .innerJoin('colleges', 'colleges.id', 'demand_drafts.college_id')
      .select(['demand_drafts.id', 'number', 'bank', 'branch', 'amount', 'state', 'colleges.code']),
  by: { column: 'number', read: readDraftNumber },
  show: (row) => ({
    number: row.number,
    title: `${row.bank}, ${row.branch}`,
    note: [formatRupees(row.amount), row.code].join(' · '),
    state: row.state,
  }),
});

/** From three digits on: fewer would match thousands. */
function readDraftNumber(text: string) {
  const [, digits] = /^(?:dd)?[\s#-]*(\d{3,6})$/i.exec(text) ?? [];
  return digits === undefined ? null : { from: digits.padEnd(6, '0'), to: digits.padEnd(6, '9') };
}

export const slipSearch = recordSearch({
  table: 'deposit_slips',
  rows: (db) =>
    db
      .selectFrom('deposit_slips')
      .select(['deposit_slips.id', 'slip_number', 'bank_branch', 'account', 'state']),
  by: { column: 'slip_number', read: parseCountedNumber('slip') },
  show: (row) => ({
    number: formatSlipNumber(row.slip_number),
    title: row.bank_branch,
    note: row.account,
    state: row.state,
  }),
});
