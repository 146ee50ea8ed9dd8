import { useEffect, useMemo, useRef, useState } from 'react';
import { TemplateContent } from '#features/certificates/template.ts';
import { useAutosave } from '#platform/web/components/use-autosave.ts';
import type { Template } from '../../contract.ts';

type Base = { version: number; content: TemplateContent };

/**
 * The saved version that local changes are based on. A version saved by somebody else replaces it if nothing was
 * changed locally; otherwise the conflict is reported and both are kept until the user decides.
 */
export function useBaseVersion(
  newest: Base,
  { content, onNewer }: { content: TemplateContent; onNewer: (content: TemplateContent) => void },
) {
  const [base, setBase] = useState<Base>({ version: newest.version, content: newest.content });
  const isDirty = !isSameContent(content, base.content);
  const isNewer = newest.version > base.version;
  // A new scan or a version coming into force does not change the content.
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

function isSameContent(one: TemplateContent, other: TemplateContent): boolean {
  return one === other || written(one) === written(other);
}

/** Cached, because it is compared at each step of a drag. */
const known = new WeakMap<TemplateContent, string>();

/** JSON with the keys in the schema's order, whatever their original order. */
function written(content: TemplateContent): string {
  const found = known.get(content) ?? JSON.stringify(TemplateContent.parse(content));
  known.set(content, found);
  return found;
}

/** Autosaves changes until they are saved, as forms do: through a reload, a killed tab or a lost network. */
export function useStudioAutosave(
  template: Template & { content: TemplateContent },
  {
    content,
    base,
    onRestored,
  }: {
    content: TemplateContent;
    base: ReturnType<typeof useBaseVersion>;
    onRestored: (content: TemplateContent) => void;
  },
) {
  const values = useMemo(() => ({ content }), [content]);
  const opened = useMemo(() => ({ content: base.content }), [base.content]);
  const newest = useRef(values);
  newest.current = values;
  const kept = useAutosave(
    {
      values,
      getValues: () => newest.current,
      setValues: (restored) => {
        // Content stored by an earlier version of the portal may no longer be valid.
        const found = TemplateContent.safeParse(restored.content);
        if (found.success) onRestored(found.data);
      },
      isDirty: () => base.isDirty,
    },
    `template-${template.id}`,
    { opened },
  );
  const before = kept.restoredOpened?.content;
  /** The restored changes are based on a draft that somebody else has since replaced. */
  const isOutdated = base.isDirty && before !== undefined && !isSameContent(before, template.content);
  return { ...kept, isOutdated };
}
