import portalCrest from '#platform/web/assets/crest.svg';
import { currentLanguage } from '#platform/web/languages/language.ts';
import { type PrintedScript, usualScripts } from '#shared/printed-scripts.ts';

/** Written into the page by the server (`web.ts`); missing in a portal without a university. */
const facts: { names: Record<string, string>; scripts?: readonly PrintedScript[]; crest: string | null } =
  JSON.parse(
    document.querySelector<HTMLMetaElement>('meta[name=university]')?.content ?? '{"names":{},"crest":null}',
  );

/** The university's crest, or by default the portal's. */
export function Crest({ size, className }: { size?: number; className?: string }) {
  const source = facts.crest ?? portalCrest;
  return (
    <img
      src={source}
      alt=""
      width={size}
      height={size}
      className={className}
      style={{ objectFit: 'contain' }}
    />
  );
}

/** The university's name in the page's language, or else in English; empty before it is set up. */
export function universityName(): string {
  return facts.names[currentLanguage()] ?? facts.names.en ?? '';
}

/** The scripts besides Latin that its certificates had when the page was loaded. */
export function universityScripts(): readonly PrintedScript[] {
  return facts.scripts ?? usualScripts;
}
