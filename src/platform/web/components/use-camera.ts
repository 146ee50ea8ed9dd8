import { useEffect, useState } from 'react';
import { t } from '#shared/words.ts';

type CameraState =
  | { step: 'starting' }
  | { step: 'live'; stream: MediaStream }
  | { step: 'refused'; sentence: string };

/** Also false without https: browsers then offer no camera. */
export function hasCameraAccess(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/** The live camera while mounted; `retry` requests it again. */
export function useCamera(): { state: CameraState; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<CameraState>({ step: 'starting' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the camera anew
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | null = null;
    setState({ step: 'starting' });
    openCamera().then(
      (opened) => {
        stream = opened;
        // Unmounted while the browser asked for permission: the camera must not stay on.
        if (isOver) return stop(opened);
        for (const track of opened.getTracks()) {
          track.addEventListener('ended', () =>
            setState({
              step: 'refused',
              sentence: t`The camera was disconnected. Connect it again, or choose a file.`,
            }),
          );
        }
        setState({ step: 'live', stream: opened });
      },
      (error: unknown) => {
        if (!isOver) setState({ step: 'refused', sentence: sentenceOf(error) });
      },
    );
    return () => {
      isOver = true;
      if (stream) stop(stream);
    };
  }, [attempt]);

  return { state, retry: () => setAttempt((before) => before + 1) };
}

/** At the camera's full resolution; on a phone, the rear camera. */
async function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { width: { ideal: 1920 }, height: { ideal: 1080 }, facingMode: { ideal: 'environment' } },
  });
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Messages by the error names of https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia. */
function sentenceOf(error: unknown): string {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return t`The browser does not let this page use the camera. Allow it beside the page’s address, or choose a file.`;
    case 'NotFoundError':
    case 'OverconstrainedError':
      return t`No camera was found. Connect one, or choose a file.`;
    case 'NotReadableError':
    case 'AbortError':
      return t`The camera is in use by another program or cannot be started. Close that program, or choose a file.`;
    default:
      return t`The camera cannot be started. Choose a file.`;
  }
}
