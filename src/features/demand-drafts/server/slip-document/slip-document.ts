import { join } from 'node:path';
import type { Settings } from '#platform/server/settings.ts';
import type { TypstDocument, TypstTemplate } from '#platform/server/typst/typst-document.ts';
import { amountInWords } from '#shared/amount-in-words.ts';
import { formatDay, formatMoment } from '#shared/dates.ts';
import { formatCount, formatRupees } from '#shared/money.ts';
import type { DemandDraft } from '../../contract.ts';
import { type DepositSlipDetail, depositSlipStateLabels } from '../../slip-contract.ts';

const template: TypstTemplate = {
  folder: join(import.meta.dirname, 'template'),
  main: 'deposit-slip.typ',
  fontFamilies: ['Noto Sans Kannada', 'Noto Serif Devanagari'],
};

/** How many drafts a page of the template holds; the last one has the totals, the signatures and the counterfoil, too. */
const rowsOfPage = { first: 30, further: 34 };
const rowsOfLastPage = { first: 18, further: 22 };

type University = Pick<Settings['university'], 'name' | 'place'>;

/** The words of a slip, each as it is printed. */
type SlipWords = {
  university: University;
  slipNumber: string;
  /** Only where it is not simply prepared. */
  state: string | null;
  account: string;
  bankBranch: string;
  preparedAt: string;
  preparedBy: string;
  depositedOn: string | null;
  pages: SlipPage[];
  count: string;
  total: string;
  totalInWords: string;
};

type SlipPage = {
  /** The sum of the pages before. */
  broughtForward: string | null;
  rows: { serial: string; number: string; drawnOn: string; bank: string; branch: string; amount: string }[];
  /** The sum up to the end of this page, unless it is the last one. */
  carriedForward: string | null;
};

/** The pay-in slip with which drafts are carried to the bank. */
export function slipDocument(university: University, slip: DepositSlipDetail): TypstDocument {
  const words = wordsOf(university, slip);
  return { template, input: words, pages: words.pages.length };
}

function wordsOf({ name, place }: University, slip: DepositSlipDetail): SlipWords {
  return {
    university: { name, place },
    slipNumber: slip.slipNumber,
    state: slip.state === 'prepared' ? null : depositSlipStateLabels[slip.state],
    account: slip.account,
    bankBranch: slip.bankBranch,
    preparedAt: `${formatMoment(slip.preparedAt)} IST`,
    preparedBy: slip.preparedBy,
    depositedOn: slip.depositedOn && formatDay(slip.depositedOn),
    pages: pagesOf(slip.drafts),
    count: formatCount(slip.drafts.length),
    total: formatRupees(sumOf(slip.drafts)),
    totalInWords: amountInWords(sumOf(slip.drafts)),
  };
}

function pagesOf(drafts: DemandDraft[]): SlipPage[] {
  const pages: SlipPage[] = [];
  let printed = 0;
  for (;;) {
    const place = pages.length === 0 ? 'first' : 'further';
    const rest = drafts.length - printed;
    const isLast = rest <= rowsOfLastPage[place];
    // One draft at least stays for the page with the totals, so that they never stand alone.
    const end = printed + (isLast ? rest : Math.min(rowsOfPage[place], rest - 1));
    pages.push({
      broughtForward: printed > 0 ? formatRupees(sumOf(drafts.slice(0, printed))) : null,
      rows: drafts.slice(printed, end).map((draft, index) => rowOf(draft, printed + index + 1)),
      carriedForward: isLast ? null : formatRupees(sumOf(drafts.slice(0, end))),
    });
    if (isLast) return pages;
    printed = end;
  }
}

function rowOf(draft: DemandDraft, serial: number): SlipPage['rows'][number] {
  return {
    serial: String(serial),
    number: draft.number,
    drawnOn: formatDay(draft.drawnOn),
    bank: draft.bank,
    branch: draft.branch,
    amount: formatRupees(draft.amount),
  };
}

function sumOf(drafts: DemandDraft[]): number {
  return drafts.reduce((sum, draft) => sum + draft.amount, 0);
}
