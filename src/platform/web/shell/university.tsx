import portalCrest from '#platform/web/assets/crest.svg';
import { currentLanguage } from '#platform/web/languages/language.ts';

/** As the server wrote it into the page (`web.ts`); a portal without a university has nothing there. */
const facts: { names: Record<string, string>; crest: string | null } = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=university]')?.content ?? '{"names":{},"crest":null}',
);

/** The university's own crest, or the portal's. */
export function Crest({ size, className }: { size?: number; className?: string }) {
  return <img src={facts.crest ?? portalCrest} alt="" width={size} height={size} className={className} />;
}

/** The university's name in the language of the page, where it has one there; empty before it is set up. */
export function universityName(): string {
  return facts.names[currentLanguage()] ?? facts.names.en ?? '';
}
