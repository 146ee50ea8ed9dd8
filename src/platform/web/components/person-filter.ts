import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { t } from '#shared/words.ts';

/** Whose rows a list shows: everybody's, one's own, or those of the colleague in a shared URL. */
export function usePersonFilter(key: string, words: { label: string; own: string; colleague: string }) {
  const { staffId } = useSession();
  const named = (useSearch({ strict: false }) as Record<string, unknown>)[key];
  const colleague = typeof named === 'string' && isId(named) && named !== staffId ? named : null;
  return useMemo(
    () => ({
      label: words.label,
      options: [
        { value: 'all', label: t`All` },
        { value: staffId, label: words.own },
        ...(colleague === null ? [] : [{ value: colleague, label: words.colleague }]),
      ],
    }),
    [words, staffId, colleague],
  );
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
