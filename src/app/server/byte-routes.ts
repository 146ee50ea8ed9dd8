import { receiptRoute } from '#features/applications/server/receipt/receipt-route.ts';
import { statementRoutes } from '#features/bank-statements/server/statement-routes.ts';
import { bundleListRoute } from '#features/certificates/server/bundle-list/bundle-list-route.ts';
import { postingRoutes } from '#features/certificates/server/posting/posting-routes.ts';
import { slipDocumentRoute } from '#features/demand-drafts/server/slip-document/slip-document-route.ts';
import { importRoutes } from '#features/imports/server/import-routes.ts';
import { packRoutes } from '#features/packs/server/pack-routes.ts';
import { calibrationRoute } from '#features/print-runs/server/calibration/calibration-route.ts';
import { copyPictureRoute } from '#features/print-runs/server/copy-picture-route.ts';
import { documentRoute } from '#features/print-runs/server/document-route.ts';
import { proofRoute } from '#features/print-runs/server/proof-route.ts';
import { remainingDocumentRoute } from '#features/print-runs/server/remaining-document-route.ts';
import { reportRoute } from '#features/print-runs/server/report/report-route.ts';
import { registerRoute, rollRoute } from '#features/rolls/server/documents/roll-routes.ts';
import { signingListRoute } from '#features/signing/server/signing-list/signing-list-route.ts';
import { exportRoute } from '#platform/server/exports/export-route.ts';
import { fileRoutes } from '#platform/server/files/file-routes.ts';
import type { ByteRoute } from '#platform/server/http/byte-route.ts';
import { listExports } from './router.ts';

/** Every route that transfers bytes; the counterpart of `router`. */
export const byteRoutes: readonly ByteRoute[] = [
  ...fileRoutes,
  slipDocumentRoute,
  receiptRoute,
  bundleListRoute,
  rollRoute,
  registerRoute,
  signingListRoute,
  ...postingRoutes,
  copyPictureRoute,
  documentRoute,
  remainingDocumentRoute,
  reportRoute,
  proofRoute,
  calibrationRoute,
  ...importRoutes,
  ...packRoutes,
  ...statementRoutes,
  ...listExports.map(exportRoute),
];
