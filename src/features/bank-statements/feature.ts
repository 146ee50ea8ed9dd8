import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { bankStatementsContract } from './contract.ts';

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
  kinds: {
    bank_statement: { label: t`Bank statement`, page: 'bankStatement' },
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
