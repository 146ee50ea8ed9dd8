import sharp from 'sharp';

const skins = ['#8d5a3b', '#a66f4a', '#c08457', '#d29b6f', '#b57a4e'];
const clothes = ['#1f3f7a', '#7a1f2b', '#1f6b3a', '#4a4458', '#8a5a00', '#2f5d62', '#6b3a6b'];
const walls = ['#e9eef3', '#dfe7ee', '#eef0e6'];
const glasses =
  '<g fill="none" stroke="#1c1c22" stroke-width="4"><circle cx="176" cy="234" r="25"/><circle cx="238" cy="234" r="25"/><path d="M201 232h12"/></g>';
const beard = '<path d="M132 250q8 90 75 90t75-90q-6 60-38 62-37-16-74 0-32-2-38-62z" fill="#221a17"/>';
const longHair = '<path d="M125 190q0-110 82-110t82 110v170h-40v-150h-84v150h-40z" fill="#221a17"/>';

/** A drawn passport portrait, 35 × 45 mm at 300 dpi; each number gives a different face. */
export async function drawPortrait(number: number): Promise<Buffer> {
  const of = <Item>(items: readonly Item[]) => items[number % items.length]!;
  const skin = of(skins);
  const isWoman = number % 2 === 1;
  const width = 70 + (number % 11) * 1.6;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 413 531">
    <rect width="413" height="531" fill="${of(walls)}"/>${isWoman ? longHair : ''}
    <path d="M40 531q0-150 110-165h113q110 15 110 165z" fill="${of(clothes)}"/>
    <path d="M165 330h84v60q-42 40-84 0z" fill="${skin}"/>
    <ellipse cx="207" cy="230" rx="${width}" ry="105" fill="${skin}"/>${!isWoman && number % 3 === 0 ? beard : ''}
    <path d="M126 215q-4-120 81-120t81 120q-16-62-42-70-60 24-88-4-20 20-32 74z" fill="#221a17"/>
    <ellipse cx="178" cy="232" rx="8" ry="6" fill="#221a17"/><ellipse cx="236" cy="232" rx="8" ry="6" fill="#221a17"/>
    <path d="M${182 - (number % 5)} 286q${25 + (number % 5)} ${10 + (number % 9)} 50 0" stroke="#6b3a2a" stroke-width="5" fill="none" stroke-linecap="round"/>
    ${number % 7 === 2 ? glasses : ''}
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer();
}

type DraftFace = { bank: string; branch: string; number: string; drawnOn: string; amount: number };

/** A one-page PDF in place of a scanned demand draft. */
export function writeDraftScan(draft: DraftFace): Buffer {
  const lines = [
    `(${draft.bank}) Tj 0 -24 Td (Branch: ${draft.branch}) Tj`,
    `0 -40 Td (DEMAND DRAFT No. ${draft.number}) Tj 0 -24 Td (Date: ${draft.drawnOn}) Tj`,
    '0 -40 Td (Pay The Finance Officer, Vishwavidya University of Karnataka) Tj',
    `0 -24 Td (Rupees ${draft.amount.toLocaleString('en-IN')} only) Tj 0 -40 Td (A/C payee. Valid for three months from the date of issue.) Tj`,
  ];
  return writePage(`0.5 w 40 60 515 240 re S BT /F1 14 Tf 60 270 Td ${lines.join(' ')} ET`);
}

type InvoiceFace = { vendor: string; number: string; date: string; item: string; quantity: string };

/** A one-page PDF in place of a vendor's scanned invoice. */
export function writeInvoiceScan(invoice: InvoiceFace): Buffer {
  const lines = [
    `(${invoice.vendor}) Tj 0 -24 Td (Tax invoice No. ${invoice.number}) Tj 0 -24 Td (Date: ${invoice.date}) Tj`,
    `0 -40 Td (${invoice.item}) Tj 0 -24 Td (Quantity: ${invoice.quantity}) Tj`,
    '0 -40 Td (To The Registrar, Vishwavidya University of Karnataka) Tj',
  ];
  return writePage(`BT /F1 14 Tf 60 270 Td ${lines.join(' ')} ET`);
}

/** A one-page PDF in place of the signed declaration of a lost certificate. */
export function writeDeclarationScan(name: string): Buffer {
  const lines = [
    '(Declaration) Tj 0 -40 Td (I declare that my certificate is lost and has not been pledged.) Tj',
    `0 -80 Td (Signed: ${name}) Tj`,
  ];
  return writePage(`BT /F1 14 Tf 60 270 Td ${lines.join(' ')} ET`);
}

function writePage(content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 340] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}

/** A phone's photo of a printed certificate with a smear, whose position depends on the number. */
export async function drawErrorPhoto(name: string, number: number): Promise<Buffer> {
  const [x, y] = [160 + ((number * 137) % 420), 200 + ((number * 211) % 640)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 1200">
    <rect width="900" height="1200" fill="#57483b"/>
    <g transform="rotate(-3 450 600)">
      <rect x="90" y="80" width="720" height="1040" fill="#f6efdc"/>
      <rect x="120" y="110" width="660" height="980" fill="none" stroke="#7a1f2b" stroke-width="10"/>
      <circle cx="450" cy="240" r="70" fill="none" stroke="#7a1f2b" stroke-width="8"/>
      <g font-family="serif" text-anchor="middle" fill="#2b2622">
        <text x="450" y="430" font-size="34">This is to certify that</text>
        <text x="450" y="520" font-size="60">${name}</text>
        <text x="450" y="600" font-size="32">was admitted to the degree</text>
      </g>
      <path d="M240 760h420M240 810h420M240 860h300" stroke="#8a8072" stroke-width="6"/>
    </g>
    <path d="M${x} ${y}q60-70 140-30t150 10q-20 60-110 50t-180-30z" fill="#1d1a18" opacity="0.75"/>
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}

/** The same draft as a phone's photo, rotated by quarter turns as such photos are. */
export async function drawDraftPhoto(draft: DraftFace, quarterTurns: number): Promise<Buffer> {
  const line = (y: number, text: string, size = 34) =>
    `<text x="90" y="${y}" font-family="sans-serif" font-size="${size}" fill="#26323a">${text}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1400 800">
    <rect width="1400" height="800" fill="#6d5a49"/>
    <rect x="40" y="40" width="1320" height="720" rx="6" fill="#eef3ea"/>
    <rect x="70" y="70" width="1260" height="660" fill="none" stroke="#7c9a86" stroke-width="5"/>
    ${line(150, draft.bank, 52)}${line(205, `Branch: ${draft.branch}`)}
    ${line(320, `DEMAND DRAFT No. ${draft.number}`, 44)}${line(375, `Date: ${draft.drawnOn}`)}
    ${line(480, 'Pay The Finance Officer, Vishwavidya University of Karnataka')}
    ${line(540, `Rupees ${draft.amount.toLocaleString('en-IN')} only`, 40)}
    ${line(660, 'A/C payee. Valid for three months from the date of issue.', 28)}
  </svg>`;
  return sharp(Buffer.from(svg))
    .rotate(quarterTurns * 90)
    .jpeg({ quality: 82 })
    .toBuffer();
}
