import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { TemplateContent } from '#features/certificates/template.ts';
import { api } from '#features/client.ts';
import { certificateDesigns } from '#features/masters/declared/certificate-designs.ts';
import { useMay } from '#platform/web/api/session.ts';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { shippedInWords } from '#shared/choice-lists.ts';
import { t } from '#shared/words.ts';
import type { Template } from '../contract.ts';
import { templateCan } from '../rules.ts';
import { DraftActions } from './draft-actions.tsx';
import { Studio } from './studio/studio.tsx';
import { templatePaths } from './template-paths.ts';
import { VersionBadge, Versions } from './versions.tsx';

/** /admin/settings/templates/<id>, /auditor/settings/templates/<id>: a template with its versions. */
export function TemplatePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const template = useQuery(api.templates.getTemplate.queryOptions({ input: { id } }));
  return <Loaded query={template}>{(found) => <OpenTemplate template={found} />}</Loaded>;
}

function OpenTemplate({ template }: { template: Template & { content: TemplateContent } }) {
  const mayEdit = useMay('templates:edit');
  const [isUnsaved, setUnsaved] = useState(false);
  const toAll = useLinkProps(templatePaths().templates);
  const [newest] = template.versions;
  // A proof shows what is saved.
  const state = newest!.state === 'proved' && isUnsaved ? 'draft' : newest!.state;
  const hasDraft = templateCan.deleteDraft(template) === true;
  return (
    <Stack gap="lg">
      <PageHeader
        title={template.name}
        description={t`${shippedInWords(template.certificateType)} · begun with: ${certificateDesigns[template.design]}`}
        actions={<VersionBadge state={state} />}
      />
      {mayEdit && <Studio template={template} onDirty={setUnsaved} />}
      {hasDraft && mayEdit && <DraftActions template={template} isUnsaved={isUnsaved} />}
      <Section title={t`Versions`}>
        <Versions template={template} />
      </Section>
      <Anchor size="sm" {...toAll}>
        {t`All templates`}
      </Anchor>
    </Stack>
  );
}
