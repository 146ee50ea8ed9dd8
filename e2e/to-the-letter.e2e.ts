import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Role } from '#shared/roles.ts';
import { openDesk } from './people.ts';

/** A list as the specification words it, sections 2 and 5; its dots and capitals are not ours to mend. */
type ListWords = {
  path: string;
  /** The heading over the list, on a page that has two. */
  section?: string;
  /** The placeholder of the search box. */
  search: string;
  columns: string[];
  /** What stands under the heading Actions, which not every list has. */
  actions?: string[];
  empty: string;
  buttons?: string[];
  /** Selects above the list with all that they offer. */
  filters?: Record<string, string[]>;
  /** The address below /api that its rows come from. */
  rows: string;
};

const paymentColumns = [
  'College Registration number',
  'Exam roll number',
  'Candidate name',
  'Course/Degree',
  'College name',
  'Academic year',
  'Photo',
  'Bank receipt(DD)',
  'Total Amount',
  'Paid Amount',
  'pending amount',
  'Status',
  'Verified by',
  'Verified on',
];

/** Of both stock lists, behind the name. */
const stockColumns = [
  'Code',
  'Color',
  'Total quantity',
  'Received quantity',
  'Rejected quantity',
  'Received date',
  'Received by',
  'Approved by',
  'Remarks',
  'Invoice provided by vendor',
];

const staffActions = ['Edit', 'View', 'Disable|Enable', 'Delete'];

const lists: Partial<Record<Role, ListWords[]>> = {
  admin: [
    {
      path: '/admin/dashboard',
      section: 'Convocations certificates',
      search: 'Search by name, roll no, college...',
      columns: ['College Reg No', 'Exam roll No', 'Student name', 'Convocation No'],
      empty: 'No certificates found',
      rows: 'certificates',
    },
    {
      path: '/admin/dashboard?view=users',
      section: 'Users',
      search: 'Search user......',
      columns: ['User name', 'Email Id', 'User Type', 'Code', 'MFA', 'Status'],
      empty: 'No users found',
      filters: { 'User Type': ['All', 'Case worker', 'printer', 'Application receiver'] },
      rows: 'staff',
    },
    {
      path: '/admin/user-management',
      search: 'Search user......',
      columns: ['User name', 'Email Id', 'User Type', 'Code', 'MFA', 'Status'],
      actions: staffActions,
      empty: 'No users found',
      buttons: ['Add User'],
      filters: {
        'User Type': ['All', 'Case worker', 'printer', 'Application receiver', 'Admin', 'Auditor'],
      },
      rows: 'staff',
    },
    {
      path: '/admin/case-worker-management',
      search: 'Search user......',
      columns: ['User name', 'Email Id', 'Code', 'Mobile', 'MFA', 'Status'],
      actions: staffActions,
      empty: 'No case workers found',
      buttons: ['Add case worker'],
      rows: 'staff',
    },
    {
      path: '/admin/application-receiver-management',
      section: 'Application receivers',
      search: 'Search user......',
      columns: ['Name', 'Email', 'Code', 'Received this month', 'Status'],
      actions: staffActions,
      empty: 'No application receivers found',
      buttons: ['Add application receiver'],
      rows: 'receivers',
    },
    {
      path: '/admin/application-receiver-management',
      section: 'Received applications',
      search: 'Search user......',
      columns: [
        'Student',
        'Exam Roll Number',
        'Chosen Color',
        'Certificate Type',
        'Selected Paper',
        'Convocation Number',
      ],
      actions: ['Edit User', 'View User'],
      empty: 'No applications found',
      rows: 'received-applications',
    },
    {
      path: '/admin/printer-management',
      search: 'Search user......',
      columns: ['User name', 'Email Id', 'Code', 'Printer code', 'MFA', 'Status'],
      actions: staffActions,
      empty: 'No printers found',
      buttons: ['Add printer'],
      rows: 'staff',
    },
    {
      path: '/admin/auditor-management',
      search: 'Search user......',
      columns: ['User name', 'Email Id', 'Code', 'MFA', 'Status'],
      actions: staffActions,
      empty: 'No auditors found',
      buttons: ['Add auditor'],
      rows: 'staff',
    },
    {
      path: '/admin/college-management',
      search: 'Search college...',
      columns: ['College name', 'Contact number', 'Address', 'Convocation Fee'],
      actions: ['Edit', 'View', 'Delete'],
      empty: 'No colleges found',
      buttons: ['Add College', 'Bulk Upload'],
      rows: 'colleges',
    },
    {
      path: '/admin/student-master',
      search: 'Search student...',
      columns: ['Student Name', 'College', 'Address'],
      actions: ['Edit', 'View', 'Delete'],
      empty: 'No students found',
      buttons: ['Add Student', 'Bulk Upload'],
      rows: 'students',
    },
    {
      path: '/admin/ink-stock',
      search: 'Search ink stock......',
      columns: ['Ink name', ...stockColumns],
      actions: ['Edit', 'Delete'],
      empty: 'No ink stock records found',
      buttons: ['Add stock'],
      filters: { Category: ['All', 'Black', 'Cyan', 'Gold', 'Invisible', 'Magenta', 'Yellow'] },
      rows: 'ink-receipts',
    },
    {
      path: '/admin/certificate-stock',
      search: 'Search certificate stock......',
      columns: ['Certificate name', ...stockColumns],
      actions: ['Edit', 'Delete'],
      empty: 'No certificate stock records found',
      buttons: ['Add stock'],
      filters: { Category: ['All', 'Green', 'Maroon', 'Navy'] },
      rows: 'blank-receipts',
    },
  ],
  case_worker: [
    {
      path: '/case-worker/manage-application',
      search: 'Search candidate...',
      columns: paymentColumns,
      empty: 'No records found.',
      rows: 'applications',
    },
  ],
  receiver: [
    {
      path: '/application-receiver/manage-application',
      search: 'Search candidate...',
      columns: paymentColumns,
      actions: ['Correct'],
      empty: 'No records found.',
      buttons: ['New application'],
      rows: 'applications',
    },
  ],
};

