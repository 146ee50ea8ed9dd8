import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';

/** An entry of a bank's message; days as `yyyy-mm-dd`, amounts as the message writes them, with a point. */
export type BankEntry = {
  number: number;
  day: string;
  valueDay: string;
  text: string;
  reference: string;
  side: 'debit' | 'credit';
  amount: string;
};

/** Messages are read as the table that a bank would offer for download, so that one set of rules checks both. */
export const messageHeader: SpreadsheetRow = {
  number: 0,
  cells: ['Txn Date', 'Value Date', 'Description', 'Cheque No.', 'Debit', 'Credit', 'Balance'],
};

export function entryRow({
  number,
  day,
  valueDay,
  text,
  reference,
  side,
  amount,
}: BankEntry): SpreadsheetRow {
  const amounts = side === 'debit' ? [amount, ''] : ['', amount];
  return { number, cells: [day, valueDay, text.replace(/\s+/g, ' ').trim(), reference, ...amounts, ''] };
}

export function balanceRow(
  number: number,
  balance: { which: 'opening' | 'closing'; side: 'debit' | 'credit'; amount: string },
): SpreadsheetRow {
  const name = balance.which === 'opening' ? 'Opening Balance' : 'Closing Balance';
  const signed = balance.side === 'debit' ? `-${balance.amount}` : balance.amount;
  return { number, cells: ['', '', name, '', '', '', signed] };
}

/** Another currency stays in the cell, where it is a fault: the account is in rupees. */
export function inRupees(currency: string, amount: string): string {
  return currency === 'INR' ? amount : `${currency} ${amount}`;
}
