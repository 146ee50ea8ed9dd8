import { Anchor, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { failureSentence } from '#platform/web/api/error-messages.ts';
import { LinkMenu } from '#platform/web/components/link-menu.tsx';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { PageHeader, Section } from '#platform/web/components/page.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { Moment, StatusBadge } from '#platform/web/components/values.tsx';
import { formatCount } from '#shared/format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import {
  expectedColumns,
  type Import,
  type ImportKind,
  importFiles,
  importKinds,
  importTemplate,
} from '../contract.ts';
import { isOpeningKind } from '../opening-balances.ts';
import { badgeOf, kindWords, uploadPath } from './import-words.ts';
import { OpenImport } from './open-import.tsx';
import { ShowMore, usePagedRows } from './paged-rows.tsx';
import { SpreadsheetRoundTrip } from './spreadsheet-round-trip.tsx';

const bulkKinds = importKinds.filter((kind) => !isOpeningKind(kind));

/** /admin/bulk-upload?of=students; `&import=<id>` opens an upload. */
export function BulkUploadPage() {
  const { kind } = useOpenUpload(bulkKinds);
  return (
    <Stack gap="lg" maw="62rem">
      <PageHeader
        title={t`Bulk Upload of ${kindWords[kind].plural}`}
        description={t`Rows are checked first. Nothing is saved until every row is correct.`}
        actions={
          <LinkMenu
            variant="default"
            label={t`Upload other data`}
            links={bulkKinds
              .filter((other) => other !== kind)
              .map((other) => ({ label: kindWords[other].plural, to: uploadPath(other) }))}
          />
        }
      />
      <Uploads kinds={bulkKinds} />
    </Stack>
  );
}

/** The kind in the URL, or the first; and the open upload. */
export function useOpenUpload<Kind extends ImportKind>(kinds: readonly Kind[]) {
  const search = useSearch({ strict: false }) as { of?: string; import?: string };
  return { kind: kinds.find((one) => one === search.of) ?? kinds[0]!, id: search.import };
}

/** The open upload or a form for a new one, and the earlier uploads below. */
export function Uploads({ kinds }: { kinds: readonly ImportKind[] }) {
  const { kind, id } = useOpenUpload(kinds);
  return (
    <>
      {id ? <OpenImport key={id} id={id} kind={kind} /> : <NewUpload key={kind} kind={kind} />}
      <EarlierUploads key={`${kind} before`} kind={kind} />
    </>
  );
}

function NewUpload({ kind }: { kind: ImportKind }) {
  const navigate = useNavigate();
  const required = expectedColumns[kind]
    .filter(({ isRequired }) => isRequired)
    .map(({ header }) => translateLabel(header));
  const optional = expectedColumns[kind]
    .filter(({ isRequired }) => !isRequired)
    .map(({ header }) => translateLabel(header));
  return (
    <Section title={t`Choose the file`} size="h3" className="panel" gap="sm" p="md">
      <Text size="sm">
        {optional.length > 0
          ? t`Columns: ${required.join(', ')}; if you have them: ${optional.join(', ')}.`
          : t`Columns: ${required.join(', ')}.`}
      </Text>
      <SpreadsheetRoundTrip
        download={(format) => addressOf(importTemplate(kind), { format })}
        downloadLabel={(format) => t`Template as ${format.toUpperCase()}`}
        label={t`Choose file`}
        upload={importFiles.upload}
        input={{ of: kind }}
        hint={t`Drop it here or choose it: CSV in UTF-8 or XLSX, at most 100 MiB and 10,00,000 rows.`}
        onUploaded={({ id }) => void navigate({ href: uploadPath(kind, id) })}
      />
    </Section>
  );
}

const rowsAtOnce = 20;

/** Every upload that was begun, so that a closed page can be resumed. */
function EarlierUploads({ kind }: { kind: ImportKind }) {
  const { query: uploads, rows } = usePagedRows(
    [api.imports.listImports.key()[0], { of: kind }],
    (page, options) => client.imports.listImports({ of: kind, limit: rowsAtOnce, ...page }, options),
  );
  return (
    <Section title={t`Earlier uploads`} size="h3">
      {uploads.error && <ErrorNotice error={uploads.error} onRetry={() => void uploads.refetch()} />}
      {uploads.data && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t`No uploads found`}
        </Text>
      )}
      {rows.length > 0 && (
        <ScrollArea
          type="auto"
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t`Earlier uploads` }}
        >
          <Table
            fz="sm"
            data={{
              head: [t`File`, t`Uploaded by`, t`Uploaded at`, t`State`, t`Outcome`],
              body: rows.map((upload) => [
                <UploadLink key={upload.id} upload={upload} />,
                upload.uploadedBy,
                <Moment key={upload.id} value={upload.uploadedAt} />,
                <StatusBadge key={upload.id} {...badgeOf(upload)} />,
                outcomeOf(upload),
              ]),
            }}
          />
        </ScrollArea>
      )}
      <ShowMore query={uploads} style={{ alignSelf: 'start' }} />
    </Section>
  );
}

function UploadLink({ upload }: { upload: Import }) {
  const link = useLinkProps(uploadPath(upload.kind, upload.id));
  return (
    <Anchor {...link} size="sm" display="inline-block" miw="10rem">
      {upload.fileName}
    </Anchor>
  );
}

function outcomeOf(upload: Import): string {
  const { state, newCount, changedCount, unchangedCount, faultyCount } = upload;
  if (state === 'refused') return upload.failure ? failureSentence(upload.failure) : '-';
  if (state === 'committed') {
    return t`${formatCount(newCount ?? 0)} added, ${formatCount(changedCount ?? 0)} changed, ${formatCount(unchangedCount ?? 0)} unchanged`;
  }
  return faultyCount ? t`${formatCount(faultyCount)} faulty` : '-';
}
