import { Button, Group, Text } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useRef } from 'react';
import { client } from '#features/client.ts';
import { uploadFile } from '#platform/web/api/upload.ts';
import { ChooseInput } from '#platform/web/components/file-target.tsx';
import { faultOfFile, useUpload } from '#platform/web/components/file-upload.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import type { FileReference } from '#shared/fields.ts';
import { contentsOf } from '#shared/file-kinds.ts';
import { t } from '#shared/words.ts';

/** The scan of the pre-printed sheet behind the picture, for display only. */
export function Scan(props: {
  templateId: string;
  version: number;
  scan: FileReference | null;
  onChanged: (version: number) => void;
}) {
  const { templateId: id, version, scan, onChanged } = props;
  const input = useRef<HTMLInputElement>(null);
  const layScan = useCommand(client.templates.layScan, { onSuccess: (saved) => onChanged(saved.version) });
  const { state, start } = useUpload({
    faultOf: (file) => faultOfFile(file, 'template_scan'),
    send: (file, options) => uploadFile(file, { kind: 'template_scan', ...options }),
    onUploaded: (file) => void layScan.attempt({ id, version, fileId: file.id }),
  });
  const isBusy = state.step === 'uploading' || layScan.isPending;

  return (
    <>
      <Group gap={4}>
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          leftSection={<IconScan size={14} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {scan ? t`Other scan` : t`Lay scan under the sheet`}
        </Button>
        {scan && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            onClick={() => void layScan.attempt({ id, version, fileId: null })}
          >
            {t`Remove scan`}
          </Button>
        )}
      </Group>
      <ChooseInput
        ref={input}
        accept={contentsOf.template_scan.types.join()}
        onFiles={(files) => files?.[0] && void start(files[0])}
      />
      {state.step === 'failed' && (
        <Text size="sm" c="red" role="alert">
          {state.sentence}
        </Text>
      )}
      {layScan.error != null && <ErrorNotice error={layScan.error} />}
    </>
  );
}
