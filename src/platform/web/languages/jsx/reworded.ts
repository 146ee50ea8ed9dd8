import { hasChangedLanguage, retold } from '../language.ts';

type Props = Record<string, unknown>;

/** Names, addresses and what people typed: never words of the portal. */
const noWords = new Set('value defaultValue name id href src to className style'.split(' '));

/** Props that are read as text, and may be of one small word. */
const isText = /children|label|title|text/i;

/** A name for the program, such as that of the view `applications`, which a label may be spelt like. */
function isCode(name: string, value: unknown): boolean {
  return typeof value === 'string' && /^[a-z][\w-]*$/.test(value) && !isText.test(name);
}

/** The props of an element with the portal's words in the language of now. */
export function reworded(props: Props): Props {
  // Until then everything on the page is in the one that it began with.
  if (!hasChangedLanguage()) return props;
  let next = props;
  for (const name of Object.keys(props)) {
    if (noWords.has(name) || isCode(name, props[name])) continue;
    const words = inWords(name, props[name]);
    if (words === props[name]) continue;
    if (next === props) next = { ...props };
    next[name] = words;
  }
  return next;
}

function inWords(name: string, value: unknown): unknown {
  if (typeof value === 'string') return retold(value);
  if (!Array.isArray(value)) return value;
  if (name === 'children')
    return mapped(value, (child) => (typeof child === 'string' ? retold(child) : child));
  return name === 'data' ? mapped(value, option) : value;
}

/** A choice of a select: a text that is its value too, or with a label of its own. */
function option(choice: unknown): unknown {
  if (typeof choice !== 'object' || choice === null) return choice;
  const { label, group, items } = choice as Props;
  const words: Props = {};
  if (typeof label === 'string' && retold(label) !== label) words.label = retold(label);
  if (typeof group === 'string' && retold(group) !== group) words.group = retold(group);
  if (Array.isArray(items)) words.items = mapped(items, option);
  return Object.keys(words).length > 0 ? { ...choice, ...words } : choice;
}

/** The same list where nothing in it changes. */
function mapped(list: unknown[], change: (item: unknown) => unknown): unknown[] {
  const changed = list.map(change);
  return changed.some((item, index) => item !== list[index]) ? changed : list;
}
