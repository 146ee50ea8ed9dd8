import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useLanguage } from '#platform/web/languages/language.ts';

/** Says a name or a colour of the stock in the reader's language; in English where it has no other. */
export function useStockWords(): (word: string) => string {
  const language = useLanguage();
  const { data } = useQuery({ ...api.stock.listStockWords.queryOptions(), enabled: language !== 'en' });
  return (word) => (language === 'en' ? word : (data?.words[word]?.[language] ?? word));
}

export function StockWord({ word }: { word: string }) {
  return useStockWords()(word);
}

/** A kind with its colour: `Parchment, Maroon`. */
export function StockWordPair({ name, colour }: { name: string; colour: string }) {
  const say = useStockWords();
  return `${say(name)}, ${say(colour)}`;
}
