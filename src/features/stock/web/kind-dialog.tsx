import { client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { t } from '#shared/words.ts';
import { InkEntry, inkUnits } from '../ink-contract.ts';
import { unitLabel } from '../rules.ts';
import { KindEntry } from '../stock-record.ts';

export type KindDialogProps = { onAdded: (id: string) => void; onClose: () => void };

/** Adds a kind of certificate paper that was never in stock before. */
export function AddPaperDialog({ onAdded, onClose }: KindDialogProps) {
  return (
    <CommandDialog
      title={t`New certificate paper`}
      confirmLabel={t`Add certificate paper`}
      call={client.stock.addPaper}
      fields={{
        ...nameFields(t`Certificate name`),
        warnBelow: {
          kind: 'number',
          label: t`Warn below`,
          description: t`Sheets in store and issued.`,
          isRequired: true,
          initial: 100,
          min: 0,
          missing: t`Enter a number.`,
        },
      }}
      fault={(entry) => KindEntry.safeParse(entry).error?.issues[0]?.message ?? null}
      input={(entry) => entry}
      onDone={({ id }) => {
        onAdded(id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Adds a kind of ink that was never in stock before. */
export function AddInkDialog({ onAdded, onClose }: KindDialogProps) {
  return (
    <CommandDialog
      title={t`New ink`}
      confirmLabel={t`Add ink`}
      call={client.stock.addInk}
      fields={{
        ...nameFields(t`Ink name`),
        unit: {
          kind: 'choice',
          label: t`Unit`,
          isRequired: true,
          options: inkUnits.map((unit) => ({ value: unit, label: unitLabel(unit) })),
          initial: 'cartridges',
          missing: t`Choose the unit.`,
        },
        sheetsPerUnit: {
          kind: 'number',
          label: t`Expected yield`,
          description: t`Sheets that one unit prints.`,
          isRequired: true,
          initial: '',
          min: 1,
          missing: t`Enter how many sheets one unit prints.`,
        },
        warnBelow: {
          kind: 'number',
          label: t`Warn below`,
          isRequired: true,
          initial: 2,
          min: 0,
          missing: t`Enter a number.`,
        },
      }}
      fault={(entry) => InkEntry.safeParse(entry).error?.issues[0]?.message ?? null}
      input={(entry) => entry}
      onDone={({ id }) => {
        onAdded(id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** What every kind is called by. */
function nameFields(label: string) {
  return {
    name: { kind: 'line', label, isRequired: true, isFocused: true, maxLength: 80 },
    code: { kind: 'line', label: t`Code`, isRequired: true, maxLength: 12 },
    colour: { kind: 'line', label: t`Color`, isRequired: true, maxLength: 40 },
  } as const;
}
