import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import type { ChoiceList } from '#shared/choice-lists.ts';
import { choiceInWords } from '#shared/choice-lists.ts';
import { optionsOf } from '#shared/labels.ts';

type Choice = { value: string; label: string };

/** The choices offered today; `own` are the portal's own with their labels, used until the list is loaded. */
export function useChoices(list: ChoiceList, own: Readonly<Record<string, string>> = {}): Choice[] {
  const { data } = useQuery(api.settings.listChoices.queryOptions());
  if (!data) return optionsOf(own);
  return data[list].map(({ value, name }) => ({
    value,
    label: value in own ? choiceInWords(own, value) : name,
  }));
}
