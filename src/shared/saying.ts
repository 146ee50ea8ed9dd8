/** Says a sentence in another language; undefined where its catalog has no such sentence. */
export type Saying = (parts: readonly string[], values: readonly (string | number)[]) => string | undefined;

/** How `said`, and the tag `t` of `words.ts` where no build has replaced it, speak just now; English if nothing is set. */
export const sayingIn: { current: Saying | undefined } = { current: undefined };

/** A label that was worded while another language was spoken, in that of now; what is no words of the portal stays as it is. */
export function said(label: string): string {
  return sayingIn.current?.([label], []) ?? label;
}
