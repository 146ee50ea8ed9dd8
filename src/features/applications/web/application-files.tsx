import { Box, Image, Paper, SimpleGrid } from '@mantine/core';
import { FileLink, fileAddress } from '#platform/web/components/values.tsx';
import type { FileReference } from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';
import classes from './application-files.module.css';
import { receiptLabel } from './application-labels.ts';

/** Photo and bank receipts, large enough to compare with the fields beside them. */
export function ApplicationFiles({ application }: { application: Application }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <LargeFile title={t`Photo`} file={application.photo} />
      {application.receipts.map((receipt) => (
        <LargeFile key={receipt.id} title={receiptLabel} file={receipt} />
      ))}
    </SimpleGrid>
  );
}

/** One file as large as its container allows, with its name and a download. */
export function LargeFile({ title, file }: { title: string; file: FileReference }) {
  const address = fileAddress(file.id);
  return (
    <Paper withBorder component="figure" radius="sm" m={0} style={{ overflow: 'hidden' }}>
      {file.mediaType.startsWith('image/') ? (
        <Image
          h="20rem"
          fit="contain"
          bg="var(--app-backdrop)"
          src={address}
          alt={`${title}: ${file.name}`}
        />
      ) : (
        <iframe className={classes.document} src={address} title={`${title}: ${file.name}`} />
      )}
      <Box component="figcaption" px="xs" py={6} style={{ borderTop: '1px solid var(--app-line)' }}>
        <FileLink file={file} />
      </Box>
    </Paper>
  );
}
