import { type RawBuilder, sql } from 'kysely';

/** What an auditor looks for every night. */
export type Rule<Limit extends string = string> = {
  /** Stored with its hits, so it never changes. */
  name: string;
  family: 'people' | 'money' | 'paper' | 'certificates';
  /** A control was passed by, a loss or risk, or something to look at. */
  severity: 'control' | 'risk' | 'look';
  title: string;
  /** In one sentence, what it finds. */
  meaning: string;
  /** The law, rule or standard that asks for it. */
  authority: string;
  /** Whole numbers that the university may change, with what they are at first. */
  limits: Readonly<Record<Limit, { label: string; value: number }>>;
  /** A rule on events is asked for new events only, and what it has found stays found. */
  on: 'events' | 'state';
  /**
   * A query of `record_type text, record_id text, what text, label text, person uuid, at timestamptz, college_id uuid,
   * parts jsonb`. `what` tells several faults of one record apart and is '' otherwise; a null college means the whole
   * university. Parts do not change by time alone, because an explanation lapses with them: they name a day, no age.
   */
  find(asked: Asked<Limit>): RawBuilder<unknown>;
  /** Said of one hit, in the language of the reader. */
  sentence(parts: Parts): string;
  /** SQL that makes exactly one hit in an office that has none; run as the owner without triggers. */
  plant(office: PlantedOffice): string;
  /** The same just within the limits, or with the second person: no hit. */
  nearMiss(office: PlantedOffice): string;
};

export type Asked<Limit extends string = string> = {
  limits: Readonly<Record<Limit, number>>;
  /** Only events after this one, up to `upTo`. */
  after: number;
  upTo: number;
};

/** What the sentence of a hit names; the rule's own query has written it. */
// biome-ignore lint/suspicious/noExplicitAny: each rule knows its parts
export type Parts = Readonly<Record<string, any>>;

/** The ids of one certificate's whole way through an office, from its draft to its hand-over, and of who did it. */
export type PlantedOffice = {
  application: string;
  certificate: string;
  draft: string;
  slip: string;
  run: string;
  sheet: string;
  blank: string;
  paper: string;
  receiver: string;
  caseWorker: string;
  otherCaseWorker: string;
  printer: string;
  admin: string;
  otherAdmin: string;
  /** SQL that adds an event to the log, numbered after its last one; at the present moment unless told. */
  event(name: string, facts: PlantedEvent): string;
};

export type PlantedEvent = {
  /** Record type and id. */
  of: readonly [type: string, id: string];
  by: string;
  /** An SQL expression of a moment. */
  at?: string;
  after?: object;
};

type Declared<Limit extends string, Value> = Omit<Rule, 'limits' | 'on' | 'find' | 'plant' | 'nearMiss'> &
  Pick<Rule<Limit>, 'find'> &
  Partial<Pick<Rule<Limit>, 'limits' | 'on' | 'nearMiss'>> & {
    plant(office: PlantedOffice, value: Value): string;
    /** Of `plant`: the first for the hit, and the second for the near miss. */
    values?: readonly [hit: Value, nearMiss: Value];
  };

/** Declares a rule; without more it is on the state and has no limits. */
export function rule<
  Limit extends string = never,
  const Value extends string | number | boolean | readonly string[] = never,
>({ plant, values, ...declared }: Declared<Limit, Value>): Rule {
  const [hit, miss] = values ?? [];
  return {
    ...{ limits: {}, on: 'state', nearMiss: (office: PlantedOffice) => plant(office, miss!), ...declared },
    plant: (office: PlantedOffice) => plant(office, hit!),
  } as unknown as Rule;
}

/** The day in India of a column with moments. */
export function dayOf(column: string): RawBuilder<string> {
  return sql`(${sql.ref(column)} at time zone 'Asia/Kolkata')::date`;
}
