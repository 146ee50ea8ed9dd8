import { Alert, Button, Text } from '@mantine/core';
import { IconCameraOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { LivePicture } from '#platform/web/components/live-picture.tsx';
import { useCamera } from '#platform/web/components/use-camera.ts';
import { t } from '#shared/words.ts';
import classes from './camera-scan.module.css';
import { openQrReader } from './qr-reader.ts';

/**
 * The camera's picture until a code is found, Escape is pressed, or the page is left or hidden; then the camera is off.
 */
export function CameraScan(props: {
  note: string | null;
  onCodes: (texts: string[]) => void;
  onClose: () => void;
  onBroken: () => void;
}) {
  const { state, retry } = useCamera();
  const video = useRef<HTMLVideoElement>(null);
  const [isShown, setIsShown] = useState(false);
  const stream = state.step === 'live' ? state.stream : null;
  const give = useEffectEvent(props.onCodes);
  const close = useEffectEvent(props.onClose);
  const giveUp = useEffectEvent(props.onBroken);

  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    const onVisibility = () => {
      if (document.hidden) close();
    };
    window.addEventListener('keydown', onKeyDown);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, []);
  useEffect(() => {
    if (!isShown) return;
    return watch(video.current!, {
      onCodes: (texts) => give(texts),
      onBroken: () => giveUp(),
    });
  }, [isShown]);

  if (state.step === 'refused') {
    return (
      <Alert color="red" icon={<IconCameraOff aria-hidden />} role="alert">
        {state.sentence}
        <Button mt="xs" size="xs" variant="default" display="block" onClick={retry}>
          {t`Try again`}
        </Button>
      </Alert>
    );
  }
  return (
    <div>
      <LivePicture
        video={video}
        stream={stream}
        isShown={isShown}
        onShown={setIsShown}
        guide={classes.guide}
      />
      <Text size="sm" mt="xs" role="status">
        {isShown
          ? (props.note ?? t`Hold the QR code of the certificate within the frame.`)
          : t`The camera is starting. The browser may ask for permission.`}
      </Text>
    </div>
  );
}

/** Milliseconds between two reads: fast enough for a hand, and keeps a phone cool. */
const pause = 150;

/** Reads frames until the returned function is called. */
function watch(
  video: HTMLVideoElement,
  { onCodes, onBroken }: { onCodes: (texts: string[]) => void; onBroken: () => void },
): () => void {
  const reader = openQrReader();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  let isOver = false;

  async function look(): Promise<void> {
    while (!isOver) {
      // Rotating a phone changes the size.
      canvas.width = video.videoWidth;
      canvas.height = video.videoHeight;
      context.drawImage(video, 0, 0);
      const found = await reader.read(context.getImageData(0, 0, canvas.width, canvas.height));
      if (found.length > 0 && !isOver) onCodes(found);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  look().catch(() => {
    if (!isOver) onBroken();
  });
  return () => {
    isOver = true;
    reader.close();
  };
}
