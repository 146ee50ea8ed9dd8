import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { authContract } from './contract.ts';

const names = {
  paths: {
    login: '/',
    /** The OpenID provider's redirect URI; registered there. */
    signInWithProvider: '/sign-in/provider',
    account: '/account',
    firstPassword: '/first-password',
    firstAuthenticator: '/first-authenticator',
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    auth: typeof names;
  }
}

export const authFeature = {
  ...names,
  contract: {
    auth: authContract,
  },
};
