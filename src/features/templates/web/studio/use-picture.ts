import { useEffect, useRef, useState } from 'react';
import type { PlacedContent } from '#features/certificates/template.ts';
import { client } from '#features/client.ts';
import type { LineFit, Sample } from '../../picture-contract.ts';

type Wanted = { id: string; content: PlacedContent; sample: Sample };
type Shown = { address: string; fits: readonly LineFit[]; content: PlacedContent };

/**
 * The compiler's picture of the present content. One request at a time; of the changes meanwhile only the latest is
 * drawn, so that pictures arrive in order and as often as possible.
 */
export function usePicture(wanted: Wanted): {
  shown: Shown | null;
  isDrawing: boolean;
  error: unknown;
  retry: () => void;
} {
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isDrawing, setIsDrawing] = useState(false);
  const next = useRef<Wanted | null>(null);
  const isBusy = useRef(false);
  const leaving = useRef(new AbortController());

  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  async function draw(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsDrawing(true);
    while (next.current && !leaving.current.signal.aborted) {
      const asked = next.current;
      const { signal } = leaving.current;
      next.current = null;
      try {
        const { picture, fits } = await client.templatePictures.drawTemplate(asked, { signal });
        if (signal.aborted) continue;
        setShown({ address: `data:image/png;base64,${picture}`, fits, content: asked.content });
        setError(null);
      } catch (refused) {
        if (!signal.aborted) setError(refused);
      }
    }
    isBusy.current = false;
    setIsDrawing(false);
  }

  const { id, content, sample } = wanted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again when what it shows changes
  useEffect(() => {
    next.current = { id, content, sample };
    void draw();
  }, [id, content, sample]);

  return {
    shown,
    isDrawing,
    error,
    retry: () => {
      next.current = { id, content, sample };
      void draw();
    },
  };
}
