import { dayInIndia } from '#shared/format.ts';
import { lateFee, lateFrom, reprintFee } from './demo-fees.ts';
import type { DemoOpening } from './demo-openings.ts';
import type { DemoProposal } from './demo-settings.ts';
import { academicYearOf } from './demo-students.ts';
import { after, inOfficeHours } from './office-hours.ts';

/** The opening balances of the university. */
export function planOpeningBalances(): DemoOpening[] {
  const at = new Date(Date.UTC(2024, 0, 2, 6));
  return [
    {
      kind: 'earlier_certificates',
      at,
      lines: [
        'Certificate number,Name,Degree,Date,Serial number',
        '2019/000123,Asha Rao,Bachelor of Engineering,12/03/2019,VU004711',
        '2019/000124,Imtiaz Ali,Bachelor of Engineering,12/03/2019,VU004712',
        '2021/000310,Gayathri Hebbar,Bachelor of Engineering,20/03/2021,VU020310',
      ],
    },
    {
      kind: 'opening_drafts',
      at,
      lines: [
        'Draft number,Date of the draft,Bank,Branch,Amount,Balance,College code',
        '318204,14/12/2023,Canara Bank,Mandya,2100,1400,COL002',
      ],
    },
  ];
}

type Season = { start: Date; year: number };

/** Changes of settings by two administrators: new fees, and the next convocation. */
export function planSettings(now: Date, last: Season, current: Season): DemoProposal[] {
  const late = (season: Season) => ({
    charge: 'late',
    certificateType: 'Provisional',
    academicYear: academicYearOf(season),
    amount: lateFee,
    activeFrom: dayInIndia(lateFrom(season)),
  });
  const academicYear = academicYearOf(current);
  const fees: [key: string, at: Date, entry: DemoProposal['entry'], decision: DemoProposal['decision']][] = [
    ['late-last', after(last.start, 100), late(last), 'confirmed'],
    ['late-this', after(current.start, 100), late(current), 'confirmed'],
    [
      'reprint',
      after(current.start, 20),
      { charge: 'reprint', academicYear, amount: reprintFee },
      'confirmed',
    ],
    ['rank', after(now, -40), { ...late(current), certificateType: 'Rank', amount: 500 }, 'rejected'],
    ['lost', after(now, -30), { charge: 'reprint', certificateType: 'Rank', amount: 800 }, 'takenBack'],
  ];
  const next = {
    number: '106',
    name: '106th Annual Convocation',
    heldOn: `${current.year + 2}-03-13`,
    place: 'Mysuru',
    academicYears: academicYear,
  };
  return [
    ...fees.map(([key, at, entry, decision]) => ({
      key: `demo-fee-${key}`,
      at: inOfficeHours(at),
      master: 'fee_schedule' as const,
      entry,
      decision,
    })),
    { key: 'demo-convocation', at: inOfficeHours(after(now, -2)), master: 'convocations', entry: next },
  ];
}
