import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '#features/client.ts';
import { entryPath } from '#features/masters/master-paths.ts';
import { CommandDialog, reasonField } from '#platform/web/components/command-dialog.tsx';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { codeOf } from '#shared/characters.ts';
import { paths } from '#shared/paths.ts';
import { linkTo } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { CollidingRecord, IdentityCollision } from '../contract.ts';
import { fieldsOf, type IdentityTable, identityRecords } from '../identities.ts';

const labels = (): Record<string, string> => ({
  registrationNumber: t`Registration number`,
  examRollNumber: t`Exam roll number`,
  email: t`Email Id`,
  code: t`Code`,
  name: t`Name`,
  number: t`Number`,
  bank: t`Bank`,
  branch: t`Branch`,
  serial: t`Serial number`,
});

/** /admin/settings/identity-collisions: records that were two before one key stood for every writing. */
export function CollisionsPage() {
  const collisions = useQuery(api.identities.listIdentityCollisions.queryOptions());
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Duplicate numbers`}
        description={t`These records have the same number, name or address in two writings. Correct the one that is wrong. Nothing was merged or lost.`}
      />
      <Loaded query={collisions}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Text size="sm">{t`No two records have the same number.`}</Text>
          ) : (
            <PlainTable<IdentityCollision>
              rows={rows}
              columns={{
                first: {
                  header: t`First record`,
                  render: (row) => <Side collision={row} record={row.first} onAsk={setAsked} />,
                },
                later: {
                  header: t`Later record`,
                  render: (row) => <Side collision={row} record={row.later} onAsk={setAsked} />,
                },
                both: {
                  header: '',
                  render: (row) =>
                    !identityRecords[row.table].isCorrected && (
                      <Button size="xs" variant="default" onClick={() => setAsked({ collision: row })}>
                        {t`Keep both`}
                      </Button>
                    ),
                },
              }}
            />
          )
        }
      </Loaded>
      {asked && <SettleDialog {...asked} onClose={() => setAsked(null)} />}
    </Stack>
  );
}

/** The record to be corrected; none where both stay. */
type Asked = { collision: IdentityCollision; record?: CollidingRecord };

function Side(props: {
  collision: IdentityCollision;
  record: CollidingRecord;
  onAsk: (asked: Asked) => void;
}) {
  const { collision, record, onAsk } = props;
  const other = record.id === collision.first.id ? collision.later : collision.first;
  const link = useLinkProps(pathOf(collision.table, record.id) ?? '');
  return (
    <Stack gap={4} align="flex-start">
      {link.href === '' ? record.label : <Anchor {...link}>{record.label}</Anchor>}
      {fieldsOf(collision).map((field) => (
        <Group key={field} gap={6}>
          <Text size="sm" c="dimmed">
            {labels()[field]}
          </Text>
          <Text size="sm" ff="monospace" style={{ whiteSpace: 'pre-wrap' }}>
            {record.entered[field]}
          </Text>
          <Text size="sm" c="dimmed">
            {describeOwnCharacters(record.entered[field], other.entered[field])}
          </Text>
        </Group>
      ))}
      {identityRecords[collision.table].isCorrected && (
        <Button size="xs" variant="default" onClick={() => onAsk({ collision, record })}>
          {t`Correct this one`}
        </Button>
      )}
    </Stack>
  );
}

/** Characters that the other writing does not have may look like its own, or like nothing. */
function describeOwnCharacters(text = '', other = ''): string | null {
  const own = new Set([...text].filter((character) => character > '~' && !other.includes(character)));
  return own.size === 0 ? null : t`with ${[...own].map(codeOf).join(', ')}`;
}

function SettleDialog({ collision, record, onClose }: Asked & { onClose: () => void }) {
  const fields = record ? fieldsOf(collision) : [];
  const { id, version, later } = collision;
  return (
    <CommandDialog
      title={record ? t`Correct ${record.label}` : t`Keep both records as they are?`}
      confirmLabel={record ? t`Correct` : t`Keep both`}
      call={client.identities.settleIdentityCollision}
      fields={{
        ...Object.fromEntries(
          fields.map((field) => [
            field,
            {
              kind: 'line',
              label: labels()[field]!,
              initial: record?.entered[field],
              maxLength: 160,
            } as const,
          ]),
        ),
        reason: reasonField({ label: t`Reason`, missing: t`Enter the reason.` }),
      }}
      input={({ reason, ...changes }: Record<string, string>) => ({
        ...{ id, version, recordId: (record ?? later).id, reason: reason! },
        changes,
      })}
      done={() => t`The two records are settled.`}
      onClose={onClose}
    />
  );
}

/** Where the record is edited or shown; undefined if it has no page. */
function pathOf(table: IdentityTable, id: string): string | undefined {
  switch (table) {
    case 'students':
      return paths.admin.editStudent(id);
    case 'colleges':
      return paths.admin.editCollege(id);
    case 'staff':
      return linkTo({ kind: 'person', id }, 'admin', 'admin') ?? undefined;
    case 'applications':
      return linkTo({ kind: 'application', id }, 'admin', 'admin') ?? undefined;
    case 'demand_drafts':
      return linkTo({ kind: 'draft', id }, 'admin', 'admin') ?? undefined;
    case 'templates':
      return `${paths.admin.templates}/${encodeURIComponent(id)}`;
    case 'earlier_certificates':
      return undefined;
    default:
      return entryPath(table, 'admin', id);
  }
}
