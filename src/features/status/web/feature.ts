import { lazyPages, screen } from '#platform/web/router/desk.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const { StatusPage } = lazyPages(() => import('./status-page.tsx'));

export const statusScreen = screen(paths.status, t`Check your application`, StatusPage);
