import { Box, Button, Group, Progress, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import type { ByteOperation } from '#platform/contract/byte-operation.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { sendFile } from '#platform/web/api/upload.ts';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { ActionButton } from './action-button.tsx';
import fileClasses from './file-field.module.css';
import { ChooseInput, useDropTarget } from './file-target.tsx';
import { useUpload } from './file-upload.tsx';
import classes from './spreadsheet-field.module.css';

type SpreadsheetFieldProps<Answer> = {
  label: string;
  /** The upload operation; its input is `input` and the file's name. Files above its limit are not sent. */
  upload: ByteOperation;
  input?: Record<string, string>;
  hint: ReactNode;
  /** For the browser's file dialog. */
  accept?: string;
  onUploaded: (answer: Answer, file: File) => void;
  /** Also called with a refusal, for its data. */
  onRefused?: (error: unknown, file: File) => void;
};

/**
 * One file that the server reads, by default a table, chosen or dropped; uploaded at once, with progress and
 * cancel.
 */
export function SpreadsheetField<Answer = { id: string }>({
  label,
  upload,
  input: further,
  hint,
  accept = '.csv,.xlsx,.xls,.txt,text/csv',
  onUploaded,
  onRefused,
}: SpreadsheetFieldProps<Answer>) {
  const input = useRef<HTMLInputElement>(null);
  const { state, start, refuse, cancel } = useUpload({
    send: (file, options) =>
      sendFile<Answer>(addressOf(upload, { ...further, name: file.name }), file, options).then((answer) => ({
        answer,
        file,
      })),
    onUploaded: ({ answer, file }) => onUploaded(answer, file),
    onRefused,
  });
  const target = useDropTarget(receiveFiles);

  function receiveFiles(files: FileList | null): void {
    const file = files?.[0];
    if (!file) return;
    const fault = faultOf(file, upload);
    if (fault) refuse(file, fault);
    else void start(file);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for several controls of a form
    <div role="group" aria-label={label} className={`${fileClasses.drop} ${classes.target}`} {...target}>
      {state.step === 'uploading' ? (
        <Box w="100%">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {state.share < 1 ? t`Sending ${state.file.name}` : t`Looking into ${state.file.name}`}
          </Text>
          <Group gap="sm" mt={6} wrap="nowrap">
            <Progress flex={1} value={state.share * 100} aria-label={t`Sending ${state.file.name}`} />
            <Button size="xs" variant="default" onClick={cancel}>
              {t`Cancel upload`}
            </Button>
          </Group>
        </Box>
      ) : (
        <ActionButton
          variant="default"
          reason={null}
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {label}
        </ActionButton>
      )}
      {state.step === 'failed' && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {state.sentence}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      <ChooseInput ref={input} accept={accept} aria-label={label} onFiles={receiveFiles} />
    </div>
  );
}

function faultOf(file: File, { body }: ByteOperation): string | null {
  if (file.size === 0) return errorSentence('files.empty', undefined);
  return body && file.size > body.maximumBytes ? errorSentence(body.tooLarge, undefined) : null;
}
