import { Alert, Button, Group, Loader, Slider, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import {
  type Crop,
  isCoarse,
  mostZoom,
  move,
  outputSize,
  rectangleOf,
  type Size,
  uncropped,
  zoomTo,
} from '#shared/crop-geometry.ts';
import { t } from '#shared/words.ts';
import { ActionButton } from './action-button.tsx';
import { Dialog } from './dialog.tsx';
import { PhotoCamera } from './photo-camera.tsx';
import classes from './photo-dialog.module.css';

/** The source of a photo: the camera, or a chosen or stored picture with its name. */
export type PhotoSource =
  | { from: 'camera' }
  | { from: 'file'; picture: Blob | { address: string }; name: string };

/** Takes a photo with the camera or opens an uploaded one, and crops it to 35 × 45 mm. */
export function PhotoDialog(props: {
  source: PhotoSource;
  onDone: (photo: File) => void;
  onChooseFile: () => void;
  onClose: () => void;
}) {
  const { source } = props;
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const isCamera = source.from === 'camera';
  return (
    <Dialog
      onClose={props.onClose}
      title={isCamera ? t`Take photo` : t`Crop photo`}
      size="lg"
      centered
      fullScreen={isNarrow}
    >
      {isCamera ? <FromCamera {...props} /> : <FromFile {...props} source={source} />}
    </Dialog>
  );
}

type Steps = Omit<Parameters<typeof PhotoDialog>[0], 'source'>;

function FromCamera({ onDone, onChooseFile }: Steps) {
  const [picture, setPicture] = useState<Picture | null>(null);
  if (!picture) return <PhotoCamera onTaken={setPicture} onChooseFile={onChooseFile} />;
  return (
    <PhotoCrop
      picture={picture}
      backLabel={t`Take again`}
      onBack={() => setPicture(null)}
      onDone={(photo) => onDone(new File([photo], 'webcam-photo.jpg', { type: 'image/jpeg' }))}
    />
  );
}

type FileSource = Extract<PhotoSource, { from: 'file' }>;

function FromFile({ source, onDone, onClose }: Steps & { source: FileSource }) {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    openPicture(source.picture, leaving.signal).then(setPicture, () => {
      if (!leaving.signal.aborted) setIsUnreadable(true);
    });
    return () => leaving.abort();
  }, [source]);

  if (isUnreadable) {
    return (
      <Alert color="red" role="alert">
        {t`The picture could not be opened. Close this, and try again or choose another file.`}
      </Alert>
    );
  }
  if (!picture) return <Loader aria-label={t`The picture is being opened.`} />;
  return (
    <PhotoCrop
      picture={picture}
      backLabel={t`Cancel`}
      onBack={onClose}
      onDone={(photo) => onDone(new File([photo], nameAsJpeg(source.name), { type: 'image/jpeg' }))}
    />
  );
}

async function openPicture(picture: FileSource['picture'], signal: AbortSignal): Promise<ImageBitmap> {
  if (picture instanceof Blob) return createImageBitmap(picture);
  const response = await fetch(picture.address, { signal });
  if (!response.ok) throw new Error(`The picture was answered with status ${response.status}.`);
  return createImageBitmap(await response.blob());
}

/** Keeps the file's name; only a wrong extension is replaced. */
function nameAsJpeg(name: string): string {
  return /\.jpe?g$/i.test(name) ? name : `${name.replace(/\.(png|webp)$/i, '')}.jpg`;
}

type Picture = HTMLCanvasElement | ImageBitmap;

const directions: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const step = 0.02;
const largeStep = 0.1;
const zoomStep = 1.1;
const quality = 0.92;
/** Twice the displayed size, for high-density displays. */
const preview: Size = { width: 560, height: 720 };

/** Chooses the part of a picture in the frame of 35 × 45 mm: by dragging, slider or keys. */
function PhotoCrop(props: {
  picture: Picture;
  onDone: (photo: Blob) => void;
  backLabel: string;
  onBack: () => void;
}) {
  const { picture } = props;
  const [crop, setCrop] = useState<Crop>(() => uncropped(picture));
  const frame = useRef<HTMLCanvasElement>(null);
  const hintId = useId();

  useEffect(() => frame.current?.focus(), []);
  useEffect(() => {
    if (frame.current) draw(frame.current, picture, crop);
  }, [picture, crop]);

  async function finish(): Promise<void> {
    props.onDone(await photoOf(picture, crop));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = directions[event.key];
    const length = event.shiftKey ? largeStep : step;
    if (direction) setCrop(move(picture, crop, { x: direction.x * length, y: direction.y * length }));
    else if (event.key === '+' || event.key === '=') setCrop(zoomTo(picture, crop, crop.zoom * zoomStep));
    else if (event.key === '-') setCrop(zoomTo(picture, crop, crop.zoom / zoomStep));
    else if (event.key === 'Enter') void finish();
    else return;
    event.preventDefault();
  }

  function onPointerMove(event: PointerEvent<HTMLCanvasElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { clientWidth, clientHeight } = event.currentTarget;
    const by = { x: event.movementX / clientWidth, y: event.movementY / clientHeight };
    setCrop((before) => move(picture, before, by));
  }

  return (
    <Stack gap="sm">
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the canvas takes keys of its own */}
      <canvas
        ref={frame}
        className={classes.crop}
        width={preview.width}
        height={preview.height}
        role="application"
        aria-label={t`Photo in its frame`}
        aria-describedby={hintId}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      />
      <Text id={hintId} size="sm" c="dimmed">
        {t`Drag the picture or use the arrow keys, Shift for larger steps; + and − zoom, Enter uses the photo.`}
      </Text>
      <div>
        <Text size="sm" fw={500}>
          {t`Zoom`}
        </Text>
        <Slider
          min={1}
          max={mostZoom}
          step={0.05}
          value={crop.zoom}
          onChange={(zoom) => setCrop(zoomTo(picture, crop, zoom))}
          label={(zoom) => `${Math.round(zoom * 100)} %`}
          thumbLabel={t`Zoom`}
        />
      </div>
      {isCoarse(picture, crop) && (
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

function draw(canvas: HTMLCanvasElement, picture: Picture, crop: Crop): void {
  const context = canvas.getContext('2d')!;
  const { x, y, width, height } = rectangleOf(picture, crop);
  // Pictures may be transparent, JPEGs cannot.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
}

async function photoOf(picture: Picture, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const { width, height } = outputSize(picture, crop);
  canvas.width = width;
  canvas.height = height;
  draw(canvas, picture, crop);
  const photo = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
  if (!photo) throw new Error('The browser could not write the photo as a JPEG picture.');
  return photo;
}
