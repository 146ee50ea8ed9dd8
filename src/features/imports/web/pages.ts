import { lazyPages } from '#platform/web/router/desk.ts';

export const { BulkUploadPage } = lazyPages(() => import('./bulk-upload-page.tsx'));
