import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldsOf, labelOfEntity } from '#features/masters/entities.ts';
import { DifferenceLines, labelOfField } from '#features/masters/web/differences.tsx';
import { addressOf } from '#platform/web/api/address-of.ts';
import { refreshAfterCommand } from '#platform/web/api/reads.ts';
import { sendFile } from '#platform/web/api/upload.ts';
import { PageHeader } from '#platform/web/components/page.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { SpreadsheetField } from '#platform/web/components/spreadsheet-field.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { capitalized, formatCount } from '#shared/format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { packFiles } from '../contract.ts';
import { entityIn, type PackChange, type PackReport } from '../pack.ts';

type CheckedPack = { file: File; report: PackReport };

/** /admin/settings/pack: import of the settings from one file, with a preview of the changes, and export. */
export function PackPage() {
  const [checked, setLooked] = useState<CheckedPack | null>(null);
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Pack`}
        description={t`All settings, colleges, kinds of paper and templates of a university as one file. It holds no person and no record.`}
        actions={
          <Button
            component="a"
            variant="default"
            href={addressOf(packFiles.export, { signatures: 'no' })}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t`Export pack`}
          </Button>
        }
      />
      <SpreadsheetField<PackReport>
        label={t`Choose a pack`}
        upload={packFiles.check}
        accept=".zip,.json"
        hint={t`Drop it here or choose it: a zip with pack.json and its files, or pack.json alone. Nothing is written before you have seen what would change.`}
        onUploaded={(report, file) => setLooked({ file, report })}
        onRefused={() => setLooked(null)}
      />
      {checked && checked.report.faults.length > 0 && <Faults report={checked.report} />}
      {checked && checked.report.faults.length === 0 && (
        <Changes key={checked.file.lastModified} checked={checked} onImported={() => setLooked(null)} />
      )}
    </Stack>
  );
}

function Faults({ report: { faults } }: { report: PackReport }) {
  return (
    <Stack gap="xs" role="alert">
      <Text fw={600}>{t`This pack cannot be imported. Faults: ${formatCount(faults.length)}.`}</Text>
      <PlainTable
        rows={faults.map((fault, index) => ({ ...fault, id: String(index) }))}
        columns={{ path: { header: t`Place` }, found: { header: t`Found` }, wanted: { header: t`Wanted` } }}
      />
    </Stack>
  );
}

function Changes({ checked, onImported }: { checked: CheckedPack; onImported: () => void }) {
  const { name, changes, unchangedCount } = checked.report;
  const queryClient = useQueryClient();
  const [isWriting, setIsWriting] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function write(): Promise<void> {
    setIsWriting(true);
    setError(null);
    try {
      const { changes: written, proposalId } = await sendFile<PackReport>(
        addressOf(packFiles.import, {}),
        checked.file,
        {},
      );
      refreshAfterCommand(queryClient, 'everything');
      const message =
        proposalId === null
          ? t`Imported: ${formatCount(written.length)} entries.`
          : t`${name}: ${formatCount(written.length)} entries are proposed. Another administrator has to confirm them.`;
      notifications.show({ message, color: 'green' });
      onImported();
    } catch (failure) {
      setError(failure);
    } finally {
      setIsWriting(false);
    }
  }

  if (changes.length === 0)
    return (
      <Text>{t`${name}: nothing would change. Entries that are so already: ${formatCount(unchangedCount)}.`}</Text>
    );
  return (
    <Stack gap="xs">
      <Text fw={600}>
        {t`${name}: ${formatCount(changes.length)} entries would be written, ${formatCount(unchangedCount)} are so already.`}
      </Text>
      <PlainTable
        rows={changes.map((change, index) => ({ ...change, id: String(index) }))}
        verticalSpacing="xs"
        styles={{ td: { verticalAlign: 'top' } }}
        columns={{
          section: { header: t`Part`, value: ({ section }) => labelOfSection(section) },
          name: { header: t`Entry` },
          kind: { header: t`Change`, render: (change) => <Described change={change} /> },
        }}
      />
      {error !== null && <ErrorNotice error={error} />}
      <Group justify="flex-end">
        <Button loading={isWriting} onClick={() => void write()}>
          {t`Import pack`}
        </Button>
      </Group>
    </Stack>
  );
}

function labelOfSection(section: PackChange['section']): string {
  return section === 'templates'
    ? t`Template`
    : capitalized(translateLabel(labelOfEntity(entityIn(section))));
}

const templateLabels: Record<string, string> = {
  name: t`Name`,
  paper: t`Paper`,
  background: t`Background`,
  boxes: t`Boxes`,
};

/** A picture is shown by its file name. */
function Described({ change: { section, kind, differences } }: { change: PackChange }) {
  if (kind === 'new') return t`New`;
  const fields = section === 'templates' ? {} : fieldsOf(entityIn(section));
  return (
    <DifferenceLines
      lines={differences.map(({ field, before, after }) => ({
        name: field,
        label: section === 'templates' ? (templateLabels[field] ?? field) : labelOfField(fields, field),
        before: before === '' ? t`(empty)` : fields[field]?.kind === 'file' ? t`Picture` : before,
        after: after || t`(empty)`,
      }))}
    />
  );
}
