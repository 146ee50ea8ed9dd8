import { hasChangedLanguage, translateText } from '../language.ts';

type Props = Record<string, unknown>;

/** Props with names, URLs and user input, which are never translated. */
const untranslatedProps = new Set('value defaultValue name id href src to className style'.split(' '));

/** Props that are displayed, and therefore translated even if they look like an identifier. */
const isText = /children|label|title|text/i;

/** An identifier, such as the view name `applications`, which may equal a label. */
function isCode(name: string, value: unknown): boolean {
  return typeof value === 'string' && /^[a-z][\w-]*$/.test(value) && !isText.test(name);
}

/** The props of an element with its texts in the current language. */
export function translateProps(props: Props): Props {
  // Before the first change everything is in the initial language already.
  if (!hasChangedLanguage()) return props;
  let next = props;
  for (const name of Object.keys(props)) {
    if (untranslatedProps.has(name) || isCode(name, props[name])) continue;
    const words = translateProp(name, props[name]);
    if (words === props[name]) continue;
    if (next === props) next = { ...props };
    next[name] = words;
  }
  return next;
}

function translateProp(name: string, value: unknown): unknown {
  if (typeof value === 'string') return translateText(value);
  if (!Array.isArray(value)) return value;
  if (name === 'children')
    return mapped(value, (child) => (typeof child === 'string' ? translateText(child) : child));
  return name === 'data' ? mapped(value, translateOption) : value;
}

/** An option of a select: a string, or an object with a label. */
function translateOption(choice: unknown): unknown {
  if (typeof choice !== 'object' || choice === null) return choice;
  const { label, group, items } = choice as Props;
  const words: Props = {};
  if (typeof label === 'string' && translateText(label) !== label) words.label = translateText(label);
  if (typeof group === 'string' && translateText(group) !== group) words.group = translateText(group);
  if (Array.isArray(items)) words.items = mapped(items, translateOption);
  return Object.keys(words).length > 0 ? { ...choice, ...words } : choice;
}

/** Returns the same list if nothing in it changes. */
function mapped(list: unknown[], change: (item: unknown) => unknown): unknown[] {
  const changed = list.map(change);
  return changed.some((item, index) => item !== list[index]) ? changed : list;
}
