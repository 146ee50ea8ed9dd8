import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#shared/words.ts';
import { ActionButton } from './action-button.tsx';
import { LivePicture } from './live-picture.tsx';
import classes from './photo-dialog.module.css';
import { useCamera } from './use-camera.ts';

/** The live picture with a photo frame; the button under it is focused, so that Space or Enter takes the photo. */
export function PhotoCamera(props: { onTaken: (address: string) => void; onChooseFile: () => void }) {
  const { state, retry } = useCamera();
  const video = useRef<HTMLVideoElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isShown, setIsShown] = useState(false);
  const stream = state.step === 'live' ? state.stream : null;
  const isRefused = state.step === 'refused';

  // The dialog sets the focus only once; after a retry it is set here, and when the camera is refused the button
  // disappears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state has another button
  useEffect(() => button.current?.focus(), [isRefused]);

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
      <LivePicture
        video={video}
        stream={stream}
        isShown={isShown}
        onShown={setIsShown}
        guide={classes.guide}
      />
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

/** As an address, at once: keys pressed next are for the picture. */
function stillOf(video: HTMLVideoElement): string {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')!.drawImage(video, 0, 0);
  return canvas.toDataURL('image/jpeg', 1);
}
