import { Anchor, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client } from '#features/client.ts';
import { ActionButton, DialogButton } from '#platform/web/components/action-button.tsx';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { shippedInWords } from '#shared/choice-lists.ts';
import { whyNot } from '#shared/errors.ts';
import { dayInIndia, formatDay } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { Template } from '../contract.ts';
import { templateCan } from '../rules.ts';

/**
 * The steps from a draft to a version in force: a proof sheet, a second person's sign-off, a day. They act on the saved
 * draft, so they are disabled while the studio has unsaved changes.
 */
export function DraftActions({ template, isUnsaved }: { template: Template; isUnsaved: boolean }) {
  const [draft, ...others] = template.versions;
  const { id, version, name } = template;
  const certificateType = shippedInWords(template.certificateType);
  const navigate = useNavigate();
  const unsaved = isUnsaved ? t`Save the draft first: it has changes that are not saved.` : null;
  return (
    <Stack gap="sm">
      {unsaved && <Text size="sm">{unsaved}</Text>}
      <ProveDraft template={template} unsaved={unsaved} />
      <Group gap="xs">
        <DialogButton
          reason={unsaved ?? whyNot(templateCan.bringIntoForce(template))}
          dialog={(onClose) => (
            <CommandDialog
              title={t`Bring version ${String(draft!.number)} of ${name} into force?`}
              confirmLabel={t`Bring into force`}
              call={client.templates.bringIntoForce}
              fields={{
                from: {
                  kind: 'day',
                  label: t`In force from`,
                  initial: dayInIndia(new Date()),
                  minDay: dayInIndia(new Date()),
                  isRequired: true,
                },
              }}
              input={({ from }) => ({ id, version, from })}
              done={(_changed, { from }) =>
                t`${name} prints certificates of the type ${certificateType} from ${formatDay(from)} on.`
              }
              onClose={onClose}
            >
              {t`From that day on certificates of the type ${certificateType} are printed from it. Sheets that were printed before stay as they are; print runs that are prepared and not started have to be prepared again. This version can neither be changed nor deleted afterwards: what is wrong with it is changed in the next one.`}
            </CommandDialog>
          )}
        >
          {t`Bring into force`}
        </DialogButton>
        <DialogButton
          variant="default"
          reason={whyNot(templateCan.deleteDraft(template))}
          dialog={(onClose) => (
            <CommandDialog
              tone="danger"
              title={t`Delete the draft of ${name}?`}
              confirmLabel={t`Delete draft`}
              call={client.templates.deleteDraft}
              input={() => ({ id, version })}
              done={() => t`The draft of ${name} is deleted.`}
              onDone={() => {
                onClose();
                if (others.length === 0) void navigate({ href: paths.admin.templates });
              }}
              onClose={onClose}
            >
              {others.length === 0
                ? t`The template has no other version, so it is deleted as a whole. The audit log keeps that it was.`
                : t`Its other versions stay as they are. The audit log keeps that the draft was.`}
            </CommandDialog>
          )}
        >
          {t`Delete draft`}
        </DialogButton>
      </Group>
    </Stack>
  );
}

/** A proof sheet has one colour of paper; a signed-off proof in any colour lets the draft come into force. */
function ProveDraft({ template, unsaved }: { template: Template; unsaved: string | null }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const layouts = useQuery(api.proofs.listLayouts.queryOptions());
  const toProofs = useLinkProps(`${paths.printer.proofs}?q=${encodeURIComponent(template.certificateType)}`);
  const colours = (layouts.data?.layouts ?? [])
    .filter(({ certificateType }) => certificateType === template.certificateType)
    .toSorted((a, b) => b.waiting - a.waiting)
    .map(({ colour }) => colour);
  const colour = chosen ?? colours[0] ?? null;
  const prove = useCommand(client.proofs.proveTemplate, {
    onSuccess: () =>
      notifications.show({
        message: t`The proof sheet of ${template.name} is made. Print it on plain paper and have it signed off.`,
        color: 'green',
      }),
  });
  const error = prove.error ?? layouts.error;
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end">
        <ChoiceInput
          label={t`Color of the paper`}
          data={colours}
          value={colour}
          onChange={(value) => setChosen(value || null)}
          w={200}
        />
        <ActionButton
          variant="default"
          reason={
            unsaved ??
            whyNot(templateCan.prove(template)) ??
            (colour === null ? t`Add paper to the certificate stock first.` : null)
          }
          isPending={prove.isPending}
          onClick={() => prove.attempt({ id: template.id, colour: colour! })}
        >
          {t`Make proof sheet`}
        </ActionButton>
        <Anchor size="sm" lh="36px" {...toProofs}>
          {t`Proof sheets`}
        </Anchor>
      </Group>
      {error != null && <ErrorNotice error={error} />}
      <Text size="sm" c="dimmed">
        {t`It shows the longest and the shortest name of the certificate type, and the longest in each script. Another printer or admin signs it off.`}
      </Text>
    </Stack>
  );
}
