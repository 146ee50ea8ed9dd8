import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { bankStatementsContract } from './contract.ts';
import { bankStatementsErrors } from './errors.ts';

const names = {
  paths: {
    admin: {
      bankStatements: '/admin/bank-statements',
      bankStatement: (id: string) => `/admin/bank-statements/${encodeURIComponent(id)}`,
    },
    auditor: {
      bankStatements: '/auditor/bank-statements',
      bankStatement: (id: string) => `/auditor/bank-statements/${encodeURIComponent(id)}`,
    },
  },
  errors: bankStatementsErrors,
  events: {
    'bank_statements.line_matched': t`bank statements: line matched`,
    'bank_statements.line_reopened': t`bank statements: line reopened`,
    'bank_statements.line_set_aside': t`bank statements: line set aside`,
    'bank_statements.matched': t`bank statements: matched`,
    'bank_statements.uploaded': t`bank statements: uploaded`,
  },
  records: {
    bank_statement: t`bank statement`,
    bank_statement_line: t`bank statement line`,
  },
  fields: {
    amountPaise: t`Amount in paise`,
    authority: t`Authority`,
    differencePaise: t`Difference in paise`,
    isAutomatic: t`By itself`,
    looked: t`Seen`,
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    bankStatements: typeof names;
  }
}

export const bankStatementsFeature = {
  ...names,
  contract: {
    bankStatements: bankStatementsContract,
  },
};
