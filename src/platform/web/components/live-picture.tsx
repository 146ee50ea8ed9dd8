import { Loader } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { t } from '#shared/words.ts';
import classes from './live-picture.module.css';

/**
 * The camera's live picture, with a frame of the class `guide`. `onShown` is called when the picture appears and
 * disappears.
 */
export function LivePicture(props: {
  video: RefObject<HTMLVideoElement | null>;
  stream: MediaStream | null;
  isShown: boolean;
  onShown: (isShown: boolean) => void;
  guide: string | undefined;
}) {
  const { video, stream, isShown, onShown, guide } = props;
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
    return () => onShown(false);
  }, [video, stream, onShown]);
  return (
    <div className={classes.live}>
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label={t`Live picture of the camera`}
        onLoadedData={() => onShown(true)}
      />
      {isShown ? <div className={guide} aria-hidden /> : <Loader className={classes.waiting} />}
    </div>
  );
}
