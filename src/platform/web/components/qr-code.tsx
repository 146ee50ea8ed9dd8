import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** Width of the white margin in modules: ISO/IEC 18004 requires four. */
const quietZone = 4;

/** A QR code, black on white even in dark mode, because not every camera reads inverted codes. */
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
