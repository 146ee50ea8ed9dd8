import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { formatCount, formatPaise } from '#shared/format.ts';
import { t } from '#shared/words.ts';

const bankStatementsErrors = {
  'bank_statements.not_found': t`This bank statement does not exist.`,
  'bank_statements.line_not_found': t`This statement line does not exist.`,
  'bank_statements.uploaded_before': t`A colleague has just uploaded the same file or the same entries. Upload it again to see what is left.`,
  'bank_statements.not_open': t`This line is no longer open. A colleague may have settled it.`,
  'bank_statements.not_set_aside': t`Only a line that was set aside can be opened again.`,
  'bank_statements.not_credit': t`Only a credit can realise drafts.`,
  'bank_statements.not_debit': t`Only a debit can reverse the payment of a draft.`,
  'bank_statements.draft_has_line': t`Another statement line has settled this draft already.`,
  'bank_statements.excess': (data: { paise: number }) =>
    t`The bank credited ${formatPaise(data.paise)} more than these drafts are worth. Choose the drafts that are missing, or set the line aside.`,
  'bank_statements.before_deposit': (data: { number: string }) =>
    t`Draft ${data.number} was deposited after the value date of this line, so this is not its money.`,
  'bank_statements.not_yet': t`The value date is still to come. Settle the line on that day.`,
  ...withStatus(403, {
    'bank_statements.university_only': t`Bank statements are of the whole university, and your code is that of one college. Ask an admin with the code ALL.`,
  }),
  ...withStatus(422, {
    'bank_statements.no_header': t`No row of the file names the columns of a bank statement, for example Date, Description, Debit and Credit.`,
    'bank_statements.columns_unknown': (_data: {
      headerRow: number;
      headers: string[];
      samples: string[][];
      columns: Record<string, number | null>;
    }) => t`The columns of this statement are not recognised by their names. Choose what each column holds.`,
    'bank_statements.faulty': (data: {
      count: number;
      faults: { rowNumber: number; column: string; found: string; wanted: string }[];
    }) =>
      data.count === 1
        ? t`Row ${data.faults[0]!.rowNumber} of the file cannot be read or does not fit the others. Nothing was taken from the file.`
        : t`${formatCount(data.count)} cells of the file cannot be read or do not fit the others, the first in row ${data.faults[0]!.rowNumber}. Nothing was taken from the file.`,
    'bank_statements.empty': t`The file has no entries below its header.`,
    'bank_statements.too_many_lines': t`The file has more than 20,000 entries. Download it from the bank for a shorter period.`,
    'bank_statements.remark_wanted': t`Enter a remark that explains it.`,
  }),
  ...withStatus(413, {
    'bank_statements.too_large': t`The statement is larger than 5 MiB. Download it from the bank for a shorter period.`,
  }),
} as const satisfies ErrorEntries;

const words = {
  errors: bankStatementsErrors,
  events: {
    'bank_statements.line_matched': t`Bank line matched`,
    'bank_statements.line_reopened': t`Bank line reopened`,
    'bank_statements.line_set_aside': t`Bank line set aside`,
    'bank_statements.matched': t`Bank statement matched with the drafts`,
    'bank_statements.uploaded': t`Bank statement uploaded`,
  },
  records: {
    bank_statement: t`bank statement`,
    bank_statement_line: t`bank statement line`,
  },
  fields: {
    amountPaise: { label: t`Amount`, kind: 'paise' },
    authority: t`Authority`,
    differencePaise: { label: t`Difference`, kind: 'paise' },
    isAutomatic: t`Automatically`,
    isProvenByBalance: t`Proven by balance`,
    looked: t`Seen`,
    sheetName: t`Sheet of the workbook`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    bankStatementsWords: typeof words;
  }
}
