import { Group, Stack, Text } from '@mantine/core';
import { IconBook2, IconGavel, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useMay, useSession } from '#platform/web/api/session.ts';
import { CommandDialog, pastDay } from '#platform/web/components/command-dialog.tsx';
import { PdfLink } from '#platform/web/components/links.tsx';
import { type Cells, listSource, viewAction } from '#platform/web/components/list.tsx';
import { ListSection } from '#platform/web/components/list-screen.tsx';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { whyNot } from '#shared/errors.ts';
import { formatCount, formatDay } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { rollEntriesLayout, withoutStruck } from '../columns.ts';
import { type RollDetail, type RollEntry, type RollEntryFilters, rollDocuments } from '../contract.ts';
import { rollCan, rollLabel } from '../rules.ts';
import { RollBadge, struckName } from './roll-badge.tsx';
import { useRollPaths } from './use-roll-paths.ts';

const filters = {
  show: { label: t`Show`, options: optionsOf({ all: t`All`, standing: t`Standing`, struck: t`Struck` }) },
};
const cells: Cells<RollEntry> = { candidateName: struckName };
const rowActions = [viewAction];

/** /admin/rolls/<id> and, read-only, /auditor/rolls/<id>: one roll with its entries. */
export function RollPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const roll = useQuery(api.rolls.getRoll.queryOptions({ input: { id } }));
  return <Loaded query={roll}>{(found) => <OneRoll roll={found} />}</Loaded>;
}

function OneRoll({ roll }: { roll: RollDetail }) {
  const { id, struckCount } = roll;
  const list = useMemo(
    () =>
      listSource<RollEntry, never, Pick<RollEntryFilters, 'show'>, { rollId: string }>({
        layout: withoutStruck<RollEntry>(rollEntriesLayout, struckCount),
        page: api.rolls.listRollEntries,
        count: api.rolls.countRollEntries,
        fixed: { rollId: id },
      }),
    [id, struckCount],
  );
  return (
    <Stack gap="md">
      <PageHeader
        title={`${roll.convocationNumber} · ${rollLabel(roll.number)}`}
        description={<History roll={roll} />}
        actions={<RollActions roll={roll} />}
      />
      <Group gap="sm">
        <RollBadge state={roll.state} />
        <Text size="sm" role="status">
          {roll.state === 'open'
            ? t`On the roll now: ${formatCount(roll.entryCount)}.`
            : t`${formatCount(roll.entryCount)} entries, ${formatCount(roll.struckCount)} struck.`}
        </Text>
      </Group>
      <ListSection
        title={t`Entries`}
        searchPlaceholder={t`Search by name, number, college or course...`}
        emptyMessage={t`Nobody is on this roll`}
        emptyHelp={t`Verified candidates of this convocation are on its open roll.`}
        cells={cells}
        filters={filters}
        list={list}
        rowId={(row) => row.certificateId}
        rowLabel={(row) => row.candidateName}
        rowActions={rowActions}
      />
    </Stack>
  );
}

function History({ roll }: { roll: RollDetail }) {
  return (
    <>
      {roll.convocationName && `${roll.convocationName} · `}
      {t`Opened by ${roll.openedBy}`}, <Moment value={roll.openedAt} />
      {roll.closedAt && (
        <>
          {' · '}
          {t`closed by ${roll.closedBy ?? ''}`}, <Moment value={roll.closedAt} />
        </>
      )}
      {roll.resolutionDate && (
        <>
          {' · '}
          {t`resolution ${roll.resolutionNumber ?? ''} of ${roll.resolutionBody ?? ''}, ${formatDay(roll.resolutionDate)}, entered by ${roll.resolvedBy ?? ''}`}
        </>
      )}
    </>
  );
}

function RollActions({ roll }: { roll: RollDetail }) {
  const { staffId } = useSession();
  const paths = useRollPaths();
  const mayKeep = useMay('rolls:keep');
  return (
    <>
      <ToolbarButton label={t`Degree register`} icon={IconBook2} to={paths.register(roll.convocationId)} />
      {rollCan.print(roll) === true && (
        <PdfLink variant="default" href={addressOf(rollDocuments.roll, { id: roll.id })}>
          {t`Print roll`}
        </PdfLink>
      )}
      {mayKeep && roll.state === 'open' && (
        <ToolbarButton
          label={t`Close roll`}
          icon={IconLock}
          isPrimary
          reason={roll.entryCount === 0 ? t`Nobody is on this roll` : null}
          dialog={(onClose) => <CloseRollDialog roll={roll} onClose={onClose} />}
        />
      )}
      {mayKeep && roll.state === 'closed' && (
        <ToolbarButton
          label={t`Enter resolution`}
          icon={IconGavel}
          isPrimary
          reason={whyNot(rollCan.resolve(roll, staffId))}
          dialog={(onClose) => <ResolveRollDialog roll={roll} onClose={onClose} />}
        />
      )}
    </>
  );
}

function CloseRollDialog({ roll, onClose }: { roll: RollDetail; onClose: () => void }) {
  const { id, version } = roll;
  return (
    <CommandDialog
      title={t`Close the roll?`}
      confirmLabel={t`Close roll`}
      call={client.rolls.closeRoll}
      input={() => ({ id, version })}
      done={() => t`The roll is closed.`}
      onClose={onClose}
    >
      {t`On the roll now: ${formatCount(roll.entryCount)}. Closed, it stays as it is: who leaves it is struck, and who is verified later joins the next supplement. This cannot be undone.`}
    </CommandDialog>
  );
}

function ResolveRollDialog({ roll, onClose }: { roll: RollDetail; onClose: () => void }) {
  const { id, version } = roll;
  return (
    <CommandDialog
      title={t`Enter the resolution`}
      confirmLabel={t`Enter resolution`}
      call={client.rolls.resolveRoll}
      fields={{
        resolutionBody: {
          kind: 'line',
          label: t`Resolution of`,
          isRequired: true,
          maxLength: 80,
          atLeast: 2,
          missing: t`Enter the body that resolved, for example Syndicate.`,
        },
        resolutionNumber: {
          kind: 'line',
          label: t`Resolution number`,
          isRequired: true,
          maxLength: 60,
          atLeast: 1,
          missing: t`Enter the number of the resolution.`,
        },
        resolutionDate: pastDay(t`Resolution date`),
      }}
      input={(said) => ({ id, version, ...said })}
      done={() => t`The roll is resolved.`}
      onClose={onClose}
    >
      {t`It approves the roll as it was closed. Certificates whose type asks for a roll can be printed then. This cannot be undone.`}
    </CommandDialog>
  );
}
