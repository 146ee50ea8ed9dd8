/** Translates a sentence; undefined if the catalog does not have it. */
export type Translate = (
  parts: readonly string[],
  values: readonly (string | number)[],
) => string | undefined;

/**
 * The current translation, used by `translateLabel` and by the untransformed tag `t` of `words.ts`; English if unset.
 */
export const currentTranslation: { current: Translate | undefined } = { current: undefined };

/** Translates a label that was created in another language into the current one; other text is returned unchanged. */
export function translateLabel(label: string): string {
  return currentTranslation.current?.([label], []) ?? label;
}
