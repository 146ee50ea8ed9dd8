import { closeRoll, openRoll, resolveRoll } from '#features/rolls/server/roll-commands.ts';
import { dayInIndia } from '#shared/format.ts';
import type { DemoOffice } from './demo-office.ts';
import { laterInOffice } from './office-hours.ts';

/** The roll of an academic year's convocation, closed on that day; its meeting is a week later. */
export type DemoRoll = { key: string; at: Date; academicYear: string };

export function planRolls(office: DemoOffice, rolls: readonly DemoRoll[]): void {
  for (const { key, at, academicYear } of rolls) {
    let id: string | undefined;
    office.agenda.at(at, async () => {
      const convocations = await office.services.db
        .selectFrom('convocations')
        .select(['id', 'academic_years'])
        .execute();
      const found = convocations.find((one) => one.academic_years.split(', ').includes(academicYear));
      if (!found) return;
      id = (
        await office.once({ by: 'admin', at, key: `${key}-open` }, (context) =>
          openRoll(context, { convocationId: found.id }),
        )
      ).id;
      const roll = { id, version: 1 };
      await office.once({ by: 'admin', at, key: `${key}-close` }, (context) => closeRoll(context, roll));
    });
    const meeting = laterInOffice(at, 7);
    office.agenda.at(meeting, async () => {
      if (!id) return;
      const resolution = {
        resolutionBody: 'Syndicate',
        resolutionNumber: `SYN/${academicYear}/31`,
        resolutionDate: dayInIndia(meeting),
      };
      const roll = { id, version: 2, ...resolution };
      await office.once({ by: 'registrar', at: meeting, key: `${key}-resolve` }, (context) =>
        resolveRoll(context, roll),
      );
    });
  }
}
