import { useState } from 'react';
import { DocumentPane, documentShortcuts } from '#platform/web/components/document/document-pane.tsx';
import { useDocument } from '#platform/web/components/document/use-document.ts';
import { useShortcuts } from '#platform/web/components/use-shortcuts.ts';
import type { FileReference } from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';
import { receiptLabel } from './application-labels.ts';
import classes from './case-documents.module.css';
import { documentKey } from './case-keys.ts';

/** Photo and bank receipts; the one that the keys act on is shown largest. */
export function CaseDocuments({ application: { photo, receipts } }: { application: Application }) {
  const [chosen, setChosen] = useState(1);
  const files = [photo, ...receipts];
  const active = Math.min(chosen, receipts.length);
  useShortcuts([{ ...documentKey, run: () => setChosen((active + 1) % files.length) }]);
  return (
    <div className={classes.papers}>
      {files.map((file, index) => (
        <CaseDocument
          // biome-ignore lint/suspicious/noArrayIndexKey: the same viewer shows the next case's file
          key={index}
          file={file}
          title={titleOf(index, receipts.length)}
          isActive={index === active}
          onActivate={() => setChosen(index)}
        />
      ))}
    </div>
  );
}

function CaseDocument(props: {
  file: FileReference;
  title: string;
  isActive: boolean;
  onActivate: () => void;
}) {
  const shown = useDocument(props.file);
  useShortcuts(props.isActive ? documentShortcuts(shown) : []);
  return <DocumentPane {...props} shown={shown} />;
}

function titleOf(index: number, receiptCount: number): string {
  if (index === 0) return t`Photo`;
  return receiptCount === 1 ? receiptLabel : t`Bank receipt (DD) ${index} of ${receiptCount}`;
}
