import { Select } from '@mantine/core';
import { useSession } from '#platform/web/api/session.ts';
import { optionsOf } from '#shared/labels.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { type ReprintRequest, reprintStatusLabels } from '../contract.ts';
import { type Decision, whyNotDecided } from './decision-dialogs.tsx';
import classes from './decision-select.module.css';
import { reprintLabel } from './reprint-screen.tsx';

const { approved, rejected } = reprintStatusLabels;
const choices = optionsOf({ none: t`Select`, approved, rejected });

/** The decision on the request of a row; what is chosen is asked before it is done. */
export function DecisionSelect(props: {
  request: ReprintRequest;
  isReachable: boolean;
  onChoose: (decision: Decision) => void;
}) {
  const { request, isReachable, onChoose } = props;
  const { staffId } = useSession();
  const decided = request.status ?? 'none';
  const reason = whyNotDecided(request, staffId);
  const label = t`Decision: ${reprintLabel(request)}`;
  return (
    <span className={classes.field} data-tip={reason ?? undefined}>
      <Select
        size="xs"
        aria-label={reason === null ? label : `${label}. ${translateLabel(reason)}`}
        aria-disabled={reason !== null || undefined}
        readOnly={reason !== null}
        // What a rejected request costs is known once it is pending again.
        data={choices.map((one) => ({
          ...one,
          disabled: one.value === 'approved' && decided === 'rejected',
        }))}
        value={decided}
        allowDeselect={false}
        checkIconPosition="right"
        tabIndex={isReachable ? 0 : -1}
        classNames={{ input: classes.input }}
        onChange={(choice) => choice !== decided && onChoose(choice as Decision)}
      />
    </span>
  );
}
