import { type Letterhead, officeDocument } from '#features/masters/server/office-document.ts';
import { paginate } from '#platform/server/typst/paginate.ts';
import { localTemplate, type TypstDocument } from '#platform/server/typst/typst-document.ts';
import { amountInWords } from '#shared/amount-in-words.ts';
import { formatCount, formatDay, formatMoment, formatRupees } from '#shared/format.ts';
import { sumOfDrafts } from '../../rules.ts';
import type { DepositSlipDetail } from '../../slip-contract.ts';
import { depositSlipStateLabels } from '../../states.ts';

const template = localTemplate(import.meta.dirname, 'deposit-slip.typ');

/** How many drafts fit on a page of the template; the last page also has totals, signatures and the counterfoil. */
const capacity = { page: { first: 30, further: 34 }, lastPage: { first: 17, further: 22 } };

/** The pay-in slip with which drafts are taken to the bank. */
export function slipDocument(head: Letterhead, slip: DepositSlipDetail): TypstDocument {
  const { drafts } = slip;
  const sumUpTo = (end: number) => formatRupees(sumOfDrafts(drafts.slice(0, end)));
  const pages = paginate(drafts.length, capacity).map(({ start, end }) => ({
    /** The sum of the previous pages. */
    broughtForward: start > 0 ? sumUpTo(start) : null,
    rows: drafts.slice(start, end).map((draft, index) => ({
      serial: String(start + index + 1),
      number: draft.number,
      drawnOn: formatDay(draft.drawnOn),
      bank: draft.bank,
      branch: draft.branch,
      amount: formatRupees(draft.amount),
    })),
    /** The sum up to the end of this page; null on the last one. */
    carriedForward: end < drafts.length ? sumUpTo(end) : null,
  }));
  const total = sumOfDrafts(drafts);
  const input = {
    slipNumber: slip.slipNumber,
    /** Null while it is prepared. */
    state: slip.state === 'prepared' ? null : depositSlipStateLabels[slip.state],
    account: slip.account,
    bankBranch: slip.bankBranch,
    preparedAt: `${formatMoment(slip.preparedAt)} IST`,
    preparedBy: slip.preparedBy,
    depositedOn: slip.depositedOn && formatDay(slip.depositedOn),
    pages,
    count: formatCount(drafts.length),
    total: formatRupees(total),
    totalInWords: amountInWords(total),
  };
  return officeDocument(head, { template, input, pages: pages.length });
}
