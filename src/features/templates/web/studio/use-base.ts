import { useEffect, useState } from 'react';
import { TemplateContent } from '#features/certificates/template.ts';

type Base = { version: number; content: TemplateContent };

/**
 * What the open changes began with. A version that somebody else saved meanwhile takes its place where nothing was changed here;
 * otherwise it is said, and nothing is lost on either side until somebody decides.
 */
export function useBase(
  newest: Base,
  { content, onNewer }: { content: TemplateContent; onNewer: (content: TemplateContent) => void },
) {
  const [base, setBase] = useState<Base>({ version: newest.version, content: newest.content });
  const isDirty = !isSameContent(content, base.content);
  const isNewer = newest.version > base.version;
  // A scan that was laid, or a version that came into force, is no other content.
  const isSame = isSameContent(newest.content, base.content);

  // biome-ignore lint/correctness/useExhaustiveDependencies: decided when the newest version comes
  useEffect(() => {
    if (!isNewer || (isDirty && !isSame)) return;
    setBase({ version: newest.version, content: newest.content });
    if (!isSame) onNewer(newest.content);
  }, [newest.version]);

  return {
    ...base,
    isDirty,
    isOutdated: isNewer && isDirty && !isSame,
    keep: (kept: Partial<Base>) => setBase((before) => ({ ...before, ...kept })),
  };
}

export function isSameContent(one: TemplateContent, other: TemplateContent): boolean {
  return one === other || written(one) === written(other);
}

/** Compared at each step of a drag. */
const known = new WeakMap<TemplateContent, string>();

/** With its keys in the order of the schema, wherever it was put together. */
function written(content: TemplateContent): string {
  const found = known.get(content) ?? JSON.stringify(TemplateContent.parse(content));
  known.set(content, found);
  return found;
}
