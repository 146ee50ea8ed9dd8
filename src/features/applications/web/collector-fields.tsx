import { Checkbox, Group, Kbd, Radio, Stack, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useShortcuts } from '#platform/web/components/use-shortcuts.ts';
import { identityDocumentLabels } from '#shared/identity-documents.ts';
import { namesOf, optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

type IdentityDocument = keyof typeof identityDocumentLabels;

/** Who collects a certificate at the counter, as being entered. */
export type Collected = { isByOther: boolean; name: string; identitySeen: IdentityDocument | null };

/** As input of the hand-over, once it has no fault. */
export function toCollector({ isByOther, name, identitySeen }: Collected, candidate: string) {
  return { collectedBy: isByOther ? name : candidate, identitySeen: identitySeen! };
}

/** Why it is incomplete, or null. */
export function faultOfCollector({ isByOther, name, identitySeen }: Collected): string | null {
  if (isByOther && name.trim().length < 2) return t`Enter who collects it.`;
  return identitySeen === null ? t`Choose the identity document that was seen.` : null;
}

/** Asks who collects the certificate, and which kind of document showed that; digits choose the kind. */
export function CollectorFields(props: {
  candidate: string;
  value: Collected;
  onChange: (change: Partial<Collected>) => void;
}) {
  const { candidate, value, onChange } = props;
  const fields = useRef<HTMLDivElement>(null);
  useShortcuts(
    namesOf(identityDocumentLabels).map((identitySeen, place) => ({
      codes: [`Digit${place + 1}`, `Numpad${place + 1}`],
      withShift: false,
      run: () => onChange({ identitySeen }),
    })),
    fields,
  );
  return (
    <Stack gap="sm" ref={fields}>
      <Checkbox
        label={t`Somebody else than ${candidate} collects it`}
        checked={value.isByOther}
        onChange={(event) => onChange({ isByOther: event.currentTarget.checked })}
      />
      {value.isByOther && (
        <TextInput
          label={t`Collected by`}
          required
          maxLength={120}
          value={value.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      )}
      <Radio.Group
        label={t`Identity document seen`}
        description={t`Never write down its number.`}
        required
        value={value.identitySeen}
        onChange={(kind) => onChange({ identitySeen: kind as IdentityDocument })}
      >
        <Stack gap="xs" mt="xs">
          {optionsOf(identityDocumentLabels).map(({ value: kind, label }, place) => (
            <Group key={kind} gap="xs">
              <Radio value={kind} label={label} data-autofocus={place === 0 || undefined} />
              <Kbd size="xs">{place + 1}</Kbd>
            </Group>
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}
