import { Stack, Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { PdfLink } from '#platform/web/components/links.tsx';
import { type Cells, listSource, viewAction } from '#platform/web/components/list.tsx';
import { ListSection } from '#platform/web/components/list-screen.tsx';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { formatCount, formatDay } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { registerLayout, withoutStruck } from '../columns.ts';
import { type RegisterEntry, type RegisterFilters, type RegisterTotals, rollDocuments } from '../contract.ts';
import { struckName } from './roll-badge.tsx';
import { useRollPaths } from './use-roll-paths.ts';

const filters = {
  show: { label: t`Show`, options: optionsOf({ all: t`All`, standing: t`Standing`, struck: t`Struck` }) },
};
const cells: Cells<RegisterEntry> = { candidateName: struckName };
const rowActions = [viewAction];

/** /admin/degree-register/<convocation> and /auditor/degree-register/<convocation>: everything issued at it. */
export function RegisterPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const totals = useQuery(api.rolls.getRegisterTotals.queryOptions({ input: { id } }));
  return <Loaded query={totals}>{(found) => <Register convocationId={id} totals={found} />}</Loaded>;
}

function Register({ convocationId, totals }: { convocationId: string; totals: RegisterTotals }) {
  const paths = useRollPaths();
  const known = useQuery(api.rolls.listRollConvocations.queryOptions());
  const convocation = known.data?.convocations.find(({ id }) => id === convocationId);
  const list = useMemo(
    () =>
      listSource<RegisterEntry, never, Pick<RegisterFilters, 'show'>, { convocationId: string }>({
        layout: withoutStruck<RegisterEntry>(registerLayout, totals.struck),
        page: api.rolls.listRegister,
        count: api.rolls.countRegister,
        fixed: { convocationId },
      }),
    [convocationId, totals.struck],
  );
  return (
    <Stack gap="md">
      <PageHeader
        title={convocation ? t`Degree register of convocation ${convocation.number}` : t`Degree register`}
        description={
          convocation && [convocation.name, formatDay(convocation.heldOn)].filter(Boolean).join(' · ')
        }
        actions={
          <>
            <ToolbarButton label={t`Convocation rolls`} icon={IconListCheck} to={paths.rolls} />
            <PdfLink href={addressOf(rollDocuments.register, { id: convocationId })}>
              {t`Print register`}
            </PdfLink>
          </>
        }
      />
      <Text size="sm" role="status">
        {t`${formatCount(totals.entries)} entries: ${formatCount(totals.standing)} standing, ${formatCount(totals.struck)} struck. Printed certificates: ${formatCount(totals.printed)}.`}
      </Text>
      <ListSection
        title={t`Entries`}
        searchPlaceholder={t`Search by name, number, serial or college...`}
        emptyMessage={t`Nothing is issued yet`}
        emptyHelp={t`The degree register lists every certificate of this convocation once it is printed.`}
        cells={cells}
        filters={filters}
        list={list}
        rowLabel={(row) => row.candidateName}
        rowActions={rowActions}
      />
    </Stack>
  );
}
