import { join } from 'node:path';
import type { Settings } from '#platform/server/settings.ts';
import type { TypstDocument, TypstTemplate } from '#platform/server/typst/typst-document.ts';
import { formatDay, formatMoment } from '#shared/dates.ts';
import { formatCount } from '#shared/money.ts';
import type { BundleDetail, BundledCertificate } from '../../bundle-contract.ts';

const template: TypstTemplate = {
  folder: join(import.meta.dirname, 'template'),
  main: 'bundle-list.typ',
  fontFamilies: ['Noto Sans Kannada', 'Noto Serif Devanagari'],
};

/** How many certificates a page of the template holds; the last one has the receipt to sign, too. */
const rowsOfPage = { first: 20, further: 23 };
const rowsOfLastPage = { first: 15, further: 18 };

type University = Pick<Settings['university'], 'name' | 'place'>;

/** The words of a list, each as it is printed. */
type ListWords = {
  university: University;
  bundleNumber: string;
  college: string;
  handedOverAt: string;
  handedOverBy: string;
  deliveredTo: string;
  identitySeen: string;
  count: string;
  pages: ListRow[][];
};

type ListRow = {
  position: string;
  convocationNumber: string;
  student: string;
  course: string;
  examRollNumber: string;
  blankSerial: string;
  /** Where the student signs; the day instead where that is recorded already. */
  signedOn: string | null;
};

/** The list that goes along with a bundle: the college signs for all of it, and each student for one certificate. */
export function bundleList(university: University, bundle: BundleDetail): TypstDocument {
  const words = wordsOf(university, bundle);
  return { template, input: words, pages: words.pages.length };
}

function wordsOf({ name, place }: University, bundle: BundleDetail): ListWords {
  return {
    university: { name, place },
    bundleNumber: bundle.bundleNumber,
    college: `${bundle.collegeName} (${bundle.collegeCode})`,
    handedOverAt: `${formatMoment(bundle.handedOverAt)} IST`,
    handedOverBy: bundle.handedOverBy,
    deliveredTo: `${bundle.deliveredTo}, ${bundle.designation}`,
    identitySeen: bundle.identitySeen,
    count: formatCount(bundle.certificates.length),
    pages: pagesOf(bundle.certificates.map(rowOf)),
  };
}

function pagesOf(rows: ListRow[]): ListRow[][] {
  const pages: ListRow[][] = [];
  let printed = 0;
  for (;;) {
    const place = pages.length === 0 ? 'first' : 'further';
    const rest = rows.length - printed;
    const isLast = rest <= rowsOfLastPage[place];
    // One certificate at least stays for the page with the receipt, so that nobody signs an empty page.
    const end = printed + (isLast ? rest : Math.min(rowsOfPage[place], rest - 1));
    pages.push(rows.slice(printed, end));
    if (isLast) return pages;
    printed = end;
  }
}

function rowOf(certificate: BundledCertificate, index: number): ListRow {
  return {
    position: String(index + 1),
    convocationNumber: certificate.convocationNumber,
    student: certificate.studentName,
    course: `${certificate.courseDegree}, ${certificate.certificateType}`,
    examRollNumber: certificate.examRollNumber,
    blankSerial: certificate.blankSerial,
    signedOn: certificate.signedOn && formatDay(certificate.signedOn),
  };
}
