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

const reprintColumns = [
  'Name',
  'Exam roll number',
  'College',
  'reason for reprint',
  'Photo of error',
  'Status',
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

/** The payment columns plus DD Date and Verified At. */
const feeColumns = [...paymentColumns.slice(0, 8), 'DD Date', ...paymentColumns.slice(8), 'Verified At'];

const pendingCertificateColumns = [
  'Registration number',
  'Exam roll',
  'Candidate',
  'Course',
  'College',
  'Academic year',
  'Photo',
  'Bank receipt (DD)',
  'Total amount',
  'Paid amount',
  'Pending amount',
  'Status',
  'Verified by',
  'Verified at',
];

/** The columns of pending certificates plus DD reference number, DD date, guide name and date/time. */
const applicationColumns = [
  ...pendingCertificateColumns.slice(0, 8),
  'DD reference number',
  'DD date',
  ...pendingCertificateColumns.slice(8),
  'Guide name',
  'Date/Time',
];

/** Of a certificate, on the lists of the print room and of what is printed. */
const certificateColumns = [
  'Student',
  'Exam roll number',
  'Chosen Color',
  'Certificate type',
  'Selected paper',
  'Convocation number',
];

const completedPrinting = {
  search: 'Search by name, roll no, college...',
  columns: [...certificateColumns, 'College', 'Run', 'Blank serial', 'Printed by', 'Printed at'],
  actions: ['View'],
  empty: 'No completed printing found',
  rows: 'certificates',
};

const printedCertificates = {
  search: 'Search by name, roll no, college...',
  columns: certificateColumns,
  empty: 'No printed certificates found',
  filters: { 'Where it is': ['All printed', 'To be handed over', 'Handed over', 'A draft came back'] },
  rows: 'certificates',
};

const bundles = {
  search: 'Search by bundle, college or person...',
  columns: [
    'Bundle',
    'College',
    'Certificates',
    'Signed by students',
    'Handed over to',
    'Designation',
    'Handed over by',
    'Handed over at',
  ],
  actions: ['Open bundle'],
  empty: 'No bundles found',
  filters: { Show: ['All', 'Signatures are missing'] },
  rows: 'bundles',
};

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
    { path: '/admin/completed-printing', ...completedPrinting },
    {
      path: '/admin/pending-print',
      search: 'Search by name, roll no, college...',
      columns: [...certificateColumns, 'College', 'Waiting since', 'Original or reprint'],
      actions: ['View'],
      empty: 'No pending prints found',
      filters: { 'Where it is': ['All', 'Waiting for print', 'In a print run'] },
      rows: 'certificates',
    },
    {
      path: '/admin/printed-certificates',
      ...printedCertificates,
      actions: ['View', 'Hand over'],
      buttons: ['Bundles', 'New bundle'],
    },
    {
      path: '/admin/pending-certificates',
      search: 'Search candidate...',
      columns: pendingCertificateColumns,
      empty: 'No pending certificates found',
      rows: 'applications',
    },
    { path: '/admin/bundles', ...bundles, buttons: ['Printed certificates', 'New bundle'] },
    {
      path: '/admin/approved-for-reprint',
      search: 'Search by name, roll no, college...',
      columns: reprintColumns,
      empty: 'No approved reprints found',
      filters: { 'New copy': ['All', 'Waiting for print', 'Printed'] },
      rows: 'reprint-requests',
    },
    {
      path: '/admin/pending-reprint-approvals',
      search: 'Search by name, roll no, college...',
      columns: reprintColumns,
      actions: [],
      empty: 'No pending reprint approvals found',
      filters: { Status: ['All', 'Pending', 'Approved', 'Rejected'] },
      rows: 'reprint-requests',
    },
    {
      path: '/admin/total-applications',
      search: 'Search candidate...',
      columns: applicationColumns,
      empty: 'No applications found',
      filters: { Status: ['All', 'Pending', 'Verified', 'Rejected', 'Returned'] },
      rows: 'applications',
    },
    {
      path: '/admin/completed-applications',
      search: 'Search candidate...',
      columns: applicationColumns,
      empty: 'No completed applications found',
      rows: 'applications',
    },
    {
      path: '/admin/rejected-applications',
      search: 'Search candidate...',
      columns: [...applicationColumns, 'Rejected by', 'Rejected at'],
      empty: 'No rejected applications found',
      rows: 'applications',
    },
    {
      path: '/admin/fee-generated',
      section: 'Fee records',
      search: 'Search by name, reg no, roll no...',
      columns: feeColumns,
      empty: 'No fee records found',
      buttons: ['Demand drafts', 'Deposit slips', 'Bank statements', 'Fee totals'],
      filters: { Status: ['All', 'Verified', 'Rejected'] },
      rows: 'applications',
    },
    {
      path: '/admin/total-fee-generated',
      search: 'Search by name, reg no, roll no...',
      columns: feeColumns,
      empty: 'No fee records found',
      rows: 'applications',
    },
    {
      path: '/admin/pending-fee',
      search: 'Search user......',
      columns: feeColumns,
      empty: 'No fee records found',
      rows: 'applications',
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
      buttons: ['New application', 'Printed certificates'],
      rows: 'applications',
    },
    {
      path: '/application-receiver/printed-certificates',
      ...printedCertificates,
      actions: ['View', 'Hand over'],
      buttons: ['Bundles', 'New bundle'],
    },
    { path: '/application-receiver/bundles', ...bundles, buttons: ['Printed certificates', 'New bundle'] },
  ],
  printer: [{ path: '/printer/completed-printing', ...completedPrinting }],
  auditor: [
    {
      path: '/auditor/certificates',
      ...printedCertificates,
      actions: ['View'],
      buttons: ['Bundles'],
    },
    { path: '/auditor/bundles', ...bundles, buttons: ['Printed certificates'] },
    {
      path: '/auditor/applications',
      search: 'Search candidate...',
      columns: applicationColumns,
      empty: 'No applications found',
      rows: 'applications',
    },
    {
      path: '/auditor/fees',
      section: 'Fee records',
      search: 'Search by name, reg no, roll no...',
      columns: feeColumns,
      empty: 'No fee records found',
      buttons: ['Fee totals', 'Demand drafts', 'Bank statements'],
      filters: { Status: ['All', 'Verified', 'Rejected'] },
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
  '/admin/add-college': [
    'College name *',
    'Code *',
    'Contact number *',
    'Address *',
    'Convocation Fee *',
    'Email Id',
  ],
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

/** Red on the light ground, as the theme has it for what is missing. */
const red = 'rgb(180, 35, 24)';

test('fees: pending is red above zero and a dash at zero, and every status has its badge', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'admin');
  const place = (name: string) => feeColumns.indexOf(name);
  for (const [path, status, pending] of [
    ['/admin/fee-generated?status=verified', 'Verified', /^-$/],
    ['/admin/fee-generated?status=rejected', 'Rejected', /^₹[1-9][\d,]*$/],
    ['/admin/total-fee-generated', 'Verified', /^-$/],
    ['/admin/pending-fee', 'Rejected', /^₹[1-9][\d,]*$/],
  ] as const) {
    await page.goto(path);
    const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') });
    await expect(rows.first()).toBeVisible();
    for (const row of await rows.all()) {
      const cells = row.getByRole('gridcell');
      await expect(cells.nth(place('Status'))).toHaveText(status);
      await expect(cells.nth(place('pending amount'))).toHaveText(pending);
    }
    const amount = rows.first().getByRole('gridcell').nth(place('pending amount')).locator('[data-due]');
    if (status === 'Rejected') await expect(amount).toHaveCSS('color', red);
    else await expect(amount).toHaveCount(0);
    const badge = rows.first().getByRole('gridcell').nth(place('Status')).locator('[data-tone]');
    await expect(badge).toHaveAttribute('data-tone', status === 'Verified' ? 'good' : 'bad');
    const photo = rows.first().getByRole('gridcell').nth(place('Photo'));
    await expect(photo.getByRole('link', { name: /^Download .+\.jpg$/ })).toHaveAttribute(
      'download',
      /\.jpg$/,
    );
    const receipt = rows.first().getByRole('gridcell').nth(place('Bank receipt(DD)'));
    await expect(receipt.getByRole('link', { name: /^Download .+\.pdf$/ })).toHaveAttribute(
      'download',
      /\.pdf$/,
    );
  }
});

