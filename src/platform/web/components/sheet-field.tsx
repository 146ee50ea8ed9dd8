import { Button, Group, Progress, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ByteOperation } from '#platform/contract/byte-operation.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { sendFile } from '#platform/web/api/upload.ts';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { ActionButton } from './action.tsx';
import { readError } from './read-error.ts';
import classes from './sheet-field.module.css';

type SheetState =
  | { step: 'idle' }
  | { step: 'sending'; file: File; share: number }
  | { step: 'failed'; sentence: string };

type SheetFieldProps = {
  label: string;
  /** Where the bytes go, with the input that it takes beside the name of the file; larger files are not sent. */
  upload: ByteOperation;
  input?: Record<string, string>;
  hint: ReactNode;
  /** Why no file can be taken just now, or null. */
  reason?: string | null;
  onTaken: (id: string) => void;
  /** Hears the refusal beside the person, for what it carries. */
  onRefused?: (error: unknown, file: File) => void;
};

/** One CSV file or workbook, chosen or dropped; it is sent at once, with its progress and a way to stop. */
export function SheetField({
  label,
  upload,
  input: further,
  hint,
  reason = null,
  onTaken,
  onRefused,
}: SheetFieldProps) {
  const [state, setState] = useState<SheetState>({ step: 'idle' });
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File | undefined): Promise<void> {
    if (!file || reason !== null) return;
    sending.current?.abort();
    const controller = new AbortController();
    sending.current = controller;
    const refusal = refusalOf(file, upload);
    if (refusal) return setState({ step: 'failed', sentence: refusal });
    setState({ step: 'sending', file, share: 0 });
    try {
      const { id } = await sendFile<{ id: string }>(
        addressOf(upload, { ...further, name: file.name }),
        file,
        {
          signal: controller.signal,
          onProgress: (share) => setState({ step: 'sending', file, share }),
        },
      );
      setState({ step: 'idle' });
      onTaken(id);
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ step: 'failed', sentence: readError(error).sentence });
      onRefused?.(error, file);
    }
  }

  function cancel(): void {
    sending.current?.abort();
    setState({ step: 'idle' });
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    void send(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for several controls of a form
    <div
      role="group"
      aria-label={label}
      className={classes.target}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      {state.step === 'sending' ? (
        <div className={classes.progress}>
          <Text size="sm" className={classes.name}>
            {state.share < 1 ? t`Sending ${state.file.name}` : t`Looking into ${state.file.name}`}
          </Text>
          <Group gap="sm" mt={6} wrap="nowrap">
            <Progress flex={1} value={state.share * 100} aria-label={t`Sending ${state.file.name}`} />
            <Button size="xs" variant="default" onClick={cancel}>
              {t`Cancel`}
            </Button>
          </Group>
        </div>
      ) : (
        <ActionButton
          variant="default"
          reason={reason}
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
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.xlsx,.txt,text/csv"
        aria-label={label}
        onChange={(event) => {
          void send(event.currentTarget.files?.[0]);
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function refusalOf(file: File, { body }: ByteOperation): string | null {
  if (file.size === 0) return errorSentence('files.empty', undefined);
  return body && file.size > body.maximumBytes ? errorSentence(body.tooLarge, undefined) : null;
}
