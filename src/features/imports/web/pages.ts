import { lazyRouteComponent } from '@tanstack/react-router';

export const BulkUploadPage = lazyRouteComponent(() => import('./bulk-upload-page.tsx'), 'BulkUploadPage');
