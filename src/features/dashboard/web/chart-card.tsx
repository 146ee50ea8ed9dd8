import { Button, Paper, Title } from '@mantine/core';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { useAddressChoice } from '#platform/web/components/use-address-choice.ts';
import { t } from '#shared/words.ts';
import type { FigureName } from '../rules.ts';
import classes from './dashboard.module.css';
import { FigureHelp } from './figure-help.tsx';

/** A chart and the same as a table; which of them is shown stands in the address under `name`. */
export function ChartCard(props: {
  name: string;
  title: string;
  /** Whose definition the (i) shows. */
  figure: FigureName;
  controls?: ReactNode;
  chart: ReactNode;
  table: ReactNode;
  onDownload: () => Promise<void>;
  /** Why there is nothing to download, or null. */
  noImageReason: string | null;
}) {
  const titleId = useId();
  const [shown, show] = useAddressChoice(props.name);
  const isTable = shown === 'table';
  return (
    <Paper withBorder component="section" className={classes.card} aria-labelledby={titleId}>
      <div className={classes.cardHead}>
        <Title order={2} id={titleId} className={classes.cardTitle}>
          {props.title}
        </Title>
        <FigureHelp name={props.figure} hasTrend={false} />
        {props.controls && <div className={classes.cardControls}>{props.controls}</div>}
      </div>
      <div className={classes.cardBody}>{isTable ? props.table : props.chart}</div>
      <div className={classes.cardFoot}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          onClick={() => show(isTable ? null : 'table')}
        >
          {isTable ? t`Chart` : t`Table`}
        </Button>
        <ActionButton
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          reason={props.noImageReason}
          onClick={props.onDownload}
        >
          {t`Download PNG`}
        </ActionButton>
      </div>
    </Paper>
  );
}
