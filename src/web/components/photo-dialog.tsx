import { Alert, Loader, Modal, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { t } from '#shared/words.ts';
import { PhotoCamera } from './photo-camera.tsx';
import { PhotoCrop, type Picture } from './photo-crop.tsx';

/** What a photo is made of: what the camera sees, or a picture that is there already, under its name. */
export type PhotoSource = { from: 'camera' } | { from: 'file'; address: string; name: string };

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
    <Modal
      opened
      onClose={props.onClose}
      title={<Text fw={600}>{isCamera ? t`Take photo` : t`Crop photo`}</Text>}
      closeButtonProps={{ 'aria-label': t`Close` }}
      size="lg"
      centered
      fullScreen={isNarrow}
    >
      {isCamera ? (
        <FromCamera {...props} />
      ) : (
        <FromFile {...props} address={source.address} name={source.name} />
      )}
    </Modal>
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

function FromFile({ address, name, onDone, onClose }: Steps & { address: string; name: string }) {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    openPicture(address, leaving.signal).then(setPicture, () => {
      if (!leaving.signal.aborted) setIsUnreadable(true);
    });
    return () => leaving.abort();
  }, [address]);

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
      onDone={(photo) => onDone(new File([photo], nameAsJpeg(name), { type: 'image/jpeg' }))}
    />
  );
}

async function openPicture(address: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`The picture was answered with status ${response.status}.`);
  return createImageBitmap(await response.blob());
}

/** The file keeps its name; only an ending that would be wrong now is replaced. */
function nameAsJpeg(name: string): string {
  return /\.jpe?g$/i.test(name) ? name : `${name.replace(/\.(png|webp)$/i, '')}.jpg`;
}
