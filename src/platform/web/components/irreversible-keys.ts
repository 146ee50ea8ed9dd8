/** The parts of a `KeyboardEvent` that matter here. */
export type KeyPress = Pick<
  KeyboardEvent,
  'code' | 'key' | 'repeat' | 'isComposing' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'
>;

/** The open question: which action it asks about and how many choices have a digit. */
export type OpenQuestion<Act extends string> = {
  act: Act;
  choiceCount: number;
  /** When it was painted; null before. An earlier key press cannot be its answer. */
  paintedAt: number | null;
  /** The action is running: no key changes that. */
  isPending: boolean;
};

export type KeyGrammar<Act extends string> = {
  /** The key of each act (`KeyboardEvent.code`). */
  acts: Readonly<Partial<Record<Act, string>>>;
  /** Keys that only change the view: zoom, rotate, page. Scrolling is known without it. */
  isLook: (press: KeyPress) => boolean;
  /** If off, letters, digits and signs are no shortcuts (WCAG 2.2, 2.1.4). */
  hasLetterKeys: boolean;
};

export type KeyVerdict<Act extends string> =
  /** An open question stays; another listener may handle the key. */
  | { kind: 'keep' }
  /** The key belongs to this module and does nothing. */
  | { kind: 'ignore' }
  /** Opens the question for this action, replacing an open one. */
  | { kind: 'open'; act: Act }
  | { kind: 'choose'; index: number }
  | { kind: 'close' }
  | { kind: 'confirm' };

/** Elements for typing, where keys are no shortcuts. */
export const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/** A key pressed this soon after the record changed was meant for the previous record. */
export const settlingMs = 150;

const modifiers = /^(Shift|Control|Alt|Meta|OS|Fn|CapsLock|NumLock|ScrollLock|AltGraph|AltRight|AltLeft)/;
/** Moving the focus and system keys change neither question nor record. */
const machineKeys = /^(Tab|PrintScreen|ContextMenu|Audio.*|Media.*|Volume.*|Brightness.*)$/;
const scrolling = /^(PageUp|PageDown|Home|End|Space|ArrowLeft|ArrowRight)$/;
const silent = /^(Arrow|Page|Home$|End$|Enter$|NumpadEnter$|Escape$|Delete$|Backspace$|Insert$)/;

/**
 * What a key does to an irreversible action with a question. View keys leave the question open, the key of another
 * action replaces it, any other closes it. Enter confirms what the last key opened, once it was painted.
 */
export function judgeKey<Act extends string>(
  grammar: KeyGrammar<Act>,
  state: { question: OpenQuestion<Act> | null; shownAt: number; isScan?: boolean },
  press: KeyPress,
): KeyVerdict<Act> {
  const { question } = state;
  if (press.isComposing || press.key === 'Process' || press.key === 'Dead') return { kind: 'keep' };
  if (press.ctrlKey || press.metaKey || press.altKey) return { kind: 'keep' };
  if (modifiers.test(press.key) || machineKeys.test(press.code)) return { kind: 'keep' };
  if (!grammar.hasLetterKeys && !silent.test(press.code)) return { kind: 'keep' };

  const act = (Object.keys(grammar.acts) as Act[]).find((one) => grammar.acts[one] === press.code);
  if (act !== undefined) {
    if (press.repeat || question?.isPending || press.timeStamp - state.shownAt <= settlingMs) {
      return { kind: 'ignore' };
    }
    return question?.act === act ? { kind: 'ignore' } : { kind: 'open', act };
  }
  if (question === null) return { kind: 'keep' };
  if (isEnter(press)) {
    // A scanned number's characters may have opened the question and chosen its reasons without anybody having seen it.
    if (state.isScan && !question.isPending) return { kind: 'close' };
    const isAnswer = question.paintedAt !== null && press.timeStamp > question.paintedAt;
    return isAnswer && !press.repeat && !question.isPending ? { kind: 'confirm' } : { kind: 'ignore' };
  }
  if (question.isPending) return { kind: 'keep' };
  const index = digitOf(press) - 1;
  if (index >= 0 && index < question.choiceCount) {
    return press.repeat ? { kind: 'ignore' } : { kind: 'choose', index };
  }
  if (isViewKey(grammar, press)) return { kind: 'keep' };
  return { kind: 'close' };
}

export function isEnter({ code }: Pick<KeyPress, 'code'>): boolean {
  return code === 'Enter' || code === 'NumpadEnter';
}

function isViewKey<Act extends string>(grammar: KeyGrammar<Act>, press: KeyPress): boolean {
  return scrolling.test(press.code) || grammar.isLook(press);
}

/** NaN for keys that are not digits. */
function digitOf({ code, shiftKey }: KeyPress): number {
  return shiftKey ? Number.NaN : Number(/^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? Number.NaN);
}
