import { firstPages, lazyPages, screen } from '#platform/web/router/desk.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const { SignInPage } = firstPages(() => import('./sign-in-page.tsx'));
const { ProviderReturnPage } = lazyPages(() => import('./provider-return-page.tsx'));
const { FirstAuthenticatorPage, FirstPasswordPage } = lazyPages(() => import('./first-pages.tsx'));
const { AccountPage } = lazyPages(() => import('./account-page.tsx'));

export const publicScreens = [
  screen(paths.login, t`Sign in`, SignInPage),
  screen(paths.signInWithProvider, t`Sign in`, ProviderReturnPage),
];

/** Before everything else, for a new person. */
export const firstScreens = [
  screen(paths.firstPassword, t`Choose your password`, FirstPasswordPage),
  screen(paths.firstAuthenticator, t`Set up your authenticator app`, FirstAuthenticatorPage),
];

/** The one screen that all roles share. */
export const accountScreen = screen(paths.account, t`My account`, AccountPage);