/** The add forms with their fields in the specification's order, and what we ask besides; a star stands at what has to be given. */
const forms: Record<string, string[]> = {
  '/admin/add-case-worker': ['Name *', 'Code *', 'Email *', 'Password *', 'Mobile *'],
  '/admin/add-application-receiver': ['Name *', 'Code *', 'Email *', 'Password *', 'MFA *'],
  '/admin/add-printer': ['Name *', 'Email *', 'Code *', 'Password *', 'Printer code *'],
  '/admin/add-auditor': ['Name *', 'Code *', 'Email *', 'Password *', 'MFA *'],
  '/admin/add-college': ['College name *', 'Code *', 'Contact number *', 'Address *', 'Convocation Fee *'],
  '/admin/add-student': [
    'Student Name *',
    'Name in Kannada or Devanagari',
    'College *',
    'Address *',
    'Registration number *',
    'Exam roll number',
  ],
  '/admin/add-ink-stock': [
    'Ink name *',
    'Total quantity *',
    'Received quantity *',
    'Rejected quantity *',
    'Received date *',
    'Remarks',
  ],
  '/admin/add-certificate-stock': [
    'Certificate name *',
    'Serial prefix *',
    'First serial *',
    'Last serial *',
    'Total quantity *',
    'Rejected quantity *',
    'Rejected serials',
    'Received date *',
    'Remarks',
  ],
};

test('the add forms ask for what is specified, all of it, and say what is missing', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  for (const [path, fields] of Object.entries(forms)) {
    await page.goto(path);
    const labels = page.locator('form label:visible');
    await expect(labels).toHaveText(fields);
    await page.locator('button[type=submit]').click();
    await expect(page.locator('form [aria-invalid=true]').first()).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('things have to be mended');
  }
});

for (const [role, ofRole] of Object.entries(lists) as [Role, ListWords[]][]) {
  test(`the lists of the ${role} are worded as specified, full, filtered to nothing and failed`, async ({
    browser,
  }) => {
    const page = await openDesk(browser, role);
    for (const words of ofRole) {
      await test.step(words.path, async () => {
        await showsRows(page, words);
        await showsNothing(page, words);
        await saysWhyItFailed(page, words);
      });
    }
  });
}

function partOf(page: Page, { section }: ListWords): Page | Locator {
  return section === undefined ? page : page.getByRole('region', { name: section, exact: true });
}

async function showsRows(page: Page, words: ListWords): Promise<void> {
  const part = partOf(page, words);
  await page.goto(words.path);
  await expect(page.getByPlaceholder(words.search, { exact: true })).toBeVisible();
  await expect(part.getByRole('columnheader')).toHaveText([
    ...words.columns,
    ...(words.actions ? ['Actions'] : []),
  ]);
  const first = part.getByRole('row').nth(1);
  await expect(first).toBeVisible();
  for (const name of words.actions ?? [])
    await expect(first.getByRole('button', { name: new RegExp(`^(${name}):`) })).toBeVisible();
  await expect(part.getByText(/^\d[\d,]* entr(y|ies)$/)).toBeVisible();
  for (const name of words.buttons ?? [])
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name, exact: true })
        .or(page.getByRole('button', { name, exact: true })),
    ).toBeVisible();
  for (const [label, options] of Object.entries(words.filters ?? {}))
    await expect(page.getByLabel(label, { exact: true }).locator('option')).toHaveText(options);
}

async function showsNothing(page: Page, words: ListWords): Promise<void> {
  const part = partOf(page, words);
  await page.getByPlaceholder(words.search, { exact: true }).fill('nobody is called this');
  await expect(part.getByRole('paragraph').getByText(words.empty, { exact: true })).toBeVisible();
  await expect(part.getByText(/^0 of \d[\d,]* entr(y|ies)$/)).toBeVisible();
}

/** A failure is no empty list: it says so, and trying again brings the rows. */
async function saysWhyItFailed(page: Page, words: ListWords): Promise<void> {
  const part = partOf(page, words);
  const rows = new RegExp(`/api/${words.rows}(\\?|$)`);
  await page.route(rows, (route) =>
    route.fulfill({
      // One that is not tried again by itself, so that nobody waits for the tries.
      status: 403,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'auth.not_permitted',
        status: 403,
        code: 'auth.not_permitted',
        detail: 'Your role does not include this.',
        requestId: 'a-request',
      },
    }),
  );
  await page.goto(words.path);
  await expect(part.getByRole('alert')).toContainText('Your role does not include this.');
  await expect(part.getByText(words.empty, { exact: true })).toHaveCount(0);
  await page.unroute(rows);
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect(part.getByText(/^\d[\d,]* entr(y|ies)$/)).toBeVisible();
}
