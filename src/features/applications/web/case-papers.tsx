import { useState } from 'react';
import { DocumentPane, documentShortcuts } from '#platform/web/components/document/document-pane.tsx';
import { useDocument } from '#platform/web/components/document/use-document.ts';
import { useShortcuts } from '#platform/web/components/use-shortcuts.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';
import { paperKey } from './case-keys.ts';
import classes from './case-papers.module.css';

const titles = { photo: t`Photo`, receipt: t`Bank receipt (DD)` };

/** Photo and bank receipt. The one that the keys act upon is the larger one. */
export function CasePapers({ application }: { application: Application }) {
  const [active, setActive] = useState<'photo' | 'receipt'>('receipt');
  const shown = { photo: useDocument(application.photo), receipt: useDocument(application.receipt) };
  useShortcuts([
    ...documentShortcuts(shown[active]),
    { ...paperKey, run: () => setActive(active === 'photo' ? 'receipt' : 'photo') },
  ]);
  return (
    <div className={classes.papers} data-active={active}>
      {namesOf(titles).map((kind) => (
        <DocumentPane
          key={kind}
          shown={shown[kind]}
          title={titles[kind]}
          isActive={active === kind}
          onActivate={() => setActive(kind)}
        />
      ))}
    </div>
  );
}
