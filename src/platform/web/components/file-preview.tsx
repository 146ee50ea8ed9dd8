import { Progress, Text } from '@mantine/core';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { FileReference } from '#shared/fields.ts';
import { contentsOf, type FileKind } from '#shared/file-kinds.ts';
import { t } from '#shared/words.ts';
import classes from './file-field.module.css';
import { fileAddress, thumbnailAddress } from './file-link.tsx';
import type { UploadState } from './use-upload.ts';

type Preview = { state: UploadState; value: FileReference | null; kind: FileKind };

/** The name of the file or how far its upload is; before there is one, what is wanted. */
export function FileWords(props: Preview) {
  const { state, value } = props;
  if (state.step === 'uploading') {
    return (
      <>
        <Text size="sm" className={classes.name}>
          {state.file.name}
        </Text>
        <Progress
          mt={4}
          value={state.share * 100}
          aria-label={t`Uploading ${state.file.name}`}
          transitionDuration={100}
        />
      </>
    );
  }
  if (value) {
    return (
      <Text
        size="sm"
        component="a"
        href={fileAddress(value.id)}
        target="_blank"
        rel="noopener"
        className={classes.name}
      >
        {value.name}{' '}
        <Text span size="xs" c="dimmed">
          {sizeInWords(value.byteSize)}
        </Text>
      </Text>
    );
  }
  return (
    <Text size="xs" c="dimmed">
      {t`Drop or paste it here: ${contentsOf[props.kind].wanted}, at most 5 MiB.`}
    </Text>
  );
}

/** The file in small, from the moment that it is chosen. */
export function FilePicture(props: Preview) {
  const { state, value, kind } = props;
  const local = useObjectAddress(state.step === 'uploading' ? state.file : null);
  const stored = value?.mediaType.startsWith('image/') ? thumbnailAddress(value.id) : null;
  const source = state.step === 'uploading' ? local : stored;
  const Sign = kind === 'photo' || kind === 'error_photo' ? IconPhoto : IconFileText;
  return (
    <div className={classes.picture}>
      {source ? <img src={source} alt="" /> : <Sign size={24} stroke={1.4} aria-hidden />}
    </div>
  );
}

/** Shows a picture before the server has it. */
function useObjectAddress(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [file]);
  return file ? address : null;
}

function sizeInWords(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
