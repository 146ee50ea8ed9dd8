import { Group, Text } from '@mantine/core';
import type { z } from 'zod';
import { client } from '#features/client.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { formatCount } from '#shared/format.ts';
import { said } from '#shared/saying.ts';
import { t } from '#shared/words.ts';
import type { Paper } from '../blank-contract.ts';
import { type Ink, InkEntry, inkUnits } from '../ink-contract.ts';
import { unitLabels } from '../rules.ts';
import { KindEntry } from '../stock-record.ts';

const warnBelow = { kind: 'number', label: t`Warn below`, min: 0, missing: t`Enter a number.` } as const;
const warnBelowSheets = { ...warnBelow, description: t`Sheets in store and issued.` };
const sheetsPerUnit = {
  kind: 'number',
  label: t`Expected yield`,
  description: t`Sheets that one unit prints.`,
  min: 1,
} as const;

/** The identifying fields of every kind. */
function nameFields(label: string) {
  return {
    name: { kind: 'line', label, isRequired: true, isFocused: true, maxLength: 80 },
    code: { kind: 'line', label: t`Code`, isRequired: true, maxLength: 12 },
    colour: { kind: 'line', label: t`Color`, isRequired: true, maxLength: 40 },
    ...wordFields(),
  } as const;
}

/** The fields for names in the other languages of the screens. */
function wordFields(kind?: Pick<Paper, 'names' | 'colours'>) {
  const line = (label: string, initial = '') => ({ kind: 'line', label, initial, maxLength: 80 }) as const;
  return {
    nameKn: line(t`Name in Kannada`, kind?.names?.kn),
    nameHi: line(t`Name in Hindi`, kind?.names?.hi),
    colourKn: line(t`Color in Kannada`, kind?.colours?.kn),
    colourHi: line(t`Color in Hindi`, kind?.colours?.hi),
  };
}

type Worded = Record<keyof ReturnType<typeof wordFields>, string>;

/** As the commands expect them. */
function withWords<Entry extends Worded>({ nameKn, nameHi, colourKn, colourHi, ...entry }: Entry) {
  return { ...entry, names: { kn: nameKn, hi: nameHi }, colours: { kn: colourKn, hi: colourHi } };
}

export type AddKindProps = { onAdded: (id: string) => void; onClose: () => void };

function adding(schema: z.ZodType, { onAdded, onClose }: AddKindProps) {
  return {
    fault: (entry: Worded) => schema.safeParse(withWords(entry)).error?.issues[0]?.message ?? null,
    onDone: ({ id }: { id: string }) => {
      onAdded(id);
      onClose();
    },
    onClose,
  };
}

/** Adds a new kind of certificate paper. */
export function AddPaperDialog(props: AddKindProps) {
  return (
    <CommandDialog
      title={t`New certificate paper`}
      confirmLabel={t`Add certificate paper`}
      call={client.stock.addPaper}
      fields={{
        ...nameFields(t`Certificate name`),
        warnBelow: { ...warnBelowSheets, isRequired: true, initial: 100 },
      }}
      input={withWords}
      {...adding(KindEntry, props)}
    />
  );
}

/** Adds a new kind of ink. */
export function AddInkDialog(props: AddKindProps) {
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
          options: inkUnits.map((unit) => ({ value: unit, label: unitLabels[unit] })),
          initial: 'cartridges',
          missing: t`Choose the unit.`,
        },
        sheetsPerUnit: {
          ...sheetsPerUnit,
          isRequired: true,
          initial: '',
          missing: t`Enter how many sheets one unit prints.`,
        },
        warnBelow: { ...warnBelow, isRequired: true, initial: 2 },
      }}
      input={withWords}
      {...adding(InkEntry, props)}
    />
  );
}

/** The number of sheets below which screens warn, with the dialog to change it. */
export function PaperLimit({ paper, mayChange }: { paper: Paper; mayChange: boolean }) {
  const name = useKindName()(paper.name, paper.colour);
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t`Warned below ${formatCount(paper.warnBelow)} sheets`}
      </Text>
      {mayChange && (
        <DialogButton
          size="compact-sm"
          variant="subtle"
          aria-label={t`Change the limit of ${name}`}
          dialog={(onClose) => (
            <CommandDialog
              title={t`Warn of low stock of ${name}`}
              confirmLabel={t`Save limit`}
              call={client.stock.setPaperLimit}
              fields={{
                warnBelow: { ...warnBelowSheets, initial: paper.warnBelow, isFocused: true },
                ...wordFields(paper),
              }}
              input={(limit) => ({ id: paper.id, version: paper.version, ...withWords(limit) })}
              done={() => t`The limit is changed.`}
              onClose={onClose}
            />
          )}
        >
          {t`Change`}
        </DialogButton>
      )}
    </Group>
  );
}

/** Changes an ink's expected yield, and the stock below which screens warn. */
export function InkLimitButton({ ink }: { ink: Ink }) {
  const name = useKindName()(ink.name, ink.colour);
  const missing = t`Enter both numbers.`;
  return (
    <DialogButton
      size="compact-xs"
      variant="subtle"
      aria-label={t`Change yield and limit of ${name}`}
      dialog={(onClose) => (
        <CommandDialog
          title={t`Yield and limit of ${name}`}
          confirmLabel={t`Save`}
          call={client.stock.setInkLimits}
          fields={{
            sheetsPerUnit: { ...sheetsPerUnit, initial: ink.sheetsPerUnit, isFocused: true, missing },
            warnBelow: {
              ...warnBelow,
              initial: ink.warnBelow,
              suffix: ` ${said(unitLabels[ink.unit])}`,
              missing,
            },
            ...wordFields(ink),
          }}
          input={(limits) => ({ id: ink.id, version: ink.version, ...withWords(limits) })}
          done={() => t`Yield and limit are changed.`}
          onClose={onClose}
        />
      )}
    >
      {t`Yield and limit`}
    </DialogButton>
  );
}
