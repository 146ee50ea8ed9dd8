import { encode } from 'uqr';

/** One path of horizontal strokes, with the quiet zone of four modules that ISO/IEC 18004 asks for. */
export function qrSvg(content: string): string {
  const { data, size } = encode(content, { ecc: 'M', border: 4 });
  const strokes = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}h${end - x}v1h${x - end}z`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#000" d="${strokes.join('')}"/></svg>`;
}
