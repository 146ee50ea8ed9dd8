import type pg from 'pg';
import { orRefused } from '#dev/testing/expect-domain-error.ts';
import type { Office } from '#dev/testing/factories.ts';
import type { Portal } from '#dev/testing/portal.ts';
import { pick, type Random } from '#dev/testing/random.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import type { Role } from '#shared/roles.ts';
import { acts } from './sequences-acts.testing.ts';

const today = dayInIndia(new Date());
const roles: Role[] = ['receiver', 'receiver', 'case_worker', 'case_worker', 'admin', 'admin', 'printer'];

type Scene = { portal: Portal; office: Office; pool: pg.Pool };

/** An office whose people act at random: at the counter, the desks, the store and the bank. */
export async function openBusyOffice({ portal, office, pool }: Scene) {
  const people = await Promise.all(roles.map((role) => portal.as(role)));
  const [receiver, admin, printer] = [people[0]!, people[4]!, people[6]!];

  /** What the office had before the portal, of sheets and drafts. */
  async function bringOpenings(): Promise<void> {
    const month = addMonths(today, -1);
    for (const [kind, ...lines] of [
      [
        'opening_blanks',
        'Paper code,From serial,To serial,Held by',
        `PAR-MAR,ZZ000001,ZZ000005,${printer.email}`,
        'PAR-MAR,ZY000001,ZY000003,',
      ],
      [
        'opening_drafts',
        'Draft number,Date of the draft,Bank,Branch,Amount,Balance,College code',
        `700001,${month},State Bank,Hassan,2100,,COL001`,
      ],
    ] as const) {
      const { id } = await importIn(admin, await uploadSpreadsheet(admin, kind, csvOf(...lines)), 'checked');
      await admin.api.imports.commitImport({ id });
      await importIn(admin, id, 'committed');
    }
  }

  async function moveSheets(random: Random): Promise<object | null> {
    const { issueBlanks, returnBlanks, spoilBlanks, reportMissing, reportFound } = admin.api.stock;
    const { rows } = await pool.query('select serial from blanks where paper_id = $1 order by serial', [
      office.paperId,
    ]);
    const serial: string = pick(random, rows).serial;
    const number = Number(serial.slice(-6));
    const serials = [{ prefix: serial.slice(0, -6), first: number, last: number }];
    const one = { id: office.paperId, serials };
    return pick(random, [
      () => issueBlanks({ id: one.id, holderId: printer.actor.id, sheets: { serials } }),
      () => returnBlanks(one),
      () => spoilBlanks({ ...one, reason: 'Coffee' }),
      () => reportMissing({ ...one, reason: 'Not on the shelf' }),
      () => reportFound({ ...one, reason: 'Behind the shelf' }),
    ])();
  }

  /** A draft goes to the bank, or the bank credits what was deposited. */
  async function goToBank(random: Random): Promise<object | null> {
    const draftsIn = async (state: string) =>
      idsOf(
        (
          await pool.query(
            `select id from demand_drafts where state = $1 and (state = 'deposited' or deposit_slip_id is null) order by id`,
            [state],
          )
        ).rows,
      );
    const deposited = await draftsIn('deposited');
    if (deposited.length > 0 && random(2) === 0)
      return admin.api.demandDrafts.realiseDrafts({ draftIds: deposited, realisedOn: today });
    const inHand = await draftsIn('received');
    if (inHand.length === 0) return null;
    const where = { account: '64012345678', bankBranch: 'State Bank, Mysuru' };
    const draftIds = [pick(random, inHand)];
    const { id } = await receiver.api.depositSlips.prepareDepositSlip({ draftIds, ...where });
    return receiver.api.depositSlips.depositSlip({ id, version: 1, depositedOn: today });
  }

  /** Most acts have nothing to do: a step is one that came through, or the last of many tries. */
  async function act(random: Random, steps: number): Promise<void> {
    const scene = { portal, office, pool, applications: 8 };
    for (let step = 0, tries = 0; step < steps && tries < 10 * steps; tries += 1) {
      const [able, one] = pick(random, acts);
      const person = pick(
        random,
        people.filter(({ actor }) => able.includes(actor.role)),
      );
      const chance = random(12);
      const attempt =
        chance < 2 ? moveSheets(random) : chance === 2 ? goToBank(random) : one(scene, person, random);
      const outcome = await orRefused(attempt, one.name);
      if (outcome !== null && outcome !== 'refused') step += 1;
    }
  }

  return { receiver, admin, printer, bringOpenings, act };
}
