import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useLinkProps } from '#platform/web/components/link-props.ts';
import { PageHeader } from '#platform/web/components/page-header.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type ImportKind, importFiles, importTemplate, wantedColumns } from '../contract.ts';
import { EarlierUploads } from './earlier-uploads.tsx';
import classes from './import-report.module.css';
import { kindWords } from './import-words.ts';
import { OpenImport } from './open-import.tsx';
import { SheetInAndOut } from './sheet-in-and-out.tsx';

/** /admin/bulk-upload?of=students: a file on its way into the master; `&import=<id>` is the open one. */
export function BulkUploadPage() {
  const search = useSearch({ strict: false }) as { of?: string; import?: string };
  const kind: ImportKind = search.of === 'colleges' ? 'colleges' : 'students';
  const toOther = useLinkProps(paths.admin.bulkUpload(kind === 'students' ? 'colleges' : 'students'));
  return (
    <Stack gap="lg" maw="62rem">
      <PageHeader
        title={t`Bulk Upload of ${kindWords[kind].plural}`}
        description={t`Rows are checked first. Nothing is saved until every row is correct.`}
        actions={
          <Anchor size="sm" {...toOther}>
            {t`Bulk Upload of ${kindWords[kind === 'students' ? 'colleges' : 'students'].plural}`}
          </Anchor>
        }
      />
      {search.import ? (
        <OpenImport key={search.import} id={search.import} kind={kind} />
      ) : (
        <NewUpload kind={kind} />
      )}
      <EarlierUploads kind={kind} />
    </Stack>
  );
}

function NewUpload({ kind }: { kind: ImportKind }) {
  const navigate = useNavigate();
  const required = wantedColumns[kind].filter(({ isRequired }) => isRequired).map(({ header }) => header);
  const optional = wantedColumns[kind].filter(({ isRequired }) => !isRequired).map(({ header }) => header);
  return (
    <section className={classes.box} aria-labelledby="choose-file">
      <Title order={2} id="choose-file" size="h3">
        {t`Choose the file`}
      </Title>
      <Text size="sm">
        {optional.length > 0
          ? t`Columns: ${required.join(', ')}; if you have them: ${optional.join(', ')}.`
          : t`Columns: ${required.join(', ')}.`}
      </Text>
      <SheetInAndOut
        download={(format) => addressOf(importTemplate(kind), { format })}
        downloadLabel={(format) => t`Template as ${format}`}
        label={t`Choose file`}
        upload={importFiles.upload}
        input={{ of: kind }}
        hint={t`Drop it here or choose it: CSV in UTF-8 or XLSX, at most 100 MiB and 10,00,000 rows.`}
        onTaken={(id) => void navigate({ href: paths.admin.bulkUpload(kind, id) })}
      />
    </section>
  );
}
