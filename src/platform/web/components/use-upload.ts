import { useEffect, useRef, useState } from 'react';
import type { FileReference } from '#shared/fields.ts';
import type { FileKind } from '#shared/file-kinds.ts';
import { refusalOfFile } from './file-kind.ts';
import { readError } from './read-error.ts';

export type Upload = (
  file: File,
  options: { kind: FileKind; signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<FileReference>;

export type UploadState =
  | { step: 'idle' }
  | { step: 'uploading'; file: File; share: number }
  | { step: 'failed'; file: File; sentence: string; mayRetry: boolean };

/** One upload at a time: a newer file or leaving the page aborts the one under way. */
export function useUpload(options: {
  kind: FileKind;
  upload: Upload;
  onUploaded: (file: FileReference) => void;
}) {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(file: File): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ step: 'uploading', file, share: 0 });
    try {
      const refusal = await refusalOfFile(file, options.kind);
      if (signal.aborted) return;
      if (refusal !== null) {
        setState({ step: 'failed', file, sentence: refusal, mayRetry: false });
        return;
      }
      const uploaded = await options.upload(file, {
        kind: options.kind,
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
    }
  }

  function cancel(): void {
    running.current?.abort();
    setState({ step: 'idle' });
  }

  return { state, start, cancel };
}
