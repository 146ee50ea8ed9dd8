import { describe, expect, test } from 'vitest';
import { readCatalog, translated } from '#platform/server/words/in-language.ts';
import { auditEventLabels } from '#shared/audit-names.ts';

const messages = [...new Set(readCatalog('kn').map(({ english }) => english))];
const scripts = { kn: /\p{Script=Kannada}/u, hi: /\p{Script=Devanagari}/u };

/** A label without what is put into it: `Exam roll number {0}` and `Exam roll number:` are `exam roll number`. */
function labelOf(message: string): string {
  return message
    .replaceAll(/<\/?\d+\/?>|\{\w+\}/g, ' ')
    .replaceAll(/[:.]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/^last /, '')
    .replace(/numbers$/, 'number');
}

/** The labels of a number, and those of them that the specification names. */
const numbers: Record<string, { label: RegExp; specified: string[]; others: number }> = {
  registration: {
    label: /^(college |student )?reg(istration|n)?( ?\.?(no|number|num))?$/,
    specified: ['college registration number', 'college reg no', 'registration number'],
    others: 0,
  },
  roll: {
    label: /^(exam(ination)? roll( (no|number|num))?|roll (no|number|num))$/,
    specified: ['exam roll number', 'exam roll no', 'exam roll'],
    others: 0,
  },
  acknowledgement: {
    label: /^(application )?(ack(nowledgement)?|application)( (no|number|num))$|^(ack|acknowledgement)$/,
    specified: [],
    others: 1,
  },
  convocation: {
    label: /^convocation (no|number|num)$/,
    specified: ['convocation number', 'convocation no'],
    others: 0,
  },
  draft: {
    label: /^(dd|demand draft|draft) (reference |ref )?(no|number|num)$/,
    specified: ['dd reference number'],
    others: 1,
  },
  run: { label: /^(print )?run (no|number|num)$/, specified: [], others: 1 },
};

describe('one number has one name on all screens', () => {
  test.each(Object.entries(numbers))('%s', (_name, { label, specified, others }) => {
    // The heading of the slip is the name of a paper.
    const labels = messages.filter((message) => message !== 'Acknowledgement');
    const names = new Set(labels.map(labelOf).filter((one) => label.test(one)));
    expect(names.size).toBeGreaterThan(0);
    const further = [...names].filter((name) => !specified.includes(name));
    expect(further.length, further.join(', ')).toBeLessThanOrEqual(others);
  });
});

/** English that a first-time reader does not understand. */
const odd: RegExp[] = [
  /do not belong together/,
  /: any application$/,
  /^Received; pays here/,
  /who (puts right what is wrong|corrects what is wrong)/,
  /^More follow\b/,
  /^The end of the queue/,
  /^The application of .+ waits for a decision again/,
  /waits for a second person/,
  /of the dashboard, told apart/,
  /^Totals of$/,
  /^Upload something else$/,
  /paid in\?|No draft comes off the slip/,
  /gets a number and is never changed/,
  /is spoilt\?$/,
  /chooses an own one/,
  /opens an account to somebody/,
  /^Of another country/,
  /\bsuch as\b/,
  /Check it for a slip/,
  /^Who receives a degree: closed|Who is verified later/,
  /^Up to the newest one you have kept/,
  /Who looks at it is noted/,
  /set smaller, .+ instead of/,
  /^Set up alone$/,
  /the register vouches for/,
  /^Head of the chain$/,
];

test.each(odd.map((pattern) => [String(pattern), pattern] as const))(
  'no message says %s',
  (_name, pattern) => {
    expect(messages.filter((message) => pattern.test(message))).toEqual([]);
  },
);

test('what is counted to be done has a singular', () => {
  const done = '(confirm|approve|verify|sign off|settle|match|deposit|hand over|print|resolve)';
  const many = messages.filter((message) =>
    new RegExp(`^(?!.* of )[A-Za-z ]*[a-z]s to ${done}$`).test(message),
  );
  expect(many.length).toBeGreaterThan(3);
  const known = new Set(messages.map((message) => message.toLowerCase()));
  const singular = (message: string) =>
    message
      .toLowerCase()
      .replace(new RegExp(`(ies|s)( to ${done})$`), (_, end, rest) => (end === 'ies' ? 'y' : '') + rest);
  expect(many.filter((message) => !known.has(singular(message)))).toEqual([]);
  expect(messages.filter((message) => /^(\{\w+\}|\d+) [A-Z][a-z]+ to [a-z]+/.test(message))).toEqual([]);
});

describe('every kind of event is said in words', () => {
  const events = Object.entries<string>(auditEventLabels as Record<string, string>);

  test('and none as the class and the verb of the program', () => {
    expect(events.length).toBeGreaterThan(60);
    expect(events.filter(([, label]) => /^[a-z][a-z -]*: [a-z]/.test(label)).map(([event]) => event)).toEqual(
      [],
    );
    expect(
      messages.filter((message) => /^(applications|certificates|proposals): [a-z ]+$/.test(message)),
    ).toEqual([]);
  });

  test.each(['kn', 'hi'] as const)('which has its words in %s', (language) => {
    // The events of a master: its noun in `{one} added`.
    const composed = readCatalog(language)
      .filter(
        ({ english, translation }) => english.startsWith('{one} ') && scripts[language].test(translation),
      )
      .map(({ english }) => english.slice('{one}'.length));
    const isSaid = (label: string) =>
      scripts[language].test(translated(language, label)) || composed.some((verb) => label.endsWith(verb));
    const missing = events.filter(([, label]) => !isSaid(label));
    expect(missing.map(([event]) => event)).toEqual([]);
  });
});
