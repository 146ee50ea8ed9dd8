import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, client } from '#features/client.ts';
import { certificateDesigns } from '#features/masters/declared/certificate-designs.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { shippedInWords } from '#shared/choice-lists.ts';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

/** Asks what to start from, and opens the new template. */
export function AddTemplateDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const names = useQuery(api.settings.listNames.queryOptions());
  return (
    <CommandDialog
      title={t`Add template`}
      confirmLabel={t`Add template`}
      call={client.templates.addTemplate}
      fields={{
        name: {
          kind: 'line',
          label: t`Name`,
          isRequired: true,
          maxLength: 120,
          missing: t`Enter the name.`,
          atLeast: 2,
        },
        certificateType: {
          kind: 'choice',
          label: t`Certificate type`,
          isRequired: true,
          options:
            names.data?.certificateTypes.map(({ value, label }) => ({
              value,
              label: shippedInWords(label),
            })) ?? [],
          initial: null,
          missing: t`Choose the certificate type.`,
        },
        design: {
          kind: 'choice',
          isRadio: true,
          label: t`Design to begin with`,
          isRequired: true,
          options: optionsOf(certificateDesigns),
          initial: null,
          missing: t`Choose the design.`,
        },
      }}
      input={(entry) => entry}
      done={(_added, { name }) => t`${name} is added. Nothing is printed from it before it is in force.`}
      onDone={({ id }) => void navigate({ href: paths.admin.template(id) })}
      onClose={onClose}
    >
      {names.error != null && <ErrorNotice error={names.error} />}
    </CommandDialog>
  );
}
