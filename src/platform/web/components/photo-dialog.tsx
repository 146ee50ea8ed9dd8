import { Alert, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { t } from '#shared/words.ts';
import { Dialog } from './dialog.tsx';
import { PhotoCamera } from './photo-camera.tsx';
import { PhotoCrop, type Picture } from './photo-crop.tsx';

/** What a photo is made of: what the camera sees, or a picture under its name that was chosen or is stored already. */
export type PhotoSource =
  | { from: 'camera' }
  | { from: 'file'; picture: Blob | { address: string }; name: string };

/** Takes a photo with the camera or opens an uploaded one, and cuts it to the frame of 35 × 45 mm. */
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

/** The file keeps its name; only an ending that would be wrong now is replaced. */
function nameAsJpeg(name: string): string {
  return /\.jpe?g$/i.test(name) ? name : `${name.replace(/\.(png|webp)$/i, '')}.jpg`;
}
