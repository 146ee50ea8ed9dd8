import { IconDownload, IconFileText } from '@tabler/icons-react';
import { fileOperations } from '#platform/contract/files.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import type { FileReference } from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import classes from './file-link.module.css';

export function fileAddress(id: string): string {
  return addressOf(fileOperations.getFile, { id });
}

export function thumbnailAddress(id: string): string {
  return addressOf(fileOperations.getThumbnail, { id });
}

/**
 * An uploaded file: its picture, its own name (opens it) and a button that downloads it under that name.
 * Plain links, because lists draw hundreds of them while scrolling.
 */
export function FileLink(props: { file: FileReference; size?: 'row' | 'large' }) {
  const { file, size = 'row' } = props;
  const isImage = file.mediaType.startsWith('image/');
  return (
    <span className={classes.file} data-size={size}>
      {isImage ? (
        <img className={classes.thumbnail} src={thumbnailAddress(file.id)} alt="" loading="lazy" />
      ) : (
        <IconFileText size={20} stroke={1.5} aria-hidden />
      )}
      <a
        className={classes.name}
        href={fileAddress(file.id)}
        target="_blank"
        rel="noopener"
        title={file.name}
      >
        {file.name}
      </a>
      <a
        className={classes.download}
        href={addressOf(fileOperations.getFile, { id: file.id, download: '1' })}
        download={file.name}
        aria-label={t`Download ${file.name}`}
        title={t`Download`}
      >
        <IconDownload size={16} aria-hidden />
      </a>
    </span>
  );
}
