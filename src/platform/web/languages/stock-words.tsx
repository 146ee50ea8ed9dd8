import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '#platform/web/api/client.ts';
import { useLanguage } from './language.ts';

/** Translates a name or colour of the stock; falls back to English, and to '' while loading. */
export function useStockWords(isNeeded = true): (word: string) => string {
  const language = useLanguage();
  const { data, isLoading } = useQuery({
    ...api.stock.listStockWords.queryOptions(),
    enabled: isNeeded && language !== 'en',
  });
  return useCallback(
    (word) => (language === 'en' ? word : isLoading ? '' : (data?.words[word]?.[language] ?? word)),
    [data, isLoading, language],
  );
}

/** Formats a paper or ink with its colour: `Parchment, Maroon`. */
export function useKindName(): (name: string, colour: string) => string {
  const say = useStockWords();
  return (name, colour) =>
    [name, colour]
      .map(say)
      .filter((word) => word !== '')
      .join(', ');
}

export function StockWord({ word }: { word: string }) {
  return useStockWords()(word);
}

export function KindName({ name, colour }: { name: string; colour: string }) {
  return useKindName()(name, colour);
}
