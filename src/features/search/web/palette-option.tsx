import { recordKinds, stateInWords } from '#shared/record-kinds.ts';
import { translateLabel } from '#shared/translate-label.ts';
import classes from './palette.module.css';
import type { PaletteItem } from './palette-items.ts';

/** One option of the palette: a record by number and title, a screen or an action by name. */
export function PaletteOption(props: {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onPoint: () => void;
  onOpen: () => void;
}) {
  const { item } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys of its options
    <div
      id={props.id}
      role="option"
      aria-selected={props.isActive}
      tabIndex={-1}
      className={classes.option}
      onMouseMove={props.isActive ? undefined : props.onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onOpen}
    >
      {'record' in item ? <RecordWords record={item.record} /> : <NamedWords {...item} />}
    </div>
  );
}

function RecordWords({ record }: { record: Extract<PaletteItem, { record: unknown }>['record'] }) {
  return (
    <>
      <span className={classes.kind}>{translateLabel(recordKinds[record.kind].label)}</span>
      <span className={classes.number}>{record.number}</span>
      <span className={classes.title}>{record.title}</span>
      <span className={classes.note}>
        {[record.note, stateInWords(record)].filter((words) => words !== '').join(' · ')}
      </span>
    </>
  );
}

function NamedWords({ label, note }: { label: string; note: string }) {
  return (
    <>
      <span className={classes.title}>{label}</span>
      <span className={classes.note}>{note}</span>
    </>
  );
}
