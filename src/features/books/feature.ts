import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { booksContract } from './contract.ts';

const names = {
  paths: {
    auditor: {
      books: '/auditor/books',
      bookRows: '/auditor/books/rows',
      handingOver: '/auditor/books/handing-over',
    },
  },
  permissions: {
    'books:read': ['auditor'],
    'books:print': ['auditor'],
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    books: typeof names;
  }
}

export const booksFeature = {
  ...names,
  contract: {
    books: booksContract,
  },
};
