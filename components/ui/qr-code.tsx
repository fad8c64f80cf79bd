import { useMemo } from 'react';
import { encode } from 'uqr';

interface QrCodeProps {
  text: string;
  /** The accessible name. */
  label: string;
}

/** A QR code, dark on light in every theme: many cameras read no inverted one. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: 4 }), [text]);
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-48 rounded-md">
      <rect width={size} height={size} fill="#fff" />
      <path d={squares} shapeRendering="crispEdges" fill="#000" />
    </svg>
  );
}
