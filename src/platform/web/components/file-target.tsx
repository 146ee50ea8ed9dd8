import { type ComponentProps, type DragEvent, useState } from 'react';

/** What makes an element one that files are dropped onto. */
export function useDropTarget(take: (files: FileList) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      // A text goes into the field under it.
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

/** The browser's own file dialog, opened by a button that looks and speaks like the others. */
export function ChooseInput({
  onTake,
  ...input
}: Omit<ComponentProps<'input'>, 'onChange'> & { onTake: (files: FileList | null) => void }) {
  return (
    <input
      type="file"
      hidden
      {...input}
      onChange={(event) => {
        onTake(event.currentTarget.files);
        // The same file may be chosen again after it was mended.
        event.currentTarget.value = '';
      }}
    />
  );
}
