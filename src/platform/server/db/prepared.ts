import type { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';
import { collegeOf, inCollege } from './scope.ts';

/**
 * Names of prepared statements, by text: PostgreSQL plans them once per connection instead of at each execution, and
 * planning is most of the cost of finding one row. Searches and jumps stay unnamed: no single plan fits every term and
 * offset.
 */
const names = new Map<string, string>();
let given = 0;

function nameStatement(text: string): void {
  if (!names.has(text)) renameStatement(text);
}

/**
 * After a migration changed a statement's result columns, PostgreSQL refuses the old name on every connection (0A000).
 */
export function renameStatement(text: string): void {
  given += 1;
  names.set(text, `s${given}`);
}

/** More than the portal has; every connection holds all of them. */
const maximumNames = 500;

let preparesAll = false;

/** For a process that sends a few hundred statements thousands of times each, on small tables. */
export function prepareAllStatements(): void {
  preparesAll = true;
}

/** Kysely's insert of one row, whatever its values. */
const insertOfOneRow = /^insert into "\w+" \([^()]*\) values \([$\d, ]*\)$/;

/**
 * What a connection sends instead of a statement's text and values: a named statement, if it has a name. Queries
 * without parameters and inserts of one row always have the same plan, so they are named automatically.
 */
export function withName([text, values, ...rest]: unknown[]): unknown[] {
  if (typeof text !== 'string') return [text, values, ...rest];
  const isQuery = Array.isArray(values) && values.length === 0 && /^(?:select|with)\b/.test(text);
  const isOften = insertOfOneRow.test(text) || (preparesAll && Array.isArray(values) && values.length > 0);
  if ((isQuery || isOften) && names.size < maximumNames) nameStatement(text);
  const name = names.get(text);
  return name === undefined ? [text, values, ...rest] : [{ name, text, values }, ...rest];
}

type Values = Record<string, unknown>;
/** The name of the place for the college that the database is narrowed to. */
const ofCollege = 'the college';
/** A query over any tables. */
type Query<Row> = { compile(): CompiledQuery<Row> };

/** Placeholder for a value while a query is compiled. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is compiled once and prepared by name. `build` sees placeholders instead of values, so it may only pass
 * them on as parameters; a null stays null and has a statement of its own. All colleges share a statement.
 */
export function preparedQuery<Input extends Values, Row>(
  build: (db: Db, input: Input) => Query<Row>,
): (db: Db, input: Input) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  return async (db, input) => {
    const values: Values = { ...input, [ofCollege]: collegeOf(db) };
    const shape = Object.keys(values)
      .filter((name) => values[name] === null)
      .join();
    let query = compiled.get(shape);
    if (!query) {
      const narrowed = values[ofCollege] === null ? db : inCollege(db, new Placeholder(ofCollege) as never);
      query = build(narrowed, withPlaceholders(input)).compile();
      nameStatement(query.sql);
      compiled.set(shape, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

function withPlaceholders<Input extends Values>(input: Input): Input {
  const places = Object.keys(input).map((name) => [
    name,
    input[name] === null ? null : new Placeholder(name),
  ]);
  return Object.fromEntries(places) as Input;
}
