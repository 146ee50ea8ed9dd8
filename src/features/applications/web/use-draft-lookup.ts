import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#features/client.ts';
import { DraftEntry, type DraftOnRegister } from '#features/demand-drafts/contract.ts';
import { type ApplicationFormState, emptyDraft, type TypedDraft } from './application-form-values.ts';
import { faceOf, filledIn } from './draft-fill.ts';

/** The register's answer for one draft of the form; empty until number, bank and branch are typed. */
export type LookedUpDraft = { known: DraftOnRegister | null | undefined; error: unknown };

const debounceMilliseconds = 250;
const Face = DraftEntry.pick({ number: true, bank: true, branch: true });

/**
 * Looks up every draft once number, bank and branch are typed, and fills in date and amount. Changing one of the three
 * clears them again. A pinned draft is removed once its balance is used up.
 */
export function useDraftLookup(form: ApplicationFormState): LookedUpDraft[] {
  const { drafts } = form.values;
  const faces = drafts.map(faceOf);
  const [settled] = useDebouncedValue(faces.join('\n'), debounceMilliseconds);
  const asked = settled.split('\n');
  const answers = useQueries({
    queries: drafts.map((draft, index) => {
      const face = Face.safeParse(draft);
      return api.demandDrafts.lookUpDraft.queryOptions({
        input: face.data!,
        enabled: face.success && asked.includes(faces[index]!),
      });
    }),
  });
  const looked = answers.map(({ data, error }) => ({ known: data?.draft, error }));

  const known = looked.map((one) => `${one.known?.id} ${one.known?.balance}`).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a draft's identity or entry changes
  useEffect(() => {
    for (const [index, draft] of form.getValues().drafts.entries()) {
      const filled = filledIn(draft, looked[index]?.known ?? null);
      if (filled) setDraft(form, index, filled);
    }
    const { drafts } = form.getValues();
    const left = drafts.filter((draft, index) => !draft.isPinned || looked[index]?.known?.balance !== 0);
    if (left.length < drafts.length) form.setFieldValue('drafts', left.length > 0 ? left : [emptyDraft()]);
  }, [known, faces.join('\n')]);
  return looked;
}

function setDraft(form: ApplicationFormState, index: number, draft: TypedDraft): void {
  form.setFieldValue(`drafts.${index}`, draft);
  form.clearFieldError(`drafts.${index}.drawnOn`);
  form.clearFieldError(`drafts.${index}.amount`);
}
