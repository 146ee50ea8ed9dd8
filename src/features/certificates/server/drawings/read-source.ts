/** A name or keyword that Typst would evaluate: not in a comment, a string or markup text. */
export type Word = {
  text: string;
  /** From 1. */
  line: number;
  /** After a dot: `sheet.rank`. */
  isField: boolean;
  /** Before a colon in brackets: a dictionary key or a named argument. */
  isKey: boolean;
  /** Directly after `let`. */
  isDefined: boolean;
  /** The functions in whose definition it occurs. */
  inside: readonly string[];
};

export type ReadSource = {
  words: Word[];
  /** For each line, the brackets that would close those open at its end; null inside a string or comment. */
  closers: (string | null)[];
};

/**
 * `markup`, `code` and `math` end with their bracket; a `statement` of code in markup ends with its line, an
 * `expression` where nothing more is attached.
 */
type Frame = { kind: 'markup' | 'code' | 'math' | 'statement' | 'expression'; close: string; of?: string };

const statements = /^(let|set|show|if|for|while|import|include|return|context|break|continue)$/;
const wordAt = /[\p{L}_][\p{L}\p{M}\p{N}_-]*/uy;
const mathWordAt = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const numberAt = /\d[\d.]*[\w%]*/y;
const labelAt = /<[\p{L}\p{N}_][\p{L}\p{N}_:.-]*>/uy;
const linkAt = /https?:\/\/[^\s\])]*/y;
/** What continues a statement after a block: `if a { } else { }`. */
const continuation = /\s*else\b|[ \t]*(?:[[{(.=!<>+*/-]|(?:and|or|in|not)\b)/y;
const nextLineContinuation = /\s*(?:else\b|\.\p{L})/uy;

/** Reads Typst source just enough to tell code from text; source that does not parse gives arbitrary results. */
export function readSource(source: string): ReadSource {
  return new Reader(source).read();
}

class Reader {
  readonly #source: string;
  readonly #frames: Frame[] = [{ kind: 'markup', close: '' }];
  readonly #words: Word[] = [];
  readonly #closers: (string | null)[] = [];
  /** Functions being defined, with the number of open frames at the start of each. */
  #functions: { name: string; depth: number }[] = [];
  #at = 0;
  #line = 1;

  constructor(source: string) {
    this.#source = source;
  }

  read(): ReadSource {
    while (this.#at < this.#source.length) this.#step();
    this.#closers.push(this.#closersHere());
    return { words: this.#words, closers: this.#closers };
  }

  get #top(): Frame {
    return this.#frames.at(-1)!;
  }

  #step(): void {
    const { kind } = this.#top;
    if (kind === 'expression') {
      this.#continueExpression();
      return;
    }
    if (this.#skipBlank() || this.#skipComment() || this.#skipLiteral()) return;
    if (kind === 'markup') this.#stepInMarkup();
    else if (kind === 'math') this.#stepInMath();
    else this.#stepInCode();
  }

  #stepInMarkup(): void {
    const letter = this.#source[this.#at]!;
    if (letter === '\\') this.#skip(2);
    else if (letter === '#') this.#enterCode();
    else if (letter === '[') this.#open('markup', ']');
    else if (letter === ']') this.#close();
    else if (!this.#take(linkAt)) this.#skip(1);
  }

  #stepInMath(): void {
    const letter = this.#source[this.#at]!;
    if (letter === '\\') this.#skip(2);
    else if (letter === '#') this.#enterCode();
    else if (letter === '$') this.#close();
    else if (!this.#word(mathWordAt)) this.#skip(1);
  }

  #stepInCode(): void {
    const letter = this.#source[this.#at]!;
    if (letter === '{' || letter === '(') this.#open('code', letter === '{' ? '}' : ')');
    else if (letter === '[') this.#open('markup', ']');
    else if ('})]'.includes(letter)) this.#close();
    else if (letter === ';') {
      this.#endStatement();
      this.#skip(1);
    } else if (!(this.#take(labelAt) || this.#take(numberAt) || this.#word(wordAt))) this.#skip(1);
  }

  /** After a hash. */
  #enterCode(): void {
    this.#skip(1);
    const letter = this.#source[this.#at] ?? '';
    const [word] = this.#match(wordAt) ?? [];
    if (word !== undefined && statements.test(word)) this.#open('statement', '', word, 0);
    else this.#open('expression', '', undefined, 0);
    if (word !== undefined) this.#word(wordAt);
    else if (letter === '{' || letter === '(') this.#open('code', letter === '{' ? '}' : ')');
    else if (!this.#skipLiteral()) this.#take(numberAt);
  }

  #continueExpression(): void {
    const letter = this.#source[this.#at];
    if (letter === '(') this.#open('code', ')');
    else if (letter === '[') this.#open('markup', ']');
    else if (letter === '.' && /[\p{L}_]/u.test(this.#source[this.#at + 1] ?? '')) {
      this.#skip(1);
      this.#word(wordAt);
    } else this.#frames.pop();
  }

  #skipBlank(): boolean {
    const letter = this.#source[this.#at]!;
    if (!/\s/.test(letter)) return false;
    if (letter === '\n') this.#endLine();
    else this.#at += 1;
    return true;
  }

  #endLine(): void {
    this.#skip(1);
    if (this.#match(nextLineContinuation)) return;
    if (this.#top.kind === 'statement') this.#frames.pop();
    this.#functions = this.#functions.filter(({ depth }) => depth < this.#frames.length);
  }

  #endStatement(): void {
    if (this.#top.kind === 'statement') this.#frames.pop();
    this.#functions = this.#functions.filter(({ depth }) => depth < this.#frames.length);
  }

  #skipComment(): boolean {
    if (this.#source.startsWith('//', this.#at)) {
      const end = this.#source.indexOf('\n', this.#at);
      this.#skip((end < 0 ? this.#source.length : end) - this.#at);
      return true;
    }
    if (!this.#source.startsWith('/*', this.#at)) return false;
    let depth = 0;
    do {
      if (this.#source.startsWith('/*', this.#at)) depth += 1;
      else if (this.#source.startsWith('*/', this.#at)) depth -= 1;
      else {
        this.#skip(1, { isInside: true });
        continue;
      }
      this.#skip(2, { isInside: true });
    } while (depth > 0 && this.#at < this.#source.length);
    return true;
  }

  /** A string, raw text, or the start of math. */
  #skipLiteral(): boolean {
    const letter = this.#source[this.#at];
    if (letter === '`') {
      const [ticks] = /`+/y.exec(this.#source.slice(this.#at))!;
      const end = this.#source.indexOf(ticks, this.#at + ticks.length);
      const isEmpty = ticks.length === 2;
      const until = isEmpty ? this.#at + 2 : end < 0 ? this.#source.length : end + ticks.length;
      this.#skip(until - this.#at, { isInside: true });
      return true;
    }
    if (letter === '$' && this.#top.kind !== 'math') {
      this.#open('math', '$');
      return true;
    }
    if (letter !== '"' || this.#top.kind === 'markup') return false;
    this.#skip(1, { isInside: true });
    while (this.#at < this.#source.length && this.#source[this.#at] !== '"')
      this.#skip(this.#source[this.#at] === '\\' ? 2 : 1, { isInside: true });
    this.#skip(1);
    return true;
  }

  #open(kind: Frame['kind'], close: string, of?: string, letters = 1): void {
    this.#skip(letters);
    this.#frames.push({ kind, close, ...(of !== undefined && { of }) });
  }

  #close(): void {
    while (this.#frames.length > 1 && this.#top.close === '') this.#frames.pop();
    const { close } = this.#top;
    if (this.#frames.length > 1) this.#frames.pop();
    this.#skip(1);
    this.#functions = this.#functions.filter(({ depth }) => depth <= this.#frames.length);
    const { kind, of = '' } = this.#top;
    const hasBlock = kind === 'statement' && /^(if|for|while)$/.test(of) && /[\]}]/.test(close);
    if (hasBlock && !this.#match(continuation)) this.#endStatement();
  }

  #word(pattern: RegExp): boolean {
    const [text] = this.#match(pattern) ?? [];
    if (text === undefined) return false;
    const before = this.#source.slice(Math.max(0, this.#at - 20), this.#at);
    const rest = this.#source.slice(this.#at + text.length, this.#at + text.length + 20);
    const isDefined = /\blet\s+$/.test(before);
    const isInBrackets = this.#top.kind === 'code' && this.#top.close === ')';
    if (isDefined && rest.startsWith('(')) this.#functions.push({ name: text, depth: this.#frames.length });
    this.#words.push({
      text,
      line: this.#line,
      isField: /(?<!\.)\.\s*$/.test(before),
      isKey: isInBrackets && /^\s*:/.test(rest),
      isDefined,
      inside: this.#functions.map(({ name }) => name),
    });
    this.#skip(text.length);
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#source);
  }

  #take(pattern: RegExp): boolean {
    const [text] = this.#match(pattern) ?? [];
    if (text === undefined) return false;
    this.#skip(text.length);
    return true;
  }

  /** Advances by so many characters and records the open brackets at each line end. */
  #skip(letters: number, { isInside = false } = {}): void {
    const end = Math.min(this.#at + letters, this.#source.length);
    for (; this.#at < end; this.#at += 1) {
      if (this.#source[this.#at] !== '\n') continue;
      this.#closers.push(isInside ? null : this.#closersHere());
      this.#line += 1;
    }
  }

  #closersHere(): string {
    return this.#frames
      .map(({ close }) => close)
      .reverse()
      .join('');
  }
}
