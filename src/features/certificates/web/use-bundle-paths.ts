import { useRouterState } from '@tanstack/react-router';
import { deskOf, paths } from '#shared/paths.ts';

type BundlePaths = {
  certificates: string;
  bundles: string;
  bundle: (id: string) => string;
  newBundle: ((collegeCode?: string) => string) | null;
};

const { admin, applicationReceiver, auditor } = paths;
const atAdmin: BundlePaths = { ...admin, certificates: admin.printedCertificates };
const atCounter: BundlePaths = {
  ...applicationReceiver,
  certificates: applicationReceiver.printedCertificates,
};
const atAuditor: BundlePaths = { ...auditor, newBundle: null };

/** The addresses of printed certificates and bundles at the desk where the person is. An auditor makes no bundle. */
export function useBundlePaths(): BundlePaths {
  const desk = useRouterState({ select: (state) => deskOf(state.location.pathname) });
  if (desk === 'receiver') return atCounter;
  return desk === 'auditor' ? atAuditor : atAdmin;
}
