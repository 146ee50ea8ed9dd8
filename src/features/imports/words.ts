import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';

const importsErrors = {
  'imports.not_found': t`This upload does not exist.`,
  'imports.not_mapping': t`The columns of this upload can no longer be changed.`,
  'imports.not_checked': t`This upload is not waiting for a decision.`,
  'imports.faulty': t`Some rows are faulty. Nothing is saved until every row is correct.`,
  'imports.doubtful': t`Some values are doubtful. Accept each warning, or correct the rows and upload them again.`,
  'imports.not_warning': t`This is not a warning of this upload that waits to be accepted. The report shows those that do.`,
  'imports.warnings_changed': t`The warnings have changed since you read them, so none was accepted. This is the current report.`,
  'imports.nothing_faulty': t`No row of this upload is faulty, so there is nothing to correct.`,
  'imports.nothing_new': t`Every row is already recorded as in the file, so there is nothing to save.`,
  'imports.over': t`This upload has already ended.`,
  'imports.opening_over': t`Applications have been received, so the opening balances of blanks and drafts are closed. Receive the paper under Certificate stock; record a draft with the application that it pays for.`,
  'imports.own_upload': t`You uploaded this yourself. Applications have been received, so another administrator has to save it.`,
  'imports.columns_changed': t`The columns were changed after it.`,
  'imports.master_changed': t`Records changed while you were reading the report, so nothing was saved. This is the current report.`,
  ...withStatus(413, {
    'imports.too_large': t`The file is larger than 100 MiB. Split it, or save it as CSV without pictures.`,
  }),
  ...withStatus(422, {
    'imports.empty': t`The file has no rows below its header, so there is nothing to upload.`,
    'imports.no_header': t`No row names the columns. Put a header row above the rows; the template shows one.`,
    'imports.too_many_rows': t`The file has more than 10,00,000 rows. Split it.`,
    'imports.aadhaar_column': (data: { header: string }) =>
      t`The column '${data.header}' is one of Aadhaar numbers, which are never recorded here. Delete it from the file and upload that again.`,
    'imports.column_missing': (data: { header: string }) => t`Choose the column that holds '${data.header}'.`,
    'imports.not_error_file': t`This is not the file of faulty rows: its columns have to be those of that file, 'What is wrong' included.`,
    'imports.not_faulty_row': (data: { row: number }) =>
      t`Row ${formatCount(data.row)} of the corrected file does not say which faulty row it replaces, or repeats one. Keep what the column 'What is wrong' says.`,
  }),
  ...withStatus(500, {
    'imports.unfinished': t`The upload could not be completed. Nothing was saved. The server log has the details.`,
  }),
} as const satisfies ErrorEntries;

const words = {
  errors: importsErrors,
  events: {
    'earlier_certificates.imported': t`Certificates from before the portal imported`,
    'imports.cancelled': t`Upload cancelled`,
    'imports.commit_asked': t`Upload sent to be written`,
    'imports.mapped': t`Columns of the upload matched`,
    'imports.mended': t`Upload corrected`,
    'imports.purged': t`Uploads deleted, their period is over`,
    'imports.uploaded': t`File uploaded`,
    'imports.warnings_accepted': t`Warnings of the upload accepted`,
  },
  records: {
    import: t`import`,
  },
  fields: {
    isOpening: t`Opening balance`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    importsWords: typeof words;
  }
}
