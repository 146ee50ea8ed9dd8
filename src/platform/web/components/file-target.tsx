import { type ComponentProps, type DragEvent, useState } from 'react';

/** Props that make an element a drop target for files. */
export function useDropTarget(take: (files: FileList) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      // Dropped text goes into the field under it.
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const isInside =
        event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
      if (!isInside) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(false);
      take(event.dataTransfer.files);
    },
  };
}

/** The browser's own file dialog; the visible button is elsewhere. */
export function ChooseInput(
  props: Omit<ComponentProps<'input'>, 'onChange'> & { onFiles: (files: FileList | null) => void },
) {
  const { onFiles, ...input } = props;
  return (
    <input
      type="file"
      hidden
      {...input}
      onChange={(event) => {
        onFiles(event.currentTarget.files);
        // So that the same file can be chosen again after it was corrected.
        event.currentTarget.value = '';
      }}
    />
  );
}
