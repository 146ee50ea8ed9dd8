import {
  type Icon,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconProgress,
} from '@tabler/icons-react';
import classes from './status-badge.module.css';

export type StatusTone = 'good' | 'bad' | 'waiting' | 'active' | 'neutral';

const toneIcons: Record<StatusTone, Icon> = {
  good: IconCircleCheck,
  bad: IconCircleX,
  waiting: IconClock,
  active: IconProgress,
  neutral: IconCircleDashed,
};

/** A state as word, shape and colour: the colour is never the only sign. */
export function StatusBadge(props: { tone: StatusTone; label: string; icon?: Icon }) {
  const Sign = props.icon ?? toneIcons[props.tone];
  return (
    <span className={classes.badge} data-tone={props.tone}>
      <Sign size={14} stroke={2} aria-hidden />
      <span className={classes.label}>{props.label}</span>
    </span>
  );
}
