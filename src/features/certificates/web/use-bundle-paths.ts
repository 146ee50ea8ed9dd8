import { IconPackageExport } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import type { ToolbarAction } from '#platform/web/components/list/list-declaration.ts';
import { deskOf, paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

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

/** Leads to the page of a new bundle, where there is one. */
export function newBundleActions(newBundle: BundlePaths['newBundle']): ToolbarAction[] {
  if (newBundle === null) return [];
  return [{ label: t`New bundle`, icon: IconPackageExport, isPrimary: true, to: newBundle() }];
}
