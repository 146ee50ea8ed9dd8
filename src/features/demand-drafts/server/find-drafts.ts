import { inScope } from '#platform/server/db/database.ts';
import { findByCounter, mostFound, type RecordSearch } from '#platform/server/db/record-search.ts';
import { formatRupees } from '#shared/format.ts';
import { formatSlipNumber } from '../rules.ts';

/** By number, from three digits on: fewer would match thousands. */
export const draftSearch: RecordSearch = {
  kind: 'draft',
  find: async (db, scope, text) => {
    const [, digits] = /^(?:dd)?[\s#-]*(\d{3,6})$/i.exec(text) ?? [];
    if (digits === undefined) return [];
    const rows = await inScope(db, scope, 'demand_drafts')
      .where('demand_drafts.number', '>=', digits.padEnd(6, '0'))
      .where('demand_drafts.number', '<=', digits.padEnd(6, '9'))
      .orderBy('demand_drafts.number')
      .orderBy('demand_drafts.id')
      .limit(mostFound)
      .select(['demand_drafts.id', 'demand_drafts.number'])
      .execute();
    return rows.map(({ id, number }) => ({ id, match: number === digits ? 'exact' : 'begins' }));
  },
  show: async (db, scope, ids) => {
    const rows = await inScope(db, scope, 'demand_drafts')
      .innerJoin('colleges', 'colleges.id', 'demand_drafts.college_id')
      .where('demand_drafts.id', 'in', ids)
      .select(['demand_drafts.id', 'number', 'bank', 'branch', 'amount', 'state', 'colleges.code'])
      .execute();
    return rows.map((row) => ({
      id: row.id,
      number: row.number,
      title: `${row.bank}, ${row.branch}`,
      note: [formatRupees(row.amount), row.code].join(' · '),
      state: row.state,
    }));
  },
};

export const slipSearch: RecordSearch = {
  kind: 'slip',
  find: (db, scope, text) =>
    findByCounter(
      inScope(db, scope, 'deposit_slips'),
      { table: 'deposit_slips', column: 'slip_number', letters: 'DS' },
      text,
    ),
  show: async (db, scope, ids) => {
    const rows = await inScope(db, scope, 'deposit_slips')
      .where('deposit_slips.id', 'in', ids)
      .select(['id', 'slip_number', 'bank_branch', 'account', 'state'])
      .execute();
    return rows.map((row) => ({
      id: row.id,
      number: formatSlipNumber(row.slip_number),
      title: row.bank_branch,
      note: row.account,
      state: row.state,
    }));
  },
};
