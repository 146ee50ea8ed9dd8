import { Anchor, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { SpreadsheetField } from '#platform/web/components/spreadsheet-field.tsx';
import type { SpreadsheetFormat } from '#shared/spreadsheet-format.ts';
import classes from './import-report.module.css';

type SheetInAndOutProps = ComponentProps<typeof SpreadsheetField<{ id: string }>> & {
  /** The download URL in either format. */
  download: (format: SpreadsheetFormat) => string;
  downloadLabel: (format: string) => string;
};

/** A spreadsheet to download, fill in and upload again. */
export function SpreadsheetRoundTrip({ download, downloadLabel, ...field }: SheetInAndOutProps) {
  return (
    <>
      <Group gap="md">
        {(['xlsx', 'csv'] as const).map((format) => (
          <Anchor key={format} href={download(format)} download size="sm" className={classes.download}>
            <IconDownload size={16} aria-hidden /> {downloadLabel(format)}
          </Anchor>
        ))}
      </Group>
      <SpreadsheetField {...field} />
    </>
  );
}
