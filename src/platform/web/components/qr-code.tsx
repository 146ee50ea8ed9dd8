import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** Modules of white around the code: ISO/IEC 18004 asks for four. */
const quietZone = 4;

/** A QR code, black on white in dark mode too, because not every camera reads it the other way round. */
export function QrCode(props: { text: string; label: string }) {
  const { data: modules, size } = encode(props.text, { ecc: 'M', border: quietZone });
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={props.label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
