import {
  AndNode,
  BinaryOperationNode,
  type DeleteQueryNode,
  type FromNode,
  type JoinNode,
  type Kysely,
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
import { registered } from '#platform/server/registered.ts';
import type { DB } from './tables.ts';

/** How rows of a table belong to a college: by their own `college_id`, or with the row whose id a column holds. */
export type ScopedBy = 'college_id' | { column: string; of: keyof DB };

/** The same database, narrowed to the rows of a college; unchanged for the whole university (null). */
export function inCollege(db: Kysely<DB>, collegeId: string | null): Kysely<DB> {
  return collegeId === null ? db : withoutScope(db).withPlugin(new CollegeScope(collegeId));
}

/** The college that a database is narrowed to; null for the whole university. */
export function collegeOf(db: Kysely<DB>): string | null {
  return db.getExecutor().plugins.find((plugin) => plugin instanceof CollegeScope)?.collegeId ?? null;
}

/** The same connection or transaction, for queries that read the whole university for the reason given. */
export function unscoped(db: Kysely<DB>, _reason: string): Kysely<DB> {
  return collegeOf(db) === null ? db : withoutScope(db).withPlugin(asItIs);
}

function withoutScope(db: Kysely<DB>): Kysely<DB> {
  const others = db.getExecutor().plugins.filter((plugin) => !(plugin instanceof CollegeScope));
  return others.reduce((plain, plugin) => plain.withPlugin(plugin), db.withoutPlugins());
}

/** Queries that become part of another one as they are: narrowed already, or unscoped. */
const settled = new WeakMap<OperationNode, 'narrowed' | 'unscoped'>();

const asItIs: KyselyPlugin = {
  transformQuery({ node }) {
    settled.set(node, 'unscoped');
    return node;
  },
  transformResult: async ({ result }) => result,
};

class CollegeScope implements KyselyPlugin {
  readonly collegeId: string;

  constructor(collegeId: string) {
    this.collegeId = collegeId;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    const narrowed = new Narrowing(this.collegeId).transformNode(node, queryId);
    if (!settled.has(narrowed)) settled.set(narrowed, 'narrowed');
    return narrowed;
  }

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

type Query = SelectQueryNode | UpdateQueryNode | DeleteQueryNode;
/** What a query can name, each with whether all of its rows are in scope. */
type Names = { ctes: Map<string, boolean>; aliases: Map<string, boolean> };

/**
 * Adds the college to every query of scoped tables, subqueries included. Only a table that is joined to a row in scope by
 * the id of either, or a subquery that is correlated so, follows that row instead: a sheet shows its print run, which may
 * be of several colleges, and a draft shows what it pays, even after a candidate changed college.
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
    this.#names.unshift({ ctes: new Map(), aliases: new Map() });
    const narrowed = super.transformNodeImpl(this.#narrow(node));
    this.#names.shift();
    return narrowed;
  }

  #narrow<Node extends Query>(query: Node): Node {
    for (const { name, expression } of query.with?.expressions ?? [])
      this.#names[0]!.ctes.set(name.table.table.identifier.name, this.#isInScope(expression));
    // These names hide those of the queries around it, also before their own turn.
    for (const source of [...sourcesOf(query), ...(query.joins ?? []).map(({ table }) => table)])
      this.#names[0]!.aliases.set(nameOf(source).alias, false);
    const pairs = equalPairs(query.where?.where);
    const conditions = sourcesOf(query).flatMap((source) => this.#conditions(source, pairs));
    const joins = query.joins?.map((join): JoinNode => {
      const added = this.#conditions(join.table, equalPairs(join.on?.on));
      if (added.length === 0) return join;
      if (/Right|Full/.test(join.joinType))
        throw new Error(`A ${join.joinType} is not narrowed to a college.`);
      // Without ON, no row is kept for want of a match.
      if (join.on) return { ...join, on: { ...join.on, on: allOf(join.on.on, added) } };
      conditions.push(...added);
      return join;
    });
    if (conditions.length === 0) return { ...query, joins };
    return { ...query, joins, where: { kind: 'WhereNode', where: allOf(query.where?.where, conditions) } };
  }

  /** What narrows a source of a query; nothing if it is narrowed already, open to all, or follows a row in scope. */
  #conditions(source: OperationNode, pairs: Pair[]): OperationNode[] {
    const { node, alias } = nameOf(source);
    const table = this.#scopedTable(node);
    const follows = pairs.some((pair) => this.#ties(pair, alias));
    this.#names[0]!.aliases.set(alias, this.#isInScope(node));
    if (!table || follows) return [];
    const condition = within(table, alias, this.#collegeId).toOperationNode();
    settled.set(condition, 'narrowed');
    return [condition];
  }

  #scopedTable(node: OperationNode): string | undefined {
    const table = tableOf(node);
    return table && registered.scoped[table] && this.#find('ctes', table) === undefined ? table : undefined;
  }

  #ties([left, right]: Pair, alias: string): boolean {
    if (left.table !== alias && right.table !== alias) return false;
    const other = left.table === alias ? right.table : left.table;
    const isById = left.column === 'id' || right.column === 'id';
    return isById && other !== alias && this.#find('aliases', other) === true;
  }

  #find(kind: keyof Names, name: string): boolean | undefined {
    return this.#names.find((names) => names[kind].has(name))?.[kind].get(name);
  }

  /** Whether all rows of a table or subquery are in scope, once it is narrowed. */
  #isInScope(node: OperationNode): boolean {
    if (this.#scopedTable(node)) return true;
    if (settled.get(node) === 'unscoped') return false;
    if (!isQuery(node)) return this.#find('ctes', tableOf(node) ?? '') ?? false;
    const others = (node as SelectQueryNode).setOperations ?? [];
    const [first] = sourcesOf(node);
    return [first && nameOf(first).node, ...others.map(({ expression }) => expression)].every(
      (part) => part !== undefined && this.#isInScope(part),
    );
  }
}

/** The condition that a row of a scoped table is the college's. */
function within(table: string, alias: string, collegeId: string): RawBuilder<SqlBool> {
  const by = registered.scoped[table]!;
  if (by === 'college_id') return sql`${sql.ref(`${alias}.college_id`)} = ${collegeId}`;
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
  const tables = [...[...text.matchAll(named)].map(([, table]) => table!), ...parameters.map(tableOf)];
  for (const table of tables) {
    const by = table === undefined ? undefined : registered.scoped[table];
    if (by === 'college_id' || (by && isWhole))
      throw new Error(`Raw SQL of ${table} is not narrowed to a college: use selectFrom, or unscoped.`);
  }
}
