import { IconPlus } from '@tabler/icons-react';
import { api } from '#features/client.ts';
import { useMay } from '#platform/web/api/session.ts';
import {
  type Cells,
  listSource,
  type RowAction,
  type ToolbarAction,
} from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { t } from '#shared/words.ts';
import { templatesLayout } from '../columns.ts';
import type { Template } from '../contract.ts';
import { AddTemplateDialog } from './add-template-dialog.tsx';
import { templatePaths } from './template-paths.ts';
import { VersionBadge, Versions } from './versions.tsx';

const list = listSource<Template, never, Record<never, never>>({
  layout: templatesLayout,
  page: api.templates.listTemplates,
  count: api.templates.countTemplates,
  row: api.templates.getTemplate,
  addedBy: ['templates.added'],
});

const cells: Cells<Template> = {
  state: ({ versions: [newest] }) => newest && <VersionBadge state={newest.state} />,
};

const rowActions: RowAction<Template>[] = [
  { label: t`Open template`, icon: 'view', to: (row) => templatePaths().template(row.id) },
];

const toolbarActions: ToolbarAction[] = [
  {
    label: t`Add template`,
    icon: IconPlus,
    isPrimary: true,
    dialog: (onClose) => <AddTemplateDialog onClose={onClose} />,
  },
];

/** /admin/settings/templates, /auditor/settings/templates: the templates by certificate type. */
export function TemplatesPage() {
  const mayEdit = useMay('templates:edit');
  return (
    <ListScreen
      title={t`Templates`}
      description={t`What certificates say and where it stands. A certificate type without a template in force has the design that its settings name.`}
      searchPlaceholder={t`Search by name or certificate type...`}
      emptyMessage={t`No templates found`}
      emptyHelp={
        mayEdit
          ? t`Add a template for paper of your own, or for other words on the certificate.`
          : t`Templates say what a certificate looks like. An admin adds them.`
      }
      list={list}
      cells={cells}
      rowLabel={({ name }) => name}
      detailsExtra={(row) => <Versions template={row} />}
      rowActions={rowActions}
      toolbarActions={mayEdit ? toolbarActions : []}
    />
  );
}
