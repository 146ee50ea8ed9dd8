import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FeeRecords } from '#features/fees/web/fee-records.tsx';
import { FeeTabs } from '#features/fees/web/fee-tabs.tsx';
import { PageHeader, Section } from '#platform/web/components/page.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { FeeTiles, StaffTiles } from './figure-tiles.tsx';

type PageLink = { label: string; to: string };

const adminLinks: PageLink[] = [
  { label: t`Demand drafts`, to: paths.admin.demandDrafts },
  { label: t`Deposit slips`, to: paths.admin.depositSlips },
  { label: t`Bank statements`, to: paths.admin.bankStatements },
  { label: t`Fee totals`, to: paths.admin.feeTotals },
];

const auditorLinks: PageLink[] = [
  { label: t`Fee totals`, to: paths.auditor.feeTotals },
  { label: t`Demand drafts`, to: paths.auditor.demandDrafts },
  { label: t`Bank statements`, to: paths.auditor.bankStatements },
];

/** /admin/fee-generated: the fees of all applications, and the people who work on them. */
export function FeeGeneratedPage() {
  return (
    <FeesPage title={t`Fee generated`} links={adminLinks}>
      <Section title={t`Staff`} size="1rem" gap="md">
        <StaffTiles />
      </Section>
    </FeesPage>
  );
}

/** /auditor/fees: the same fees. */
export function AuditorFeesPage() {
  return <FeesPage title={t`Fees`} links={auditorLinks} />;
}

function FeesPage(props: { title: string; links: PageLink[]; children?: ReactNode }) {
  return (
    <Stack component="section" gap="md">
      <PageHeader
        title={props.title}
        actions={props.links.map((link) => <ToolbarButton key={link.to} {...link} />)}
      />
      <FeeTabs />
      <FeeTiles />
      {props.children}
      <FeeRecords />
    </Stack>
  );
}
