import { useMemo, type ReactNode } from 'react';
import { encode } from 'uqr';

// Width, in modules, of the light border that scanners need (ISO/IEC 18004 requires 4).
const BORDER = 4;

/** A QR code, dark on light even in dark mode, because many scanners can't read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const { size: modules, data } = encode(text, { ecc: 'M', border: BORDER });
    const darkModules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size: modules, path: darkModules.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-56 rounded-control border"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
