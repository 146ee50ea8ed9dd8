/** The sender's branding. `crest` is the URL of its image. */
type MailBranding = { university: string; colour: string | null; crest: string | null };

const fonts = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Kannada', sans-serif";
const portalColour = '#23345f';

/** The HTML part of a mail: the same text under crest and colour. */
export function mailHtml(text: string, { university, colour, crest }: MailBranding): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map(paragraphOf);
  const picture = crest
    ? `<img src="${escaped(crest)}" width="40" height="40" alt="" style="vertical-align:middle;margin-right:12px;border:0">`
    : '';
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="color-scheme" content="light"></head>
<body style="margin:0;background:#f2f3f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f3f6"><tr><td style="padding:24px 12px">
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fff;border:1px solid #dcdfe5;border-top:4px solid ${escaped(colour ?? portalColour)};font:16px/1.5 ${fonts};color:#1d2330">
<tr><td style="padding:20px 28px 0;font-weight:600">${picture}${escaped(university)}</td></tr>
<tr><td style="padding:12px 28px 20px">${paragraphs.join('\n')}</td></tr>
</table>
</td></tr></table>
</body></html>`;
}

/** A code is a paragraph of its own, shown large. */
function paragraphOf(text: string): string {
  if (/^\d{4,8}$/.test(text.trim()))
    return `<p style="margin:12px 0;font-size:28px;font-weight:600;letter-spacing:0.15em">${text.trim()}</p>`;
  return `<p style="margin:12px 0">${withLinks(text).replaceAll('\n', '<br>')}</p>`;
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:)])/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part),
    )
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
