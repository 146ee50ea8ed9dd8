import { useState } from 'react';
import { DocumentPane, documentShortcuts } from '#platform/web/components/document/document-pane.tsx';
import { useDocument } from '#platform/web/components/document/use-document.ts';
import { useShortcuts } from '#platform/web/components/use-shortcuts.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';
import { paperKey } from './case-keys.ts';
import classes from './case-papers.module.css';

/** Photo and bank receipt. The one that the keys act upon is the larger one. */
export function CasePapers({ application }: { application: Application }) {
  const [active, setActive] = useState<'photo' | 'receipt'>('receipt');
  const photo = useDocument(application.photo);
  const receipt = useDocument(application.receipt);
  useShortcuts([
    ...documentShortcuts(active === 'photo' ? photo : receipt),
    { ...paperKey, run: () => setActive(active === 'photo' ? 'receipt' : 'photo') },
  ]);
  return (
    <div className={classes.papers} data-active={active}>
      <DocumentPane
        shown={photo}
        title={t`Photo`}
        isActive={active === 'photo'}
        onActivate={() => setActive('photo')}
      />
      <DocumentPane
        shown={receipt}
        title={t`Bank receipt (DD)`}
        isActive={active === 'receipt'}
        onActivate={() => setActive('receipt')}
      />
    </div>
  );
}
