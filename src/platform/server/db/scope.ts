import {
  AndNode,
  BinaryOperationNode,
  type DeleteQueryNode,
  type FromNode,
  type JoinNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  type PluginTransformQueryArgs,
  type RawBuilder,
  RawNode,
  ReferenceNode,
  type SelectQueryNode,
  type SqlBool,
  sql,
  TableNode,
  type UpdateQueryNode,
  type UsingNode,
} from 'kysely';
import type { Db } from './database.ts';
import type { DB } from './tables.ts';

/**
 * How rows of a table belong to a college: by their own `college_id`, with the row whose id a column holds, or by what
 * an expression finds for them.
 */
export type ScopedBy =
  | 'college_id'
  | { column: string; of: keyof DB }
  | ((alias: string) => RawBuilder<string | null>);

/** Of all features; filled once per process. */
export const scopedTables: Record<string, ScopedBy> = {};

/** The same database, narrowed to the rows of a college; unchanged for the whole university (null). */
export function inCollege(db: Db, collegeId: string | null): Db {
  return collegeId === null ? db : withoutScope(db).withPlugin(new CollegeScope(collegeId));
}

/** The college that a database is narrowed to; null for the whole university. */
export function collegeOf(db: Db): string | null {
  return db.getExecutor().plugins.find((plugin) => plugin instanceof CollegeScope)?.collegeId ?? null;
}

/** The same database, which knows whose request it serves. */
export function readBy(db: Db, staffId: string): Db {
  return db.withPlugin(new Reader(staffId));
}

/** Whose request a database serves; null for the portal and the public. */
export function readerOf(db: Db): string | null {
  return db.getExecutor().plugins.find((plugin) => plugin instanceof Reader)?.staffId ?? null;
}

/** The same connection or transaction, for queries that read the whole university for the reason given. */
export function unscoped(db: Db, _reason: string): Db {
  return collegeOf(db) === null ? db : withoutScope(db).withPlugin(new CollegeScope(null));
}

function withoutScope(db: Db): Db {
  const others = db.getExecutor().plugins.filter((plugin) => !(plugin instanceof CollegeScope));
  return others.reduce((plain, plugin) => plain.withPlugin(plugin), db.withoutPlugins());
}

/** Queries that become part of another one as they are: narrowed already, or unscoped. */
const settled = new WeakMap<OperationNode, 'narrowed' | 'unscoped'>();

class CollegeScope implements KyselyPlugin {
  readonly collegeId: string | null;

  constructor(collegeId: string | null) {
    this.collegeId = collegeId;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    const { collegeId } = this;
    const query = collegeId === null ? node : new Narrowing(collegeId).transformNode(node, queryId);
    if (!settled.has(query)) settled.set(query, collegeId === null ? 'unscoped' : 'narrowed');
    return query;
  }

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

class Reader implements KyselyPlugin {
  readonly staffId: string;