test('reprints: the select offers Select, Approved and Rejected, beside a badge of what is chosen', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'admin', 'registrar@dikshant.example');
  await page.goto('/admin/pending-reprint-approvals');
  for (const [status, chosen] of [
    ['Pending', 'Select'],
    ['Approved', 'Approved'],
    ['Rejected', 'Rejected'],
  ] as const) {
    await page.getByLabel('Status', { exact: true }).selectOption(status);
    const row = page.getByRole('row').nth(1);
    const actions = row.getByRole('gridcell').nth(reprintColumns.length);
    await expect(actions.locator('[data-tone]')).toHaveText(status);
    await expect(row.getByRole('gridcell').nth(reprintColumns.indexOf('Status'))).toHaveText(status);
    await expect(
      row
        .getByRole('gridcell')
        .nth(4)
        .getByRole('link', { name: /^Download .+\.jpg$/ }),
    ).toHaveAttribute('download', /\.jpg$/);
    const select = actions.getByRole('combobox');
    await expect(select).toHaveValue(chosen);
    await select.click();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
      'Select',
      'Approved',
      'Rejected',
    ]);
    await page.keyboard.press('Escape');
  }
  for (const term of ['kavya', '241006', 'netravati', 'STRIPE']) {
    await page.goto(`/admin/pending-reprint-approvals?q=${term}`);
    await expect(page.getByRole('row').filter({ hasText: 'Kavya Hegde' })).toBeVisible();
  }
});

test('the lists of fees are searched by numbers, names and course, and not by status', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'admin');
  for (const path of ['/admin/total-fee-generated', '/admin/pending-fee']) {
    for (const term of ['COL00', '241', 'a', 'Institute', 'ece']) {
      await page.goto(`${path}?q=${term}`);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    }
    await page.goto(`${path}?q=rejected`);
    await expect(
      page.getByRole('paragraph').getByText('No fee records found', { exact: true }),
    ).toBeVisible();
  }
});

test('fee generated has four tiles of fees and, under Staff, the four of staff', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  await page.goto('/admin/fee-generated');
  const tiles = page.getByRole('group').filter({ hasText: 'Vs last month' });
  await expect(tiles).toHaveCount(8);
  for (const name of ['Fee generated', 'Fee collected', 'Pending Fee', 'DDs to deposit'])
    await expect(page.getByRole('group', { name, exact: true })).toContainText('Vs last month');
  const staff = page.getByRole('region', { name: 'Staff', exact: true });
  for (const name of ['Total Users', 'Total case workers', 'Total application receivers', 'Total printers'])
    await expect(staff.getByRole('group', { name, exact: true })).toContainText('Vs last month');
});

for (const [role, ofRole] of Object.entries(lists) as [Role, ListWords[]][]) {
  test(`the lists of the ${role} are worded as specified, full, filtered to nothing and failed`, async ({
    browser,
  }) => {
    test.setTimeout(60_000 + ofRole.length * 20_000);
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
