import { Button, Text } from '@mantine/core';
import { useSession } from '#platform/web/api/session.ts';
import { mayOpen } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { EmptyState } from '../page.tsx';
import { ToolbarButton } from '../toolbar-button.tsx';
import { ErrorNotice } from '../use-command.tsx';
import type { ListTableProps } from './list-table.tsx';

/** Why there are no rows: they cannot be had, nothing was found, or there are none yet. */
export function InPlaceOfRows(
  props: Pick<
    ListTableProps<never>,
    'control' | 'request' | 'emptyMessage' | 'emptyHelp' | 'emptyNext' | 'toolbarActions'
  > & { failure: unknown; retry: () => void; isNarrowed: boolean },
) {
  if (props.failure !== null) return <ErrorNotice error={props.failure} onRetry={props.retry} />;
  const { search } = props.request;
  return (
    <EmptyState message={props.emptyMessage}>
      {props.isNarrowed ? (
        <>
          <Text size="sm">
            {search === '' ? t`Nothing matches the chosen filters.` : t`Nothing matches ‘${search}’.`}
          </Text>
          <Button variant="default" onClick={props.control.clear}>
            {t`Clear search and filters`}
          </Button>
        </>
      ) : (
        <FirstStep {...props} />
      )}
    </EmptyState>
  );
}

/** What an empty list is for, and where its first row comes from. */
function FirstStep(props: Pick<ListTableProps<never>, 'emptyHelp' | 'emptyNext' | 'toolbarActions'>) {
  const { role } = useSession();
  const { emptyNext } = props;
  const primary = props.toolbarActions?.find(({ isPrimary }) => isPrimary);
  const next = emptyNext ? mayOpen(role, emptyNext.to) && emptyNext : primary;
  return (
    <>
      <Text size="sm" maw="36rem">
        {props.emptyHelp}
      </Text>
      {next && <ToolbarButton {...next} isPrimary={false} />}
    </>
  );
}
