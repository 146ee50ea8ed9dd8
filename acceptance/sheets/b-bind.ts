import { randomUUID } from 'node:crypto';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { demand } from '../set-up/a-names.ts';

/**
 * Binds a certificate to a run as the application's own statements would, in its database role, and rolls back: the sentence
 * with which the database refuses, or undefined. Rows are copies of those of a sheet that is bound already, so that columns
 * which come later are filled as well. Adapt the statements where the tables changed; a control in the test says when.
 */
export async function bindAsApplication(
  portal: Portal,
  runId: string,
  certificateId: string,
  { undoing = '' } = {},
): Promise<string | undefined> {
  const client = await portal.connect();
  const one = async (text: string, values: unknown[]): Promise<Json> =>
    (await client.query(text, values)).rows[0]?.row;
  try {
    const sheet = demand(
      await one('select to_jsonb(s) as row from sheets s where print_run_id = $1 order by position limit 1', [
        runId,
      ]),
      `the run ${runId} has no sheet`,
    );
    const facts = await one('select to_jsonb(f) as row from sheet_facts f where sheet_id = $1', [sheet.id]);
    const bound = await one('select to_jsonb(b) as row from blanks b where id = $1', [sheet.blank_id]);
    const free = demand(
      await one(
        "select to_jsonb(b) as row from blanks b where paper_id = $1 and state = 'issued' order by number limit 1",
        [bound.paper_id],
      ),
      'no further blank is issued to the printer',
    );
    const act = await one('select to_jsonb(a) as row from custody_acts a where id = $1', [
      bound.custody_act_id,
    ]);
    const record = await one(
      'select to_jsonb(a) || jsonb_build_object($2::text, c.convocation_number) as row from applications a join certificates c on c.application_id = a.id where c.id = $1',
      [certificateId, 'number'],
    );
    const actId = randomUUID();
    const sheetId = randomUUID();
    await client.query('begin');
    await client.query('set local role dikshant_app');
    if (undoing) await client.query(undoing);
    await copy('custody_acts', { ...act, id: actId, acted_at: new Date().toISOString() });
    await client.query(
      "update blanks set state = 'bound', held_by = null, print_run_id = $1, custody_act_id = $2, version = version + 1 where id = $3",
      [runId, actId, free.id],
    );
    await client.query("update certificates set state = 'in_run', version = version + 1 where id = $1", [
      certificateId,
    ]);
    const said = {
      ...facts.facts,
      convocationNumber: record.number,
      copyNumber: 0,
      registrationNumber: record.registration_number,
      examRollNumber: record.exam_roll_number,
      candidateName: record.candidate_name,
      candidateNameNative: record.candidate_name_native,
      academicYear: record.academic_year,
      modeOfStudy: record.mode_of_study,
    };
    await copy('sheet_facts', {
      ...facts,
      sheet_id: sheetId,
      facts: said,
      photo_file_id: record.photo_file_id,
    });
    const [{ last }] = (
      await client.query('select max(position)::int as last from sheets where print_run_id = $1', [runId])
    ).rows;
    await copy('sheets', {
      ...sheet,
      id: sheetId,
      position: last + 1,
      certificate_id: certificateId,
      blank_id: free.id,
      copy_number: 0,
      verification_code: letters(sheet.verification_code.length).toUpperCase(),
    });
    await client.query('set constraints all immediate');
    return undefined;
  } catch (error) {
    return String((error as Error).message) + String((error as Json).constraint ?? '');
  } finally {
    await client.query('rollback').catch(() => {});
    await client.end();
  }

  /** Inserts the columns that the role may write. */
  async function copy(table: string, row: Json): Promise<void> {
    const { rows } = await client.query<{ column: string }>(
      `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
         and has_column_privilege('dikshant_app', attrelid, attname, 'insert')`,
      [table],
    );
    const columns = rows.map(({ column }) => `"${column}"`).join(', ');
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    );
  }
}
