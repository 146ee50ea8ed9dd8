import { useEffect, useEffectEvent } from 'react';

/** Handles files pasted anywhere on the page; pasted text goes into its field. */
export function usePastedFiles(take: (files: FileList) => void): void {
  const takePasted = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData?.files;
    if (!files?.length) return;
    event.preventDefault();
    take(files);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => takePasted(event);
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
}
