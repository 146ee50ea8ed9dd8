/** Translates a sentence; undefined if the catalog does not have it. */
export type Saying = (parts: readonly string[], values: readonly (string | number)[]) => string | undefined;

/** The current translation, used by `said` and by the untransformed tag `t` of `words.ts`; English if unset. */
export const sayingIn: { current: Saying | undefined } = { current: undefined };

/** Translates a label that was created in another language into the current one; other text is returned unchanged. */
export function said(label: string): string {
  return sayingIn.current?.([label], []) ?? label;
}
