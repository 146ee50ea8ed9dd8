import { Table } from '@mantine/core';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { badgeOf } from '#platform/web/components/values.tsx';
import { t } from '#shared/words.ts';
import { type Template, type TemplateVersion, versionStateLabels } from '../contract.ts';

export const VersionBadge = badgeOf(versionStateLabels, {
  draft: 'neutral',
  proved: 'active',
  to_come: 'waiting',
  in_force: 'good',
  past: 'neutral',
});

/** Every version of a template, the newest first. */
export function Versions({ template }: { template: Template }) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <PlainTable<TemplateVersion>
        rows={template.versions}
        columns={{
          number: { header: t`Version`, kind: 'number', width: '6rem' },
          state: { header: t`State`, render: ({ state }) => <VersionBadge state={state} /> },
          inForceFrom: { header: t`In force from`, kind: 'day' },
          inForceBy: { header: t`Brought into force by` },
          madeBy: { header: t`Saved by` },
          madeAt: { header: t`Saved at`, kind: 'moment' },
        }}
      />
    </Table.ScrollContainer>
  );
}
