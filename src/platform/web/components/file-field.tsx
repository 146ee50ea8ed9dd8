import { Button, Group, Input } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Icon, IconCamera, IconCrop, IconUpload } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react';
import { uploadFile } from '#platform/web/api/upload.ts';
import { isFramed, type Size } from '#shared/crop-geometry.ts';
import { errorSentence } from '#shared/errors.ts';
import type { FileReference } from '#shared/fields.ts';
import { contentsOf, type FileKind, minimumPixels } from '#shared/file-kinds.ts';
import { t } from '#shared/words.ts';
import { contentOfFile } from './content-of-file.ts';
import classes from './file-field.module.css';
import { ChooseInput, useDropTarget } from './file-target.tsx';
import { FilePicture, FileWords, faultOfFile, useUpload } from './file-upload.tsx';
import type { PhotoSource } from './photo-dialog.tsx';
import { hasCameraAccess } from './use-camera.ts';
import { fileAddress } from './values.tsx';

const PhotoDialog = lazy(async () => ({ default: (await import('./photo-dialog.tsx')).PhotoDialog }));

type FileFieldProps = {
  label: string;
  kind: FileKind;
  value: FileReference | null;
  onChange: (file: FileReference | null) => void;
  description?: ReactNode;
  /** The error message of this field. */
  error?: ReactNode;
  isRequired?: boolean;
  /** The field's path in its form, for links from the error summary. */
  path?: string;
};

/**
 * One file, chosen, dropped, pasted or taken with the camera, and uploaded at once. A photo with other proportions than
 * 35 × 45 mm is cropped first, so that the preview shows what will be printed.
 */
export function FileField(props: FileFieldProps) {
  const { label, kind, value } = props;
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  /** The uncropped picture, for choosing another part of it. */
  const [chosen, setChosen] = useState<File | null>(null);
  const [photoSource, setPhotoSource] = useState<PhotoSource | null>(null);
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const { state, start, refuse, cancel } = useUpload({
    faultOf: (file) => faultOfFile(file, kind),
    send: (file, options) => uploadFile(file, { kind, ...options }),
    onUploaded: props.onChange,
  });
  const target = useDropTarget(receiveFiles);
  const takesPhotos = kind === 'photo' && hasCameraAccess();
  const isUploading = state.step === 'uploading';
  const error = state.step === 'failed' ? state.sentence : isUploading ? null : props.error;

  function receiveFiles(files: FileList | null | undefined): void {
    const file = files?.[0];
    if (file) void (kind === 'photo' ? takePhoto(file) : start(file));
  }

  async function takePhoto(file: File): Promise<void> {
    const size = await sizeOf(file);
    const found = size && Math.min(size.width, size.height);
    const least = minimumPixels.photo;
    if (found !== null && found < least)
      return refuse(file, errorSentence('files.picture_too_small', { least, found }));
    setChosen(file);
    const content = await contentOfFile(file);
    // The cropped photo is a JPEG, so a format that only the browser opens is converted as well.
    const isReady = contentsOf.photo.types.includes(content ?? '') && size !== null && isFramed(size);
    if (size && !isReady) setPhotoSource({ picture: file, name: file.name });
    else void start(file);
  }

  function onPaste(event: ClipboardEvent): void {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    receiveFiles(event.clipboardData.files);
  }

  return (
    <Input.Wrapper
      role="group"
      aria-labelledby={`${id}-label`}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={props.description}
      error={error}
      errorProps={{ mt: 5, id: `${id}-error`, role: state.step === 'failed' ? 'alert' : undefined }}
      withAsterisk={props.isRequired}
    >
      <div
        className={classes.target}
        data-filled={value !== null || undefined}
        data-bad={error ? true : undefined}
        {...target}
        onPaste={onPaste}
      >
        <FilePicture state={state} value={value} kind={kind} />
        <div className={classes.words}>
          <FileWords state={state} value={value} kind={kind} />
          <Group gap={6} mt={6}>
            <Act
              ref={button}
              Picture={IconUpload}
              aria-describedby={error ? `${id}-error` : undefined}
              aria-invalid={error ? true : undefined}
              data-path={props.path}
              onClick={() => input.current?.click()}
            >
              {value || isUploading ? t`Replace` : t`Choose file`}
              <span className="visually-hidden"> {t`for ${label}`}</span>
            </Act>
            {takesPhotos && !isUploading && (
              <Act Picture={IconCamera} onClick={() => setPhotoSource('camera')}>
                {t`Take photo`}
              </Act>
            )}
            {kind === 'photo' && value && !isUploading && (
              <Act
                Picture={IconCrop}
                onClick={() =>
                  setPhotoSource({
                    picture: chosen ?? fileAddress(value.id),
                    name: chosen?.name ?? value.name,
                  })
                }
              >
                {t`Crop`}
              </Act>
            )}
            {isTouch && !takesPhotos && !isUploading && (
              <Act Picture={IconCamera} onClick={() => camera.current?.click()}>
                {t`Take picture`}
              </Act>
            )}
            {isUploading && (
              <Act
                onClick={() => {
                  cancel();
                  button.current?.focus();
                }}
              >
                {t`Cancel upload`}
              </Act>
            )}
            {state.step === 'failed' && state.mayRetry && (
              <Act onClick={() => void start(state.file)}>{t`Try again`}</Act>
            )}
            {value && !isUploading && (
              <Act
                color="red"
                onClick={() => {
                  setChosen(null);
                  props.onChange(null);
                  button.current?.focus();
                }}
              >
                {t`Remove`}
              </Act>
            )}
          </Group>
        </div>
        <ChooseInput ref={input} accept={contentsOf[kind].types.join()} onFiles={receiveFiles} />
        <ChooseInput ref={camera} accept="image/*" capture="environment" onFiles={receiveFiles} />
        {photoSource && (
          <Suspense>
            <PhotoDialog
              source={photoSource}
              onDone={(photo) => {
                setPhotoSource(null);
                void start(photo);
              }}
              onChooseFile={() => {
                setPhotoSource(null);
                input.current?.click();
              }}
              onClose={() => setPhotoSource(null)}
            />
          </Suspense>
        )}
      </div>
    </Input.Wrapper>
  );
}

/** Null if the browser cannot open the picture, which has no preview then; the upload's error says why. */
async function sizeOf(file: File): Promise<Size | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  const size = picture && { width: picture.width, height: picture.height };
  picture?.close();
  return size;
}

/** A small button of the field: with an icon if it chooses a file, plain if it acts on the chosen one. */
function Act({ Picture, ...button }: ComponentProps<typeof Button<'button'>> & { Picture?: Icon }) {
  return (
    <Button
      size="xs"
      variant={Picture ? 'default' : 'subtle'}
      leftSection={Picture && <Picture size={14} aria-hidden />}
      {...button}
    />
  );
}
