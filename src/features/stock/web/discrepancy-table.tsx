import { Radio, Stack, Table, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { Section } from '#platform/web/components/page.tsx';
import { type PlainColumns, PlainTable } from '#platform/web/components/plain-table.tsx';
import { Moment, StatusBadge } from '#platform/web/components/values.tsx';
import { t } from '#shared/words.ts';
import { placeOf, serialsOf } from '../columns.ts';
import type { Discrepancy, StockCountDetail } from '../count-contract.ts';
import { discrepancyKindLabels, type Resolution, resolutionLabels, resolutionsOf } from '../custody.ts';
import { OwnFields } from './own-fields.tsx';

const columns: PlainColumns<Discrepancy> = {
  serials: { header: t`Serials`, value: serialsOf, isMonospace: true },
  quantity: { header: t`Sheets`, kind: 'number' },
  discrepancy: {
    header: t`Discrepancy`,
    render: ({ kind, resolution }) => (
      <StatusBadge tone={resolution === null ? 'bad' : 'neutral'} label={discrepancyKindLabels[kind]} />
    ),
  },
  books: {
    header: t`The books say`,
    value: ({ state, holder }) => (state === null ? t`No such serial` : placeOf(state, holder)),
  },
};

/** The discrepancies of a closed count with their resolutions. */
export function DiscrepancyTable({ count, mayResolve }: { count: StockCountDetail; mayResolve: boolean }) {
  if (count.found.length === 0) {
    return <Text>{t`The count agrees with the books: no discrepancy was found.`}</Text>;
  }
  return (
    <Section title={t`Discrepancies`} gap={0}>
      <Table.ScrollContainer minWidth={640}>
        <PlainTable
          rows={count.found}
          columns={{
            ...columns,
            resolved: {
              header: t`Resolved`,
              render: (found) => <Resolved found={found} mayResolve={mayResolve} />,
            },
          }}
        />
      </Table.ScrollContainer>
    </Section>
  );
}

function Resolved(props: { found: Discrepancy; mayResolve: boolean }) {
  const { found } = props;
  if (found.resolution !== null) {
    return (
      <Text size="sm">
        {resolutionLabels[found.resolution]}: {found.remark} ({found.resolvedBy},{' '}
        <Moment value={found.resolvedAt} />)
      </Text>
    );
  }
  if (!props.mayResolve) return <Text size="sm">{t`Not yet`}</Text>;
  return (
    <DialogButton
      size="compact-sm"
      variant="default"
      aria-label={t`Resolve ${serialsOf(found)}`}
      dialog={(onClose) => <ResolveDialog found={found} onClose={onClose} />}
    >
      {t`Resolve`}
    </DialogButton>
  );
}

const consequences: Record<Resolution, string> = {
  reported_missing: t`The sheets are recorded as missing.`,
  returned: t`The sheets are recorded as returned to the store.`,
  reported_found: t`The sheets are recorded as found and in store.`,
  explained: t`The register stays as it is; your explanation is saved.`,
};

function ResolveDialog({ found, onClose }: { found: Discrepancy; onClose: () => void }) {
  const ways = resolutionsOf(found);
  const [resolution, setResolution] = useState<Resolution>(ways[0]!);
  const [remark, setRemark] = useState('');
  return (
    <CommandDialog
      title={t`Resolve ${serialsOf(found)}`}
      confirmLabel={t`Resolve`}
      call={client.stock.resolveDiscrepancy}
      fault={() => (remark.trim().length < 3 ? t`Enter what was found out.` : null)}
      input={() => ({ id: found.id, resolution, remark })}
      done={() => t`${serialsOf(found)}: resolved.`}
      onClose={onClose}
    >
      <OwnFields>
        <Radio.Group
          label={t`What happens`}
          value={resolution}
          onChange={(value) => setResolution(value as Resolution)}
        >
          <Stack gap={6} mt={4}>
            {ways.map((way) => (
              <Radio key={way} value={way} label={resolutionLabels[way]} description={consequences[way]} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={t`What was found out`}
          required
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      </OwnFields>
    </CommandDialog>
  );
}
