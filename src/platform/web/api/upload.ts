import { fileOperations } from '#platform/contract/files.ts';
import type { FileReference } from '#shared/fields.ts';
import type { FileKind } from '#shared/file-kinds.ts';
import { addressOf } from './address-of.ts';
import { PortalUnreachable, readProblem } from './problem.ts';
import { withSession } from './sign-in-again.ts';

type SendOptions = {
  signal?: AbortSignal;
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
};

/** Uploads a file; the form refers to the result. */
export function uploadFile(
  file: File,
  { kind, ...options }: SendOptions & { kind: FileKind },
): Promise<FileReference> {
  return sendFile(addressOf(fileOperations.uploadFile, { kind, name: file.name }), file, options);
}

/** Uploads a file to a byte route and reads its JSON response. */
export function sendFile<Answer>(address: string, file: File, options: SendOptions): Promise<Answer> {
  return withSession(() => send<Answer>(address, file, options), { signal: options.signal });
}

/** XMLHttpRequest, because `fetch` does not report upload progress. */
function send<Answer>(address: string, file: File, { signal, onProgress }: SendOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort, { once: true });
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    request.onerror = () => reject(new PortalUnreachable());
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300 && body) resolve(body as Answer);
      else void readProblem(body, request.status).then(reject, reject);
    };
    request.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
