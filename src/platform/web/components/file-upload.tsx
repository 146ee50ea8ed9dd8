import { Progress, Text } from '@mantine/core';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { errorSentence } from '#shared/errors.ts';
import type { FileReference } from '#shared/fields.ts';
import { contentsOf, type FileKind, maximumFileBytes } from '#shared/file-kinds.ts';
import { t } from '#shared/words.ts';
import { contentOfFile } from './content-of-file.ts';
import classes from './file-field.module.css';
import { readError } from './read-error.ts';
import { fileAddress, thumbnailAddress } from './values.tsx';

type SendOptions = { signal: AbortSignal; onProgress: (share: number) => void };

export type UploadState =
  | { step: 'idle' }
  | { step: 'uploading'; file: File; share: number }
  | { step: 'failed'; file: File; sentence: string; mayRetry: boolean };

/** One upload at a time: a newer file or leaving the page aborts the running one. */
export function useUpload<Answer>(options: {
  /** Why the server would refuse the file, checked before sending. */
  faultOf?: (file: File) => Promise<string | null>;
  send: (file: File, options: SendOptions) => Promise<Answer>;
  onUploaded: (answer: Answer) => void;
  /** Also called with a refusal, for its data. */
  onRefused?: (error: unknown, file: File) => void;
}) {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** Instead of sending it. */
  function refuse(file: File, sentence: string): void {
    running.current?.abort();
    setState({ step: 'failed', file, sentence, mayRetry: false });
  }

  async function start(file: File): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ step: 'uploading', file, share: 0 });
    try {
      const fault = await options.faultOf?.(file);
      if (signal.aborted) return;
      if (fault) return refuse(file, fault);
      const uploaded = await options.send(file, {
        signal,
        onProgress: (share) => {
          if (!signal.aborted) setState({ step: 'uploading', file, share });
        },
      });
      if (signal.aborted) return;
      setState({ step: 'idle' });
      options.onUploaded(uploaded);
    } catch (error) {
      if (signal.aborted) return;
      const { sentence, code } = readError(error);
      setState({ step: 'failed', file, sentence, mayRetry: !code.startsWith('files.') });
      options.onRefused?.(error, file);
    }
  }

  function cancel(): void {
    running.current?.abort();
    setState({ step: 'idle' });
  }

  return { state, start, refuse, cancel };
}

/** The server's error message for this file, known in advance; null if there is none. */
export async function faultOfFile(file: Blob, kind: FileKind): Promise<string | null> {
  if (file.size === 0) return errorSentence('files.empty', undefined);
  if (file.size > maximumFileBytes) return errorSentence('files.too_large', undefined);
  const found = await contentOfFile(file);
  if (found !== null && contentsOf[kind].types.includes(found)) return null;
  return errorSentence('files.wrong_content', { found, kind });
}

type Preview = { state: UploadState; value: FileReference | null; kind: FileKind };

/** The name of the file or its upload progress; before that, what to choose. */
export function FileWords(props: Preview) {
  const { state, value } = props;
  if (state.step === 'uploading') {
    return (
      <>
        <Text size="sm" className={classes.name}>
          {state.file.name}
        </Text>
        <Progress
          mt={4}
          value={state.share * 100}
          aria-label={t`Uploading ${state.file.name}`}
          transitionDuration={100}
        />
      </>
    );
  }
  if (value) {
    return (
      <Text
        size="sm"
        component="a"
        href={fileAddress(value.id)}
        target="_blank"
        rel="noopener"
        className={classes.name}
      >
        {value.name}{' '}
        <Text span size="xs" c="dimmed">
          {sizeInWords(value.byteSize)}
        </Text>
      </Text>
    );
  }
  return (
    <Text size="xs" c="dimmed">
      {t`Drop or paste it here: ${contentsOf[props.kind].wanted}, at most 5 MiB.`}
    </Text>
  );
}

/** A preview of the file, from the moment that it is chosen. */
export function FilePicture(props: Preview) {
  const { state, value, kind } = props;
  const file = state.step === 'uploading' && state.file.type.startsWith('image/') ? state.file : null;
  const local = useObjectAddress(file);
  const stored = value?.mediaType.startsWith('image/') ? thumbnailAddress(value.id) : null;
  const source = state.step === 'uploading' ? local : stored;
  const Sign = kind === 'photo' || kind === 'error_photo' ? IconPhoto : IconFileText;
  return (
    <div className={classes.picture}>
      {source ? <img src={source} alt="" /> : <Sign size={24} stroke={1.4} aria-hidden />}
    </div>
  );
}

/** An object URL for showing a picture before it is uploaded. */
export function useObjectAddress(file: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [file]);
  return file ? address : null;
}

function sizeInWords(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
