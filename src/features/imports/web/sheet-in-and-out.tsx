import { Anchor, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { SheetField } from '#platform/web/components/sheet-field.tsx';
import type { SheetFormat } from '#shared/sheet-format.ts';
import classes from './import-report.module.css';

type SheetInAndOutProps = ComponentProps<typeof SheetField<{ id: string }>> & {
  /** The address of what is filled in, in either format. */
  download: (format: SheetFormat) => string;
  downloadLabel: (format: string) => string;
};

/** A sheet to download, and the same to upload when it is filled in. */
export function SheetInAndOut({ download, downloadLabel, ...field }: SheetInAndOutProps) {
  return (
    <>
      <Group gap="md">
        {(['xlsx', 'csv'] as const).map((format) => (
          <Anchor key={format} href={download(format)} download size="sm" className={classes.download}>
            <IconDownload size={16} aria-hidden /> {downloadLabel(format)}
          </Anchor>
        ))}
      </Group>
      <SheetField {...field} />
    </>
  );
}
