import { IconPackageExport } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import type { ToolbarAction } from '#platform/web/components/list.tsx';
import { deskOf, paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const { admin, applicationReceiver, auditor } = paths;
const atAdmin = { ...admin, certificates: admin.printedCertificates };
const atCounter = {
  ...applicationReceiver,
  certificates: applicationReceiver.printedCertificates,
  revocations: null,
};
const atAuditor = { ...auditor, newBundle: null };

/** The paths of printed certificates and bundles in the current section. Auditors cannot create bundles. */
export function useBundlePaths() {
  const desk = useRouterState({ select: (state) => deskOf(state.location.pathname) });
  if (desk === 'receiver') return atCounter;
  return desk === 'auditor' ? atAuditor : atAdmin;
}

/** Links to the page of a new bundle, if there is one. */
export function newBundleActions(newBundle: (() => string) | null): ToolbarAction[] {
  if (newBundle === null) return [];
  return [{ label: t`New bundle`, icon: IconPackageExport, isPrimary: true, to: newBundle() }];
}
