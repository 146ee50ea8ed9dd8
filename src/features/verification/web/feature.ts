import { lazyPages, screen } from '#platform/web/router/desk.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const { VerifyPage } = lazyPages(() => import('./verify-page.tsx'));

export const verifyScreen = screen(paths.verify, t`Verify a certificate`, VerifyPage);
