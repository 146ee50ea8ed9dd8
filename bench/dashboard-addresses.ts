/** What the dashboard and the totals of fees and drafts ask for, by the words of the figure. */
export const dashboardAddresses = {
  'tiles and overview': '/api/dashboard/applications',
  'tiles of three years': '/api/dashboard/applications?from=2022-07-15&to=2025-07-14',
  'revenue of a year': '/api/dashboard/revenue?year=2024',
  'staff tiles': '/api/dashboard/staff',
  'fee tiles': '/api/dashboard/fees',
  'steps with their days': '/api/dashboard/funnel',
  'fee totals by college': '/api/fee-totals?by=college',
  'fee totals by academic year': '/api/fee-totals?by=academicYear',
  'fee totals by month': '/api/fee-totals?by=month',
  'fee totals by charge': '/api/fee-totals?by=charge',
  'draft totals by state': '/api/draft-totals?by=state',
  'draft totals by college': '/api/draft-totals?by=college',
  'undeposited and stale': '/api/drawer-totals',
  'newest certificates': '/api/certificates?stage=all&limit=100',
};
