import type { CompiledQuery } from 'kysely';
import { type Db, unscoped } from './database.ts';

/**
 * Statements that PostgreSQL plans once a connection and not at each execution, by their text. Planning is most of the
 * work of what finds one row. Searches and jumps stay unnamed: a plan that fits every term and every place fits none.
 */
const names = new Map<string, string>();
let given = 0;

function nameStatement(text: string): void {
  if (!names.has(text)) renameStatement(text);
}

/** A migration changed the columns that a statement returns: PostgreSQL refuses the old name on every connection (0A000). */
export function renameStatement(text: string): void {
  given += 1;
  names.set(text, `s${given}`);
}

/** More than the portal has statements of this kind; they are held by each connection. */
const mostNames = 500;

let preparesAll = false;

/** For a process that has a few hundred statements and sends each of them thousands of times, on small tables. */
export function prepareAllStatements(): void {
  preparesAll = true;
}

/** As Kysely writes the insert of one row, whatever its values are. */
const insertOfOneRow = /^insert into "\w+" \([^()]*\) values \([$\d, ]*\)$/;

/**
 * What a connection sends instead of a statement's text and values: with its name, where it has one. A query that takes
 * no value and the insert of one row have one plan whatever is asked, so they get a name by themselves.
 */
export function withName([text, values, ...rest]: unknown[]): unknown[] {
  if (typeof text !== 'string') return [text, values, ...rest];
  const isQuery = Array.isArray(values) && values.length === 0 && /^(?:select|with)\b/.test(text);
  const isOften = insertOfOneRow.test(text) || (preparesAll && Array.isArray(values) && values.length > 0);
  if ((isQuery || isOften) && names.size < mostNames) nameStatement(text);
  const name = names.get(text);
  return name === undefined ? [text, values, ...rest] : [{ name, text, values }, ...rest];
}

type Values = Record<string, unknown>;
/** Of whatever tables. */
type Query<Row> = { compile(): CompiledQuery<Row> };

/** Stands for a value while a query is compiled. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is compiled once and prepared by name. `build` sees places instead of values, so it may only pass them on
 * as parameters; a value that is null is seen as null, and has a statement of its own.
 */
export function preparedQuery<Input extends Values, Row>(
  build: (db: Db, input: Input) => Query<Row>,
): (db: Db, input: Input) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  return async (db, input) => {
    const shape = Object.keys(input)
      .filter((name) => input[name] === null)
      .join();
    let query = compiled.get(shape);
    if (!query) {
      query = build(db, withPlaces(input)).compile();
      nameStatement(query.sql);
      compiled.set(shape, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof Place ? input[value.name] : value));
    const { rows } = await unscoped(db).executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

function withPlaces<Input extends Values>(input: Input): Input {
  const places = Object.keys(input).map((name) => [name, input[name] === null ? null : new Place(name)]);
  return Object.fromEntries(places) as Input;
}
