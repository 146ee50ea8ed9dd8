/** Says a sentence in another language; undefined where its catalog has no such sentence. */
export type Saying = (parts: readonly string[], values: readonly (string | number)[]) => string | undefined;

/** How the tag `t` of `words.ts` speaks just now, where no build has replaced it; English if nothing is set. */
export const sayingIn: { current: Saying | undefined } = { current: undefined };
