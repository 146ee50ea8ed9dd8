import { Button, Text } from '@mantine/core';
import { useSession } from '#platform/web/api/session.ts';
import { mayOpen } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { ListScreenProps } from '../list.tsx';
import { EmptyState } from '../page.tsx';
import { ToolbarButton } from '../toolbar-button.tsx';
import { ErrorNotice } from '../use-command.tsx';

type FirstStepProps = Pick<ListScreenProps<never>, 'emptyHelp' | 'emptyNext' | 'toolbarActions'>;

/** Why there are no rows: an error, nothing found, or none yet. */
export function NoRowsMessage(
  props: FirstStepProps & {
    failure: unknown;
    onRetry: () => void;
    emptyMessage: string;
    isNarrowed: boolean;
    search: string;
    onClear: () => void;
  },
) {
  const { search } = props;
  if (props.failure !== null) return <ErrorNotice error={props.failure} onRetry={props.onRetry} />;
  return (
    <EmptyState message={props.emptyMessage}>
      {props.isNarrowed ? (
        <>
          <Text size="sm">
            {search === '' ? t`Nothing matches the chosen filters.` : t`Nothing matches ‘${search}’.`}
          </Text>
          <Button variant="default" onClick={props.onClear}>
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
function FirstStep(props: FirstStepProps) {
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