  constructor(staffId: string) {
    this.staffId = staffId;
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

type Query = SelectQueryNode | UpdateQueryNode | DeleteQueryNode;
/** Whether the rows of a source are the college's own, or are only named by such rows; undefined if neither. */
type Standing = 'own' | 'named' | undefined;
/** What a query can name. */
type Names = { ctes: Set<string>; sources: Map<string, Standing> };

/**
 * Adds the college to every query of scoped tables, subqueries included. Only two kinds of rows follow the row in scope
 * that they are joined to, or that their subquery is correlated with. A record that it names by id: a certificate shows
 * its print run, which may be of several colleges. And what is part of it: a draft shows what it pays, even after a
 * candidate changed college. The parts of a record that is only named do not follow.
 */
class Narrowing extends OperationNodeTransformer {
  readonly #collegeId: string;
  /** Of the query and of those around it, innermost first. */
  readonly #names: Names[] = [];

  constructor(collegeId: string) {
    super();
    this.#collegeId = collegeId;
  }

  protected override transformNodeImpl<Node extends OperationNode>(node: Node): Node {
    if (settled.has(node)) return node;
    if (RawNode.is(node)) refuseScopedTables(node, this.nodeStack.length === 1);
    if (node.kind === 'MergeQueryNode') throw new Error('A merge is not narrowed to a college.');
    if (!isQuery(node)) return super.transformNodeImpl(node);
    this.#names.unshift({ ctes: new Set(), sources: new Map() });
    const narrowed = super.transformNodeImpl(this.#narrow(node));
    this.#names.shift();
    return narrowed;
  }

  #narrow<Node extends Query>(query: Node): Node {
    const { ctes, sources } = this.#names[0]!;
    for (const { name } of query.with?.expressions ?? []) ctes.add(name.table.table.identifier.name);
    // These names hide those of the queries around it, also before their own turn.
    for (const source of [...sourcesOf(query), ...(query.joins ?? []).map(({ table }) => table)])
      sources.set(nameOf(source).alias, undefined);
    const pairs = equalPairs(query.where?.where);
    const conditions = sourcesOf(query).flatMap((source) => this.#conditions(source, pairs));
    const joins = query.joins?.map((join): JoinNode => {
      if (/Right|Full/.test(join.joinType))
        throw new Error(`A ${join.joinType} is not narrowed to a college.`);
      const added = this.#conditions(join.table, equalPairs(join.on?.on));
      if (added.length === 0) return join;
      // Without ON, no row is kept for want of a match.
      if (join.on) return { ...join, on: { ...join.on, on: allOf(join.on.on, added) } };
      conditions.push(...added);
      return join;
    });
    if (conditions.length === 0) return { ...query, joins };
    return { ...query, joins, where: { kind: 'WhereNode', where: allOf(query.where?.where, conditions) } };
  }

  /** What narrows a source of a query; nothing if it is open to all, narrowed already, or follows a row in scope. */
  #conditions(source: OperationNode, pairs: Pair[]): OperationNode[] {
    const { node, alias } = nameOf(source);
    const { sources } = this.#names[0]!;
    const table = this.#scopedTable(node);
    if (!table) {
      // The rows found for a list are aliased as their table.
      if (scopedTables[alias] && this.#startsInScope(node)) sources.set(alias, 'own');
      return [];
    }
    const standings = pairs.map((pair) => this.#following(pair, alias));
    const follows = standings.includes('own') ? 'own' : standings.find(Boolean);
    sources.set(alias, follows ?? 'own');
    if (follows) return [];
    const condition = within(table, alias, this.#collegeId).toOperationNode();
    settled.set(condition, 'narrowed');
    return [condition];
  }

  #scopedTable(node: OperationNode): string | undefined {
    const table = tableOf(node);
    const isCte = this.#names.some(({ ctes }) => table !== undefined && ctes.has(table));
    return table && scopedTables[table] && !isCte ? table : undefined;
  }

  #following(pair: Pair, alias: string): Standing {
    const [self, other] = pair[0].table === alias ? pair : [pair[1], pair[0]];
    if (self.table !== alias || other.table === alias) return undefined;
    const standing = this.#names.find(({ sources }) => sources.has(other.table))?.sources.get(other.table);
    if (other.column === 'id' && standing === 'own') return 'own';
    return self.column === 'id' && standing ? 'named' : undefined;
  }

  #startsInScope(node: OperationNode): boolean {
    if (this.#scopedTable(node)) return true;
    if (!isQuery(node) || settled.get(node) === 'unscoped') return false;
    const others = 'setOperations' in node ? (node.setOperations ?? []) : [];
    const parts = [...sourcesOf(node).slice(0, 1), ...others.map(({ expression }) => expression)];
    return parts.every((part) => this.#startsInScope(nameOf(part).node));
  }
}

/** The condition that a row of a scoped table is the college's. */
export function within(table: string, alias: string, collegeId: string): RawBuilder<SqlBool> {
  const by = scopedTables[table]!;
  if (by === 'college_id') return sql`${sql.ref(`${alias}.college_id`)} = ${collegeId}`;
  if (typeof by === 'function') return sql`${by(alias)} = ${collegeId}`;
  const { column, of } = by;
  return sql`exists (
    select from ${sql.table(of)}
     where ${sql.ref(`${of}.id`)} = ${sql.ref(`${alias}.${column}`)} and ${within(of, of, collegeId)})`;
}

function isQuery(node: OperationNode): node is Query {
  return ['SelectQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(node.kind);
}

type Sources = { table?: OperationNode; from?: FromNode; using?: UsingNode };

function sourcesOf(query: Query): OperationNode[] {
  const { table, from, using }: Sources = query;
  return [...(table ? [table] : []), ...(from?.froms ?? []), ...(using?.tables ?? [])];
}

type Naming = { alias?: { name?: string }; node?: OperationNode };

function nameOf(source: OperationNode): { node: OperationNode; alias: string } {
  const { alias, node } = source as OperationNode & Naming;
  return node ? { node, alias: alias?.name ?? '' } : { node: source, alias: tableOf(source) ?? '' };
}

function tableOf(node: OperationNode | undefined): string | undefined {
  return node && TableNode.is(node) ? node.table.identifier.name : undefined;
}

type Pair = readonly [left: Column, right: Column];
type Column = { table: string; column: string };

/** The columns that a condition requires to be equal, whatever else it requires. */
function equalPairs(condition: OperationNode | undefined): Pair[] {
  if (!condition) return [];
  if (ParensNode.is(condition)) return equalPairs(condition.node);
  if (AndNode.is(condition)) return [...equalPairs(condition.left), ...equalPairs(condition.right)];
  if (!BinaryOperationNode.is(condition)) return [];
  const { leftOperand, operator, rightOperand } = condition;
  if (!OperatorNode.is(operator) || operator.operator !== '=') return [];
  const [left, right] = [columnOf(leftOperand), columnOf(rightOperand)];
  return left && right ? [[left, right]] : [];
}

function columnOf(node: OperationNode): Column | undefined {
  // `sql.ref(…)`.
  if (RawNode.is(node) && node.sqlFragments.every((text) => text === '') && node.parameters.length === 1)
    return columnOf(node.parameters[0]!);
  if (!ReferenceNode.is(node)) return undefined;
  const { table, column } = node;
  if (!table || column.kind !== 'ColumnNode') return undefined;
  return { table: table.table.identifier.name, column: column.column.name };
}

function allOf(condition: OperationNode | undefined, added: OperationNode[]): OperationNode {
  // Raw SQL may contain an OR without parentheses.
  const own = condition ? [ParensNode.create(condition)] : [];
  return [...own, ...added].reduce((left, right) => AndNode.create(left, right));
}

/** A table after one of these words, unless a join names it by its id, and so to one row. */
const named = /(?:\b(?:from|join|into|update|using)|,)\s*(?:only\s+)?"?(\w+)"?(?![\w."(])/gi;
const joinedById = /\bjoin\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+on\s+\w+\.id\b/gi;

/** Raw SQL is not understood, so it may not name what it would have to narrow. */
function refuseScopedTables({ sqlFragments, parameters }: RawNode, isWhole: boolean): void {
  const text = sqlFragments.join(' ? ').replaceAll(joinedById, '');
  const written = [...text.matchAll(named)].map(([, table]) => table!);
  const refused = [
    ...parameters.map((node) => tableOf(node) ?? '').filter((table) => scopedTables[table]),
    ...written.filter((table) => scopedTables[table] === 'college_id' || (isWhole && scopedTables[table])),
  ];
  if (refused.length > 0)
    throw new Error(`Raw SQL of ${refused[0]} is not narrowed to a college: use selectFrom, or unscoped.`);
}
