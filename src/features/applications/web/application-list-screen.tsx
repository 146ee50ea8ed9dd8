import type { ListScreenProps } from '#platform/web/components/list/list-declaration.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import type { Application } from '../contract.ts';
import { applicationActions } from './application-actions.ts';
import { type ApplicationSort, applicationDetails } from './application-columns.tsx';
import { ApplicationFiles } from './application-files.tsx';

type ApplicationListScreenProps<Filters extends Record<string, string>> = Pick<
  ListScreenProps<Application, ApplicationSort, Filters>,
  'title' | 'searchPlaceholder' | 'emptyMessage' | 'columns' | 'filters' | 'list'
>;

/** A list of applications to read: a row opens everything that is known of it, with photo and receipt. */
export function ApplicationListScreen<Filters extends Record<string, string>>(
  props: ApplicationListScreenProps<Filters>,
) {
  return (
    <ListScreen
      {...props}
      rowActions={applicationActions}
      rowLabel={(row) => row.candidateName}
      details={applicationDetails}
      detailsExtra={(row) => <ApplicationFiles application={row} />}
    />
  );
}
