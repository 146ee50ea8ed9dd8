import { Button, Paper, SimpleGrid, Skeleton, Title } from '@mantine/core';
import { type Icon, IconBuildingBank, IconCertificate, IconSchool, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Certificate } from '#features/certificates/contract.ts';
import { certificateDetails } from '#features/certificates/web/certificate-details.tsx';
import { api } from '#features/client.ts';
import { addUserLinks } from '#features/staff/web/add-user-links.ts';
import { LinkMenu } from '#platform/web/components/link-menu.tsx';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { listSource } from '#platform/web/components/list.tsx';
import { ListSection } from '#platform/web/components/list-screen.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { convocationCertificatesLayout } from '../columns.ts';
import classes from './dashboard.module.css';
import { FigureFilterBar, useFigureFilters } from './figure-filters.tsx';
import { ApplicationTiles } from './figure-tiles.tsx';
import { FunnelCard } from './funnel-card.tsx';

// The figures appear before the charts' code, the largest part of the page, is loaded.
const RevenueCard = lazy(async () => ({ default: (await import('./revenue-card.tsx')).RevenueCard }));
const OverviewCard = lazy(async () => ({ default: (await import('./overview-card.tsx')).OverviewCard }));

/** All certificates, printed or not, newest first. */
const certificates = listSource<Certificate, 'convocationNumber', Record<never, string>, { stage: 'all' }>({
  layout: convocationCertificatesLayout,
  page: api.certificates.listCertificates,
  count: api.certificates.countCertificates,
  fixed: { stage: 'all' },
  addedBy: ['certificates.created'],
});

/** Figures on students, applications and fees; quick actions; the newest certificates. */
export function ApplicationsView() {
  const { filters, isReady, isReversed } = useFigureFilters();
  const figures = useQuery(
    api.dashboard.getApplicationFigures.queryOptions({
      input: filters,
      enabled: isReady && !isReversed,
      placeholderData: keepPreviousData,
    }),
  );
  // If loading failed, the error notice replaces the tiles.
  const isMissing = isReversed || (figures.error !== null && figures.data === undefined);
  return (
    <>
      <FigureFilterBar />
      {figures.error && <ErrorNotice error={figures.error} onRetry={() => void figures.refetch()} />}
      {!isMissing && <ApplicationTiles figures={figures.data} filters={filters} />}
      <div className={classes.cards}>
        <Suspense fallback={<LoadingCard />}>
          <RevenueCard filters={filters} />
        </Suspense>
        {!isMissing && (
          <Suspense fallback={<LoadingCard />}>
            <OverviewCard overview={figures.data?.overview} filters={filters} />
          </Suspense>
        )}
        <QuickActions />
      </div>
      <FunnelCard filters={filters} />
      <ListSection
        title={t`Convocations certificates`}
        searchPlaceholder={t`Search by name, roll no, college...`}
        emptyMessage={t`No certificates found`}
        emptyHelp={t`Certificates are listed here from the verification of their applications on.`}
        list={certificates}
        rowLabel={(row) => row.studentName}
        details={certificateDetails}
      />
    </>
  );
}

function LoadingCard() {
  return (
    <Paper withBorder p="md">
      <Skeleton h={260} />
    </Paper>
  );
}

/** An admin's most frequent actions. */
function QuickActions() {
  const { admin } = paths;
  return (
    <Paper withBorder component="section" className={classes.card} aria-labelledby="quick-actions">
      <Title order={2} id="quick-actions" className={classes.cardTitle}>
        {t`Quick Actions`}
      </Title>
      <SimpleGrid className={classes.actions} minColWidth="11rem" autoFlow="auto-fit" spacing="xs">
        <QuickLink to={admin.addStudent} label={t`Add student`} icon={IconSchool} />
        <QuickLink to={admin.addCollege} label={t`Add College`} icon={IconBuildingBank} />
        <LinkMenu
          label={t`Add User`}
          links={addUserLinks}
          variant="default"
          justify="flex-start"
          leftSection={<IconUserPlus size={18} aria-hidden />}
          classNames={{ section: classes.actionSection }}
        />
        <QuickLink to={admin.printedCertificates} label={t`Check Certificates`} icon={IconCertificate} />
      </SimpleGrid>
    </Paper>
  );
}

function QuickLink({ to, label, icon: Picture }: { to: string; label: string; icon: Icon }) {
  return (
    <Button
      component="a"
      variant="default"
      justify="flex-start"
      leftSection={<Picture size={18} aria-hidden />}
      {...useLinkProps(to)}
    >
      {label}
    </Button>
  );
}
