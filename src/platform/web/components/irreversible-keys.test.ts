import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  judgeKey,
  type KeyGrammar,
  type KeyPress,
  type KeyVerdict,
  type OpenQuestion,
} from './irreversible-keys.ts';

type Act = 'verify' | 'return';

const grammar: KeyGrammar<Act> = {
  acts: { verify: 'KeyV', return: 'KeyR' },
  isLook: ({ code }) => code === 'KeyP' || code === 'Equal',
  hasLetterKeys: true,
};

function press(code: string, more: Partial<KeyPress> = {}): KeyPress {
  const key = /^Key(.)$/.exec(code)?.[1]?.toLowerCase() ?? code;
  return {
    code,
    key,
    repeat: false,
    isComposing: false,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    timeStamp: 1_000,
    ...more,
  };
}

function judge(open: Act | null, one: KeyPress, more: Partial<OpenQuestion<Act>> = {}) {
  const question: OpenQuestion<Act> | null = open && {
    act: open,
    choiceCount: open === 'return' ? 7 : 0,
    paintedAt: 900,
    isPending: false,
    ...more,
  };
  return judgeKey(grammar, { question, shownAt: 0 }, one);
}

test('the Enter of a scanner answers no question, and closes it', () => {
  const question = { act: 'return' as const, choiceCount: 7, paintedAt: 900, isPending: false };
  const verdict = (isScan: boolean) => judgeKey(grammar, { question, shownAt: 0, isScan }, press('Enter'));
  expect(verdict(false)).toEqual({ kind: 'confirm' });
  expect(verdict(true)).toEqual({ kind: 'close' });
});

describe('without a question', () => {
  test('the key of an act asks, once while it is held', () => {
    expect(judge(null, press('KeyV'))).toEqual({ kind: 'open', act: 'verify' });
    expect(judge(null, press('KeyV', { repeat: true }))).toEqual({ kind: 'ignore' });
  });

  test('not within 150 ms of another record, however late the key is handled', () => {
    const state = { question: null, shownAt: 950 };
    expect(judgeKey(grammar, state, press('KeyV', { timeStamp: 940 }))).toEqual({ kind: 'ignore' });
    expect(judgeKey(grammar, state, press('KeyV', { timeStamp: 1_100 }))).toEqual({ kind: 'ignore' });
    expect(judgeKey(grammar, state, press('KeyV', { timeStamp: 1_101 })).kind).toBe('open');
  });

  test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])(
    'not with %o',
    (more) => {
      expect(judge(null, press('KeyV', more))).toEqual({ kind: 'keep' });
    },
  );

  test('nor where single letters are switched off', () => {
    const off = { ...grammar, hasLetterKeys: false };
    expect(judgeKey(off, { question: null, shownAt: 0 }, press('KeyV'))).toEqual({ kind: 'keep' });
  });

  test('Enter and digits are not its own', () => {
    expect(judge(null, press('Enter'))).toEqual({ kind: 'keep' });
    expect(judge(null, press('Digit1'))).toEqual({ kind: 'keep' });
  });
});

describe('with a question', () => {
  test.each(['KeyP', 'Equal', 'PageDown', 'Space', 'Home', 'ArrowRight', 'Tab', 'AudioVolumeUp'])(
    '%s looks',
    (code) => {
      expect(judge('verify', press(code))).toEqual({ kind: 'keep' });
    },
  );

  test.each(['Shift', 'Control', 'CapsLock', 'AltGraph'])('%s alone is no key', (key) => {
    expect(judge('verify', press(key, { key }))).toEqual({ kind: 'keep' });
  });

  test('the key of another act asks about that one instead', () => {
    expect(judge('verify', press('KeyR'))).toEqual({ kind: 'open', act: 'return' });
    expect(judge('verify', press('KeyV'))).toEqual({ kind: 'ignore' });
  });

  test.each(['KeyQ', 'KeyJ', 'ArrowDown', 'Digit1', 'Escape', 'Backspace', 'F2'])('%s closes it', (code) => {
    expect(judge('verify', press(code))).toEqual({ kind: 'close' });
  });

  test('its own digits choose, once while they are held', () => {
    expect(judge('return', press('Digit7'))).toEqual({ kind: 'choose', index: 6 });
    expect(judge('return', press('Numpad1'))).toEqual({ kind: 'choose', index: 0 });
    expect(judge('return', press('Digit7', { repeat: true }))).toEqual({ kind: 'ignore' });
    expect(judge('return', press('Digit8'))).toEqual({ kind: 'close' });
  });

  test('Enter confirms what was painted before it was pressed', () => {
    expect(judge('verify', press('Enter'))).toEqual({ kind: 'confirm' });
    expect(judge('verify', press('NumpadEnter'))).toEqual({ kind: 'confirm' });
    expect(judge('verify', press('Enter', { repeat: true }))).toEqual({ kind: 'ignore' });
    expect(judge('verify', press('Enter'), { paintedAt: null })).toEqual({ kind: 'ignore' });
    expect(judge('verify', press('Enter', { timeStamp: 899 }))).toEqual({ kind: 'ignore' });
  });

  test('under way, neither another act nor a second Enter counts', () => {
    expect(judge('verify', press('KeyR'), { isPending: true })).toEqual({ kind: 'ignore' });
    expect(judge('verify', press('Enter'), { isPending: true })).toEqual({ kind: 'ignore' });
  });
});

test('whatever is pressed: Enter confirms the act whose key came last, with only looks and choices since', () => {
  const codes = ['KeyV', 'KeyR', 'Digit1', 'Digit9', 'KeyP', 'Space', 'KeyQ', 'Escape', 'Enter', 'Tab'];
  const step = fc.record({
    code: fc.constantFrom(...codes),
    repeat: fc.boolean(),
    ctrlKey: fc.boolean(),
    wait: fc.constantFrom(1, 40),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let question: OpenQuestion<Act> | null = null;
      let now = 1_000;
      let since: string[] = [];
      for (const { wait, ...more } of steps) {
        now += wait;
        const one = press(more.code, { ...more, timeStamp: now });
        const verdict: KeyVerdict<Act> = judgeKey(grammar, { question, shownAt: 0 }, one);
        if (!more.ctrlKey && !more.repeat) since.push(more.code);
        if (verdict.kind === 'open') {
          // A frame is painted 16 ms later.
          const act: Act = verdict.act;
          question = { act, choiceCount: act === 'return' ? 7 : 0, paintedAt: now + 16, isPending: false };
          since = [more.code];
        } else if (verdict.kind === 'close') question = null;
        else if (verdict.kind === 'confirm') {
          expect(since[0]).toBe(grammar.acts[question!.act]);
          const harmless = ['KeyP', 'Space', 'Tab', 'Digit1', 'Enter', since[0]];
          expect(since.filter((code) => !harmless.includes(code))).toEqual([]);
          expect(more.repeat).toBe(false);
          question = null;
        }
      }
    }),
  );
});
