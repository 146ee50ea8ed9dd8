import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#shared/words.ts';
import { ActionButton } from './action-button.tsx';
import classes from './photo-dialog.module.css';

/** The live picture with the frame of a photo in it; the button under it has the focus, so that Space or Enter takes it. */
export function PhotoCamera(props: {
  onTaken: (picture: HTMLCanvasElement) => void;
  onChooseFile: () => void;
}) {
  const { state, retry } = useCamera();
  const video = useRef<HTMLVideoElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isShown, setIsShown] = useState(false);
  const stream = state.step === 'live' ? state.stream : null;
  const isRefused = state.step === 'refused';

  // The dialog gives the focus once; a second try begins here, and where the camera is refused the button goes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state has another button
  useEffect(() => button.current?.focus(), [isRefused]);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
    if (!stream) setIsShown(false);
  }, [stream]);

  if (isRefused) {
    return (
      <Stack gap="md">
        <Alert color="red" icon={<IconCameraOff aria-hidden />} role="alert">
          {state.sentence}
        </Alert>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={retry}>
            {t`Try again`}
          </Button>
          <Button ref={button} data-autofocus onClick={props.onChooseFile}>
            {t`Choose file`}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <div className={classes.live}>
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label={t`Live picture of the camera`}
          onLoadedData={() => setIsShown(true)}
        />
        {isShown ? <div className={classes.guide} aria-hidden /> : <Loader className={classes.waiting} />}
      </div>
      <Text size="sm" c="dimmed">
        {t`Head and shoulders within the frame, the face towards the camera. Space or Enter takes the photo.`}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={props.onChooseFile}>
          {t`Choose file`}
        </Button>
        <ActionButton
          reason={isShown ? null : t`The camera is starting. The browser may ask for permission.`}
          leftSection={<IconCamera size={16} aria-hidden />}
          ref={button}
          data-autofocus
          onClick={() => props.onTaken(stillOf(video.current!))}
        >
          {t`Take photo`}
        </ActionButton>
      </Group>
    </Stack>
  );
}

function stillOf(video: HTMLVideoElement): HTMLCanvasElement {
  const still = document.createElement('canvas');
  still.width = video.videoWidth;
  still.height = video.videoHeight;
  still.getContext('2d')!.drawImage(video, 0, 0);
  return still;
}

export type CameraState =
  | { step: 'starting' }
  | { step: 'live'; stream: MediaStream }
  | { step: 'refused'; sentence: string };

/** False as well where the page is not served over https: the browser then knows no camera. */
export function hasCameraAccess(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/** The live camera, from the first drawing to the last one; `retry` asks for it again. */
function useCamera(): { state: CameraState; retry: () => void } {
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
        // Closed while the browser still asked for permission: its light must not stay on.
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

/** As large as the camera gives it, and of a phone's cameras the one that looks at the candidate. */
function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { width: { ideal: 1920 }, height: { ideal: 1080 }, facingMode: { ideal: 'environment' } },
  });
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** By the names that https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia gives them. */
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
