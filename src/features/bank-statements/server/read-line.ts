/** One entry of the account, as the bank's file has it. */
export type ReadLine = {
  rowNumber: number;
  bookedOn: string;
  valueDate: string;
  description: string;
  reference: string;
  side: 'credit' | 'debit';
  amountPaise: number;
  balancePaise: number | null;
};

export type StatementFault = { rowNumber: number; column: string; found: string; wanted: string };

export type ReadStatement = {
  lines: ReadLine[];
  faults: StatementFault[];
  /** Whether balances in the file confirm every amount. */
  isProvenByBalance: boolean;
};
