import type pg from 'pg';

export type BookRow = {
  book: 'blanks' | 'drafts' | 'certificates' | 'prints';
  /** Of blanks the id of their paper. */
  group: string;
  state: string;
  /** A serial, or the id of the record. */
  id: string;
  rupees: number;
  /** Null for what belongs to the whole university. */
  collegeId: string | null;
};

/** What events say, of which each field is read as what it is. */
type Facts = Record<string, never>;
type Event = Record<'event' | 'record_type' | 'record_id', string> &
  Record<'before' | 'after', Facts | null> & { college_id: string | null };
type Range = { from: string; to: string };

function serialsIn(serials: string | Range[]): string[] {
  const ranges =
    typeof serials === 'string'
      ? serials.split(', ').map((part) => part.split('–'))
      : serials.map(({ from, to }) => [from, to]);
  return ranges.flatMap(([first, last = first]) => {
    const [prefix, from] = [first!.slice(0, -6), Number(first!.slice(-6))];
    const length = Number(last!.slice(-6)) - from + 1;
    return Array.from({ length }, (_, place) => prefix + String(from + place).padStart(6, '0'));
  });
}

/** What an event of a certificate makes of its sheet, and of the print of it. */
const outcomes: Record<string, [blank: string, outcome?: string]> = {
  'certificates.bound': ['bound'],
  'certificates.outcome_taken_back': ['bound'],
  'certificates.printed': ['printed', 'good'],
  'certificates.spoilt': ['spoilt', 'spoilt'],
  'certificates.missing': ['missing', 'missing'],
  'certificates.copy_cancelled': ['spoilt', 'good'],
};

/** Every row of the four books from the events alone, by a reader that asks no other table. */
export async function bookRowsFromEvents(pool: pg.Pool, upTo: number): Promise<BookRow[]> {
  const { rows } = await pool.query<Event>(
    `select event, record_type, record_id, before, after, college_id from audit_events
      where sequence <= $1 order by sequence`,
    [upTo],
  );
  const blanks = new Map<string, { paper: string; life: string[] }>();
  const deliveries = new Map<string, Facts>();
  const others = new Map<string, BookRow>();
  const handOvers = new Map<string, BookRow[]>();
  const move = (serial: string, state: string) => blanks.get(serial)!.life.push(state);
  const add = (paper: string, serials: string[], state: string) => {
    for (const serial of serials) blanks.set(serial, { paper, life: [state] });
  };
  for (const { event, record_type: type, record_id: id, before, after, college_id: collegeId } of rows) {
    const said: Facts = after ?? {};
    const serials = said.serials ? serialsIn(said.serials) : [];
    if (type === 'blank_receipt' && said.serialPrefix) deliveries.set(id, said);
    if (event === 'stock.opened')
      add(said.paperId ?? (type === 'paper' ? id : ''), serials, said.holderId ? 'issued' : 'in_store');
    if (event === 'stock.approved') {
      const { paperId, serialPrefix, firstSerial, lastSerial, rejectedSerials = [] } = deliveries.get(id)!;
      const serial = (number: number) => serialPrefix + String(number).padStart(6, '0');
      const all = serialsIn([{ from: serial(firstSerial!), to: serial(lastSerial!) }]);
      add(
        paperId!,
        all.filter((one) => !(rejectedSerials as string[]).includes(one)),
        'in_store',
      );
    }
    const wasUsed = (serial: string) => ['spoilt', 'bound'].includes(blanks.get(serial)!.life.at(-2) ?? '');
    for (const serial of serials) {
      const { life } = blanks.get(serial)!;
      if (event === 'stock.returned') move(serial, life.at(-1) === 'spoilt' ? 'spoilt' : 'in_store');
      if (event === 'stock.found') move(serial, wasUsed(serial) ? 'spoilt' : 'in_store');
      if (/^stock\.(issued|spoilt|missing|destroyed)$/.test(event)) move(serial, event.slice(6));
    }
    const [blank, outcome] = outcomes[event] ?? [];
    if (blank && said.blank) {
      const print = `print ${said.blank}`;
      move(said.blank, blank);
      if (outcome) others.set(print, rowOf('prints', { group: 'prints', state: outcome, id, collegeId }));
      else others.delete(print);
    }
    if (event === 'certificates.released' && before?.blank)
      move(before.blank, blanks.get(before.blank)!.life.at(-2)!);
    const left = handOvers.get(id) ?? [];
    if (event === 'certificates.handed_over')
      handOvers.set(id, [
        ...left,
        rowOf('prints', { group: 'hand_overs', state: 'handed_over', id, collegeId }),
      ]);
    if (event === 'certificates.hand_over_taken_back') handOvers.set(id, left.slice(0, -1));
    if (type === 'demand_draft') {
      const { state, rupees } = others.get(id) ?? { state: 'received', rupees: said.amount ?? 0 };
      others.set(id, rowOf('drafts', { group: '', state: said.state ?? state, id, collegeId, rupees }));
    }
    const state = type === 'application' ? said.status : said.state;
    if (state && (type === 'application' || type === 'certificate'))
      others.set(id, rowOf('certificates', { group: `${type}s`, state, id, collegeId }));
  }
  const sheets = [...blanks].map(([serial, { paper, life }]) =>
    rowOf('blanks', { group: paper, state: life.at(-1)!, id: serial, collegeId: null }),
  );
  return [...sheets, ...others.values(), ...[...handOvers.values()].flat()];
}

function rowOf(
  book: BookRow['book'],
  row: Omit<BookRow, 'book' | 'rupees'> & Partial<Pick<BookRow, 'rupees'>>,
): BookRow {
  return { book, rupees: 0, ...row };
}
