import { sql } from 'kysely';
import '../words.ts';
import type { ServerFeature } from '#platform/server/feature.ts';

export const server: ServerFeature = {
  masterEvents: ['colleges'],
  constraints: {
    colleges__code_unique: { code: 'colleges.code_taken', field: 'code' },
    colleges__code_referred: { code: 'colleges.code_taken', field: 'code' },
    colleges__name_unique: { code: 'colleges.name_taken', field: 'name' },
  },
  logSearches: [
    (_db, { has }) => [
      {
        type: 'college',
        records: sql`select id from colleges where ${has(sql`search_form(colleges.name)`)}`,
      },
    ],
  ],
  personal: {
    college: ['contactNumber', 'email'],
  },
};
