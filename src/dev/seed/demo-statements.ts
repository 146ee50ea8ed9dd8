import { returnDraftOfLine } from '#features/bank-statements/server/commands/return-draft-of-line.ts';
import { setLineAside } from '#features/bank-statements/server/commands/set-line-aside.ts';
import { importStatement } from '#features/bank-statements/server/import-statement.ts';
import { addDays, dayInIndia, formatDay } from '#shared/format.ts';
import type { DemoDraft } from './demo-case.ts';
import { firstOfSeasons, idOf } from './demo-drafts.ts';
import type { DemoOffice } from './demo-office.ts';

export type DemoStatement = {
  key: string;
  at: Date;
  /** Credited, and reversed a few days later. */
  returned: DemoDraft;
};

/** Lines of the account that are not drafts. */
const others = [
  { text: 'CREDIT INTEREST', credit: '1,234.56', debit: '' },
  { text: 'UPI/417345128890/ALUMNI FUND', credit: '5,000.00', debit: '' },
  { text: 'BY CLEARING', credit: '12,500.00', debit: '' },
];

/** The bank's statement of the last days: most of its lines match their drafts automatically. */
export function planStatement(office: DemoOffice, { key, at, returned }: DemoStatement): void {
  office.agenda.at(at, async () => {
    const by = 'admin';
    const { id } = await office.once({ by, at, key: `${key}-upload` }, async (context) =>
      importStatement(context, {
        fileName: `statement-${dayInIndia(at)}.csv`,
        bytes: Buffer.from(await writeStatement(office, { at, returned })),
      }),
    );
    const [interest, debit] = await Promise.all([
      findLine(office, id, 'CREDIT INTEREST%'),
      findLine(office, id, 'CHQ RTN%'),
    ]);
    await office.once({ by, at, key: `${key}-interest` }, (context) =>
      setLineAside(context, { ...interest, reason: 'interest', remark: '' }),
    );
    await office.once({ by, at, key: `${key}-return` }, async (context) =>
      returnDraftOfLine(context, {
        ...debit,
        demandDraftId: await idOf(office, returned),
        reason: 'signature',
        remark: '',
      }),
    );
  });
}

/** A statement of the drafts deposited some days ago. */
async function writeStatement(office: DemoOffice, { at, returned }: Pick<DemoStatement, 'at' | 'returned'>) {
  const day = addDays(dayInIndia(at), -1);
  const drafts = await office.services.db
    .selectFrom('demand_drafts')
    .innerJoin('deposit_slips', 'deposit_slips.id', 'demand_drafts.deposit_slip_id')
    .where('demand_drafts.state', '=', 'deposited')
    .where('demand_drafts.number', '>=', firstOfSeasons)
    .where('deposit_slips.deposited_on', '<', day)
    .orderBy('demand_drafts.number')
    .select(['demand_drafts.number', 'demand_drafts.bank', 'demand_drafts.amount'])
    .execute();
  const credits = drafts.map(({ number, bank, amount }) => ({
    text: `CTS CLG ${number} ${bank.toUpperCase()}`,
    credit: `${amount}.00`,
    debit: '',
  }));
  const back = {
    text: `CHQ RTN ${returned.number} SIGNATURE DIFFERS`,
    credit: '',
    debit: `${returned.amount}.00`,
  };
  let balance = 1_000_000;
  const rows = [...credits, ...others, back].map(({ text, credit, debit }) => {
    const paise = (amount: string) => Math.round(Number(amount.replaceAll(',', '')) * 100);
    balance += paise(credit) - paise(debit);
    return `${formatDay(day)},${text},"${debit}","${credit}",${(balance / 100).toFixed(2)}`;
  });
  return ['Txn Date,Description,Debit,Credit,Balance', ...rows].join('\r\n');
}

async function findLine({ services }: DemoOffice, statementId: string, like: string) {
  return services.db
    .selectFrom('bank_statement_lines')
    .where('statement_id', '=', statementId)
    .where('description', 'like', like)
    .select(['id', 'version'])
    .executeTakeFirstOrThrow();
}
