import { useState, type DragEvent } from 'react';

interface FileDrop {
  /** Whether a file is being dragged over the element. */
  isDraggingOver: boolean;
  /** Handlers for the element that accepts the file. */
  handlers: Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>;
}

/** Lets an element accept a dropped file. If several are dropped, only the first is used. */
export function useFileDrop(onFile: (file: File) => void, { disabled = false } = {}): FileDrop {
  const [isDraggingOver, setIsDraggingOver] = useState(false);
  const trackDrag = (event: DragEvent, isDragging: boolean): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsDraggingOver(isDragging && !disabled);
  };
  return {
    isDraggingOver,
    handlers: {
      onDragOver: (event) => trackDrag(event, true),
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) trackDrag(event, false);
      },
      onDrop: (event) => {
        trackDrag(event, false);
        const [file] = event.dataTransfer.files;
        if (file && !disabled) onFile(file);
      },
    },
  };
}
