import 'react-easy-crop/react-easy-crop.css';
import { Alert, Box, Button, Group, Slider, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { frameAspect, isCoarse, largestCrop, outputSize, type Rectangle } from '#shared/crop-geometry.ts';
import { t } from '#shared/words.ts';
import { ActionButton } from './action-button.tsx';
import { Dialog } from './dialog.tsx';
import { useObjectAddress } from './file-upload.tsx';
import { LivePicture } from './live-picture.tsx';
import classes from './photo-dialog.module.css';
import { characterOf } from './physical-keys.ts';
import { useCamera } from './use-camera.ts';

/** A chosen picture, or the address of a stored or taken one. */
type NamedPicture = { picture: Blob | string; name: string };
export type PhotoSource = 'camera' | NamedPicture;

/** Takes a photo with the camera or opens an uploaded one, and crops it to 35 × 45 mm. */
export function PhotoDialog(props: {
  source: PhotoSource;
  onDone: (photo: File) => void;
  onChooseFile: () => void;
  onClose: () => void;
}) {
  const { source } = props;
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const [taken, setTaken] = useState<string | null>(null);
  const isCamera = source === 'camera';
  const opened = isCamera ? taken && { picture: taken, name: 'webcam-photo.jpg' } : source;
  return (
    <Dialog
      onClose={props.onClose}
      title={isCamera ? t`Take photo` : t`Crop photo`}
      size="lg"
      centered
      fullScreen={isNarrow}
    >
      {opened ? (
        <PhotoCrop
          {...opened}
          backLabel={isCamera ? t`Take again` : t`Cancel`}
          onBack={isCamera ? () => setTaken(null) : props.onClose}
          onDone={props.onDone}
        />
      ) : (
        <PhotoCamera onPhoto={setTaken} onChooseFile={props.onChooseFile} />
      )}
    </Dialog>
  );
}

/** Keeps the file's name; only a wrong extension is replaced. */
function nameAsJpeg(name: string): string {
  return /\.jpe?g$/i.test(name) ? name : `${name.replace(/\.(png|webp)$/i, '')}.jpg`;
}

const maximumZoom = 4;
const zoomStep = 1.1;
/** Pixels of the screen; a tenth of the frame. */
const arrowStep = 25;
const quality = 0.92;

/** Chooses the part of a picture in the frame of 35 × 45 mm: by dragging, wheel, slider or keys. */
function PhotoCrop(
  props: NamedPicture & { onDone: (photo: File) => void; backLabel: string; onBack: () => void },
) {
  const { picture } = props;
  const local = useObjectAddress(picture instanceof Blob ? picture : null);
  const address = picture instanceof Blob ? local : picture;
  const [isUnreadable, setIsUnreadable] = useState(false);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState<Area | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const hintId = useId();
  /** Enter was pressed before the picture was shown. */
  const isSent = useRef(false);
  const isShown = part !== null;

  /** The part, or until it is shown its frame, so that no key is lost. */
  function focusPart(): void {
    const shown = frame.current?.querySelector<HTMLElement>('[role=application]');
    (shown ?? frame.current)?.focus();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the part is shown
  useEffect(() => {
    focusPart();
    if (isSent.current) void finish();
  }, [isShown]);

  /** Around the centre of the frame. */
  function zoomTo(wanted: number): void {
    const to = Math.min(maximumZoom, Math.max(1, wanted));
    setCrop({ x: (crop.x * to) / zoom, y: (crop.y * to) / zoom });
    setZoom(to);
  }

  async function finish(): Promise<void> {
    const image = frame.current?.querySelector('img');
    isSent.current = part === null;
    if (!image || !part) return;
    const photo = await photoOf(image, part);
    props.onDone(new File([photo], nameAsJpeg(props.name), { type: photo.type }));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const character = characterOf(event);
    if (character === '+' || character === '=') zoomTo(zoom * zoomStep);
    else if (character === '-') zoomTo(zoom / zoomStep);
    else if (event.key === 'Enter') void finish();
    else return;
    event.preventDefault();
  }

  if (isUnreadable) {
    return (
      <Alert color="red" role="alert">
        {t`The picture could not be opened. Close this, and try again or choose another file.`}
      </Alert>
    );
  }
  return (
    <Stack gap="sm">
      <Box
        ref={frame}
        pos="relative"
        h={360}
        tabIndex={-1}
        data-autofocus
        onFocus={(event) => event.target === event.currentTarget && focusPart()}
        onKeyDown={onKeyDown}
      >
        <Cropper
          image={address ?? undefined}
          aspect={frameAspect}
          crop={crop}
          zoom={zoom}
          maxZoom={maximumZoom}
          keyboardStep={arrowStep}
          showGrid={false}
          disableAutomaticStylesInjection
          classes={{ cropAreaClassName: classes.crop }}
          mediaProps={{ onError: () => setIsUnreadable(true) }}
          cropperProps={{
            role: 'application',
            'aria-label': t`Photo in its frame`,
            'aria-describedby': hintId,
          }}
          onMediaLoaded={(shown) => {
            const first = largestCrop(shown);
            setCrop({ x: 0, y: (shown.height - first.height) / 2 - first.y });
          }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => setPart(pixels)}
        />
      </Box>
      <Text id={hintId} size="sm" c="dimmed">
        {t`Drag the picture or use the arrow keys, Shift for smaller steps; + and − zoom, Enter uses the photo.`}
      </Text>
      <div>
        <Text size="sm" fw={500}>
          {t`Zoom`}
        </Text>
        <Slider
          min={1}
          max={maximumZoom}
          step={0.05}
          value={zoom}
          onChange={zoomTo}
          label={(value) => `${Math.round(value * 100)} %`}
          thumbLabel={t`Zoom`}
        />
      </div>
      {part && isCoarse(part) && (
        <Text size="sm" role="status" className={classes.coarse}>
          {t`This part has less detail than a print of 35 × 45 mm shows. Zoom out, or come closer to the camera.`}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={props.onBack}>
          {props.backLabel}
        </Button>
        <ActionButton reason={null} onClick={finish}>
          {t`Use photo`}
        </ActionButton>
      </Group>
    </Stack>
  );
}

async function photoOf(image: HTMLImageElement, { x, y, width, height }: Rectangle): Promise<Blob> {
  const size = outputSize({ width, height });
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d')!;
  // Pictures may be transparent, JPEGs cannot.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height, 0, 0, size.width, size.height);
  const photo = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
  if (!photo) throw new Error('The browser could not write the photo as a JPEG picture.');
  return photo;
}

/** The live picture with a photo frame; the button under it is focused, so that Space or Enter takes the photo. */
function PhotoCamera(props: { onPhoto: (address: string) => void; onChooseFile: () => void }) {
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
          onClick={() => props.onPhoto(stillOf(video.current!))}
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
