import { useMemo, useRef } from 'react';
import { TemplateContent } from '#features/certificates/template.ts';
import { useKeptInput } from '#platform/web/components/use-kept-input.ts';
import type { Template } from '../../contract.ts';
import { isSameContent, type useBase } from './use-base.ts';

/** Autosaves changes until they are saved, as forms do: through a reload, a killed tab or a lost network. */
export function useKeptDraft(
  template: Template & { content: TemplateContent },
  {
    content,
    base,
    onRestored,
  }: {
    content: TemplateContent;
    base: ReturnType<typeof useBase>;
    onRestored: (content: TemplateContent) => void;
  },
) {
  const values = useMemo(() => ({ content }), [content]);
  const opened = useMemo(() => ({ content: base.content }), [base.content]);
  const newest = useRef(values);
  newest.current = values;
  const kept = useKeptInput(
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
