import { Button, Group, Input } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCamera, IconCrop, IconUpload } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import { isFramed } from '#shared/crop-geometry.ts';
import type { FileReference } from '#shared/fields.ts';
import { contentsOf, type FileKind } from '#shared/file-kinds.ts';
import { t } from '#shared/words.ts';
import classes from './file-field.module.css';
import { FilePicture, FileWords, type Upload, useUpload } from './file-upload.tsx';
import { hasCameraAccess } from './photo-camera.tsx';
import { PhotoDialog, type PhotoSource } from './photo-dialog.tsx';
import { fileAddress } from './values.tsx';

type FileFieldProps = {
  label: string;
  kind: FileKind;
  value: FileReference | null;
  onChange: (file: FileReference | null) => void;
  upload: Upload;
  description?: ReactNode;
  /** The form's sentence about this field. */
  error?: ReactNode;
  isRequired?: boolean;
  /** The field's path in its form, so that an error summary leads here. */
  path?: string;
};

/**
 * One file, chosen, dropped, pasted or taken with the camera; it is uploaded at once. A photo of other sides than 35 × 45 mm is
 * cropped first, so that what is seen is what will be printed.
 */
export function FileField(props: FileFieldProps) {
  const { label, kind, value } = props;
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOver, setIsOver] = useState(false);
  const id = useId();
  /** The uncropped picture, to choose another part of it. */
  const [chosen, setChosen] = useState<File | null>(null);
  const [photoSource, setPhotoSource] = useState<PhotoSource | null>(null);
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const { state, start, cancel } = useUpload({ kind, upload: props.upload, onUploaded: props.onChange });
  const takesPhotos = kind === 'photo' && hasCameraAccess();
  const isUploading = state.step === 'uploading';
  const error = state.step === 'failed' ? state.sentence : isUploading ? null : props.error;

  function take(files: FileList | null | undefined): void {
    const file = files?.[0];
    if (file) void (kind === 'photo' ? takePhoto(file) : start(file));
  }

  async function takePhoto(file: File): Promise<void> {
    setChosen(file);
    if (await needsCrop(file)) setPhotoSource({ from: 'file', picture: file, name: file.name });
    else void start(file);
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  }

  function onPaste(event: ClipboardEvent): void {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take(event.clipboardData.files);
  }

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={props.description}
      error={error}
      errorProps={{ mt: 5, id: `${id}-error`, role: state.step === 'failed' ? 'alert' : undefined }}
      withAsterisk={props.isRequired}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be named by the wrapper's label */}
      <div
        className={classes.target}
        role="group"
        aria-labelledby={`${id}-label`}
        data-over={isOver || undefined}
        data-filled={value !== null || undefined}
        data-bad={error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        onPaste={onPaste}
      >
        <FilePicture state={state} value={value} kind={kind} />
        <div className={classes.words}>
          <FileWords state={state} value={value} kind={kind} />
          <Group gap={6} mt={6}>
            <Button
              ref={button}
              size="xs"
              variant="default"
              leftSection={<IconUpload size={14} aria-hidden />}
              aria-describedby={error ? `${id}-error` : undefined}
              data-invalid-field={error ? true : undefined}
              data-path={props.path}
              onClick={() => input.current?.click()}
            >
              {value || isUploading ? t`Replace` : t`Choose file`}
              <span className={classes.choose}> {t`for ${label}`}</span>
            </Button>
            {takesPhotos && !isUploading && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconCamera size={14} aria-hidden />}
                onClick={() => setPhotoSource({ from: 'camera' })}
              >
                {t`Take photo`}
              </Button>
            )}
            {kind === 'photo' && value && !isUploading && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconCrop size={14} aria-hidden />}
                onClick={() =>
                  setPhotoSource({
                    from: 'file',
                    picture: chosen ?? { address: fileAddress(value.id) },
                    name: chosen?.name ?? value.name,
                  })
                }
              >
                {t`Crop`}
              </Button>
            )}
            {isTouch && !takesPhotos && !isUploading && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconCamera size={14} aria-hidden />}
                onClick={() => camera.current?.click()}
              >
                {t`Take picture`}
              </Button>
            )}
            {isUploading && (
              <Button
                size="xs"
                variant="subtle"
                onClick={() => {
                  cancel();
                  button.current?.focus();
                }}
              >
                {t`Cancel`}
              </Button>
            )}
            {state.step === 'failed' && state.mayRetry && (
              <Button size="xs" variant="subtle" onClick={() => void start(state.file)}>
                {t`Try again`}
              </Button>
            )}
            {value && !isUploading && (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                onClick={() => {
                  setChosen(null);
                  props.onChange(null);
                  button.current?.focus();
                }}
              >
                {t`Remove`}
              </Button>
            )}
          </Group>
        </div>
        <ChooseInput reference={input} accept={contentsOf[kind].types.join()} onTake={take} />
        <ChooseInput reference={camera} accept="image/*" capture="environment" onTake={take} />
        {photoSource && (
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
        )}
      </div>
    </Input.Wrapper>
  );
}

/** A picture that does not open is refused with the upload's sentence. */
async function needsCrop(file: File): Promise<boolean> {
  // What is no picture has no preview; the server says why.
  const picture = await createImageBitmap(file).catch(() => null);
  const isCropped = picture === null || isFramed(picture);
  picture?.close();
  return !isCropped;
}

/** The browser's own file dialog, opened by a button that looks and speaks like the others. */
function ChooseInput(props: {
  reference: RefObject<HTMLInputElement | null>;
  accept: string;
  capture?: 'environment';
  onTake: (files: FileList | null) => void;
}) {
  return (
    <input
      ref={props.reference}
      type="file"
      hidden
      accept={props.accept}
      capture={props.capture}
      onChange={(event) => {
        props.onTake(event.currentTarget.files);
        // The same file may be chosen again after it was mended.
        event.currentTarget.value = '';
      }}
    />
  );
}
