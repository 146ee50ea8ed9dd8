import { IconBook2, IconFilePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, client } from '#features/client.ts';
import { useMay } from '#platform/web/api/session.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import {
  type Cells,
  listSource,
  type RowAction,
  type ToolbarAction,
} from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { rollsLayout } from '../columns.ts';
import { type Roll, type RollConvocation, type RollFilters, rollStateLabels } from '../contract.ts';
import { rollLabel } from '../rules.ts';
import { RollBadge } from './roll-badge.tsx';
import { useRollPaths } from './use-roll-paths.ts';

const filters = { state: { label: t`Status`, options: optionsOf({ all: t`All`, ...rollStateLabels }) } };

const list = listSource<Roll, never, Pick<RollFilters, 'state'>>({
  layout: rollsLayout,
  page: api.rolls.listRolls,
  count: api.rolls.countRolls,
  row: api.rolls.getRoll,
  addedBy: ['rolls.opened'],
});

const cells: Cells<Roll> = { state: ({ state }) => <RollBadge state={state} /> };

/** /admin/rolls and, read-only, /auditor/rolls: the rolls of every convocation with supplements. */
export function RollsPage() {
  const paths = useRollPaths();
  const mayKeep = useMay('rolls:keep');
  const known = useQuery(api.rolls.listRollConvocations.queryOptions());
  const convocations = known.data?.convocations ?? [];
  const rowActions = useMemo<RowAction<Roll>[]>(
    () => [
      { label: t`Open roll`, icon: 'view', to: (row) => paths.roll(row.id) },
      { label: t`Degree register`, icon: IconBook2, to: (row) => paths.register(row.convocationId) },
    ],
    [paths],
  );
  const toolbarActions: ToolbarAction[] = [
    {
      label: t`Degree register`,
      icon: IconBook2,
      reason: convocations.length === 0 ? t`No convocation is set up.` : undefined,
      links: convocations.map((one) => ({ label: convocationLabel(one), to: paths.register(one.id) })),
    },
  ];
  if (mayKeep) toolbarActions.unshift(openAction(convocations));
  return (
    <ListScreen
      title={t`Convocation rolls`}
      description={t`Candidates to be conferred. A roll is closed for the meeting and approved by its resolution; later candidates go on a supplement.`}
      searchPlaceholder={t`Search by convocation or resolution...`}
      emptyMessage={t`No rolls found`}
      emptyHelp={t`A roll lists who receives a degree at a convocation, for the meeting that approves it.`}
      cells={cells}
      filters={filters}
      list={list}
      rowLabel={(row) => `${row.convocationNumber}, ${rollLabel(row.number)}`}
      rowActions={rowActions}
      toolbarActions={toolbarActions}
    />
  );
}

function openAction(convocations: readonly RollConvocation[]): ToolbarAction {
  const ready = convocations.filter(({ hasOpenRoll }) => !hasOpenRoll);
  return {
    label: t`New roll`,
    icon: IconFilePlus,
    isPrimary: true,
    reason: ready.length > 0 ? undefined : t`Every convocation has an open roll, or none is set up.`,
    dialog: (onClose) => <OpenRollDialog convocations={ready} onClose={onClose} />,
  };
}

function OpenRollDialog(props: { convocations: readonly RollConvocation[]; onClose: () => void }) {
  const { convocations, onClose } = props;
  return (
    <CommandDialog
      title={t`Open a roll`}
      confirmLabel={t`Open roll`}
      call={client.rolls.openRoll}
      fields={{
        convocationId: {
          kind: 'choice',
          label: t`Convocation`,
          options: convocations.map((one) => ({ value: one.id, label: optionLabel(one) })),
          initial: convocations.length === 1 ? convocations[0]!.id : null,
          missing: t`Choose the convocation.`,
        },
      }}
      input={({ convocationId }) => ({ convocationId })}
      done={() => t`The roll is open.`}
      onClose={onClose}
    >
      {t`Verified candidates join it until it is closed. The first roll of a convocation is its main roll, each further one a supplement.`}
    </CommandDialog>
  );
}

function convocationLabel({ number, name }: RollConvocation): string {
  return [number, name].filter(Boolean).join(' · ');
}

function optionLabel(convocation: RollConvocation): string {
  return `${convocationLabel(convocation)}: ${rollLabel(convocation.rollCount)}`;
}
