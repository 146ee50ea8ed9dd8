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
  const isDirty = written(content) !== written(base.content);
  const isNewer = newest.version > base.version;
  // A scan that was laid, or a version that came into force, is no other content.
  const isSame = written(newest.content) === written(base.content);

  // biome-ignore lint/correctness/useExhaustiveDependencies: decided when the newest version comes
  useEffect(() => {
    if (!isNewer || (isDirty && !isSame)) return;
    setBase({ version: newest.version, content: newest.content });
    if (!isSame) onNewer(newest.content);
  }, [newest.version]);

  return {
    version: base.version,
    isDirty,
    isOutdated: isNewer && isDirty && !isSame,
    keep: (kept: Partial<Base>) => setBase((before) => ({ ...before, ...kept })),
  };
}

/** With its keys in the order of the schema, wherever it was put together. */
const written = (content: TemplateContent): string => JSON.stringify(TemplateContent.parse(content));
